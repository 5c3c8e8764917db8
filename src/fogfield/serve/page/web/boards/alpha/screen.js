// What the program shows, made of a view for those who only watch: the same text that its player reads (SPEC.md #5).

/** Draw the rounds and the board, between blank lines. */
export function block({ board, mines, rounds }) {
  const cols = board[0].length;
  const bare = new Set((mines ?? []).map(([row, col]) => row * cols + col));
  const square = (char, row, col) => (bare.has(row * cols + col) ? `<${char}>|` : ` ${char} |`);
  const rows = board.map((text, row) => ` ${row} |${[...text].map((char, col) => square(char, row, col)).join("")}\n`);
  const columns = Array.from({ length: cols }, (_, col) => ` ${col} `).join(" ");
  return `\n Rounds Completed: ${rounds}\n\n${rows.join("")}    ${columns}\n\n`;
}

/** Write the board of a match that is over as a seed file. */
export function seedFile({ board, mines }) {
  return [`${board.length} ${board[0].length}`, `${mines.length}`, ...mines.map((cell) => cell.join(" ")), ""].join("\n");
}

/** Give the line that comes after or before another among those that were typed; what is being typed is the last one. */
export function recalled(lines, at, key) {
  const next = key === "ArrowUp" ? at - 1 : at + 1;
  return Math.max(0, Math.min(lines.length, next));
}
