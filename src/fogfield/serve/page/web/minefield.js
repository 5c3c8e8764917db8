// What boards with mines share: pure functions of their texts, a character for each cell.

/** Give the cells around one. */
export function around({ row, col }, rows, cols) {
  const found = [];
  for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
    for (let c = Math.max(0, col - 1); c <= Math.min(cols - 1, col + 1); c++) {
      if (r !== row || c !== col) found.push({ row: r, col: c });
    }
  }
  return found;
}

/** Give the cells that may be opened at once: those around a number that has as many marks around it. */
export function chord(board, cell, shut = "?B") {
  const number = Number(board[cell.row][cell.col]);
  if (!number) return [];
  const near = around(cell, board.length, board[0].length);
  const at = ({ row, col }) => board[row][col];
  const marks = near.filter((one) => at(one) === "!" || at(one) === "@").length;
  return marks === number ? near.filter((one) => shut.includes(at(one))) : [];
}

/** Give the cells that can be nothing but mines: those around a number that has just as many, with its marks. */
export function fenced(board, cell, shut = "?B") {
  const number = Number(board[cell.row][cell.col]);
  if (!number) return [];
  const near = around(cell, board.length, board[0].length);
  const closed = near.filter(({ row, col }) => `${shut}!@`.includes(board[row][col]));
  return closed.length === number ? closed.filter(({ row, col }) => shut.includes(board[row][col])) : [];
}

/** Give the cells that differ between two boards. */
export function changed(before, after) {
  const found = [];
  after.forEach((text, row) => {
    if (text === before[row]) return;
    for (let col = 0; col < text.length; col++) if (text[col] !== before[row][col]) found.push({ row, col, now: text[col] });
  });
  return found;
}

/** Give how many cells of a board show one of these characters. */
export function tally(board, chars) {
  let found = 0;
  for (const row of board) for (const char of row) if (chars.includes(char)) found += 1;
  return found;
}
