// How likely each cell is a mine, drawn over a board: a colour from blue over paper and amber to red, and the percent, since
// colours alone tell nothing to many.

/** Percents are written into cells of this size. */
const SMALLEST = 20;

/** Write how likely something is: only what is certain is 0 or 100. */
export function percent(value) {
  return String(value <= 0 ? 0 : value >= 1 ? 100 : Math.max(1, Math.min(99, Math.round(value * 100))));
}

const rgb = (hex) => [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16));
const mixed = (one, other, share) => one.map((value, index) => value + (other[index] - value) * share);

/** Give the colour of a chance, as numbers from 0 to 255. */
export function colourOf(value, inks) {
  const [paper, cool, warm, hot] = ["paper", "blue", "amber", "red"].map((name) => rgb(inks[name]));
  if (value < 0.5) return mixed(mixed(paper, cool, 0.5 * (1 - value * 2) ** 1.5), warm, value * 0.9);
  return mixed(mixed(paper, warm, 0.45), hot, 0.15 + (value - 0.5) * 1.2);
}

/** Give what draws risks over a board (`over` of `Grid`): rows of numbers, null where there is none. `isFlagged(row, col)` cells keep a flag. */
export function drawing(risks, isFlagged) {
  let [image, drawnWith] = [null, null];
  return (c, size, inks, seen) => {
    if (drawnWith !== inks) [image, drawnWith] = [imageOf(risks, inks), inks]; // other colours are other inks
    c.drawImage(image, 0, 0, image.width * size, image.height * size);
    if (size < SMALLEST) return;
    drawLines(c, size, inks, seen);
    c.fillStyle = inks.ink;
    c.textAlign = "center";
    c.textBaseline = "middle";
    for (let row = seen.top; row < seen.bottom; row++) {
      for (let col = seen.left; col < seen.right; col++) {
        const risk = risks[row][col];
        if (risk === null) continue;
        const flagged = isFlagged(row, col);
        if (flagged) pennant(c, (col + 0.12) * size, (row + 0.08) * size, size * 0.34);
        c.font = `${risk > 0 && risk < 1 ? 500 : 800} ${Math.round(size * 0.4)}px "Fogfield Sans", system-ui, sans-serif`;
        c.fillText(percent(risk), (col + 0.5) * size, (row + (flagged ? 0.68 : 0.53)) * size);
      }
    }
  };
}

/** Draw a pixel for each cell that has a risk: a frame stretches it, which is quick at any size. */
function imageOf(risks, inks) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [risks[0].length, risks.length];
  const image = new ImageData(canvas.width, canvas.height);
  const steps = Array.from({ length: 101 }, (_, step) => colourOf(step / 100, inks));
  risks.flat().forEach((risk, index) => {
    if (risk !== null) image.data.set([...steps[Math.round(risk * 100)], 255], index * 4);
  });
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}

function drawLines(c, size, inks, { top, left, bottom, right }) {
  c.fillStyle = inks["ink-soft"];
  c.globalAlpha = 0.28;
  for (let row = top; row <= bottom; row++) c.fillRect(left * size, row * size - 0.5, (right - left) * size, 1);
  for (let col = left; col <= right; col++) c.fillRect(col * size - 0.5, top * size, 1, (bottom - top) * size);
  c.globalAlpha = 1;
}

/** A small flag, for a cell on which something else is written. */
function pennant(c, x, y, size) {
  c.fillRect(x, y, Math.max(1, size * 0.16), size);
  c.beginPath();
  c.moveTo(x, y);
  c.lineTo(x + size, y + size * 0.32);
  c.lineTo(x, y + size * 0.64);
  c.fill();
}
