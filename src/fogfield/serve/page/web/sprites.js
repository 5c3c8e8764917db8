// The visual language of all boards: a cell is a ground and what stands on it, named like "fog flag" or "sea boat".
// Shapes are drawn in a square from 0 to 1. Every kind differs in shape, never in colour alone.

/** The colours of look.css that boards use. */
export const INKS = [
  "paper", "paper-line", "fog", "fog-light", "fog-dark", "sea", "sea-light", "sea-line", "grass", "grass-mark", "rock",
  "rock-mark", "void", "ink", "ink-soft", "red", "amber", "green", "blue", "hull", "hull-light", "focus", "halo", "heat", "heat-ink",
  "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8",
];

/** Read the colours as they are now. */
export function readInks() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(INKS.map((name) => [name, style.getPropertyValue(`--${name}`).trim() || "#888"]));
}

/** Grounds that have more than one look, so that a wide field is no wallpaper. */
export const VARIANTS = { fog: 3, sea: 3, grass: 3, rock: 2 };

const MIST = [
  [[0.2, 0.32, 0.36], [0.44, 0.68, 0.34]],
  [[0.48, 0.3, 0.3], [0.22, 0.54, 0.22], [0.46, 0.74, 0.2]],
  [[0.24, 0.4, 0.2], [0.34, 0.66, 0.42]],
];

export const GROUNDS = {
  fog(c, k, size, variant) {
    fill(c, k.fog);
    if (size < 9) return edge(c, k["fog-dark"], size);
    c.strokeStyle = k["fog-light"];
    c.lineCap = "round";
    c.lineWidth = 0.05;
    // A few strokes of mist, as on old charts.
    for (const [x, y, long] of MIST[variant]) line(c, [[x, y], [x + long, y]]);
    const thin = Math.max(1, size / 26) / size;
    c.fillStyle = k["fog-light"];
    c.fillRect(0, 0, 1, thin);
    c.fillRect(0, 0, thin, 1);
    c.fillStyle = k["fog-dark"];
    c.fillRect(0, 1 - thin, 1, thin);
    c.fillRect(1 - thin, 0, thin, 1);
  },
  open(c, k, size) {
    fill(c, k.paper);
    edge(c, k["paper-line"], size);
  },
  hit(c, k, size) {
    fill(c, k.red);
    edge(c, k["paper-line"], size);
  },
  sea(c, k, size, variant) {
    fill(c, k.sea);
    if (size >= 14) {
      c.strokeStyle = k["sea-light"];
      c.lineWidth = 0.035;
      for (const [x, y] of [[[0.2, 0.3], [0.55, 0.72]], [[0.5, 0.36], [0.16, 0.78]], [[0.3, 0.55]]][variant]) wave(c, x, y);
    }
    edge(c, k["sea-line"], size);
  },
  grass(c, k, size, variant) {
    fill(c, k.grass);
    if (size >= 14) {
      c.strokeStyle = k["grass-mark"];
      c.lineWidth = 0.04;
      for (const [x, y] of [[[0.28, 0.4], [0.68, 0.74]], [[0.6, 0.34]], [[0.36, 0.7], [0.74, 0.36]]][variant]) tuft(c, x, y);
    }
    edge(c, k["paper-line"], size);
  },
  rock(c, k, size, variant) {
    fill(c, k.rock);
    if (size >= 12) {
      c.fillStyle = k["rock-mark"];
      const dx = variant ? 0.08 : -0.04;
      shape(c, [[0.1 + dx, 0.8], [0.38 + dx, 0.26], [0.56 + dx, 0.56], [0.66 + dx, 0.42], [0.9 + dx * 0.5, 0.8]]);
      c.fillStyle = k.paper;
      shape(c, [[0.3 + dx, 0.41], [0.38 + dx, 0.26], [0.47 + dx, 0.41], [0.38 + dx, 0.46]]);
    }
    edge(c, k["paper-line"], size);
  },
  void(c, k) {
    fill(c, k.void);
  },
};

export const GLYPHS = {
  flag(c, k) {
    c.strokeStyle = k.ink;
    c.lineWidth = 0.06;
    line(c, [[0.36, 0.2], [0.36, 0.82]]);
    line(c, [[0.24, 0.82], [0.5, 0.82]]);
    c.fillStyle = k.red;
    shape(c, [[0.38, 0.18], [0.78, 0.34], [0.38, 0.52]]);
  },
  mine(c, k) {
    c.strokeStyle = c.fillStyle = k.ink;
    c.lineWidth = 0.07;
    for (let turn = 0; turn < 4; turn++) {
      const [x, y] = [Math.cos((turn * Math.PI) / 4) * 0.33, Math.sin((turn * Math.PI) / 4) * 0.33];
      line(c, [[0.5 - x, 0.5 - y], [0.5 + x, 0.5 + y]]);
    }
    ellipse(c, 0.5, 0.5, 0.22, 0.22);
    c.fillStyle = k.paper;
    ellipse(c, 0.43, 0.43, 0.06, 0.06);
  },
  blast(c, k) {
    c.fillStyle = k.amber;
    star(c, 0.46, 0.26, 9);
    GLYPHS.mine(c, k);
  },
  flagmine(c, k) {
    GLYPHS.mine(c, k);
    c.save();
    c.translate(0.42, 0.02);
    c.scale(0.56, 0.56);
    GLYPHS.flag(c, k);
    c.restore();
  },
  doubt(c, k, size) {
    letter(c, "?", k.ink, size);
  },
  wrongflag(c, k) {
    GLYPHS.flag(c, k);
    cross(c, k.ink, 0.18, 0.07);
  },
  boat(c, k) {
    c.fillStyle = k.hull;
    c.beginPath();
    c.moveTo(0.5, 0.1);
    c.bezierCurveTo(0.82, 0.34, 0.78, 0.74, 0.68, 0.88);
    c.lineTo(0.32, 0.88);
    c.bezierCurveTo(0.22, 0.74, 0.18, 0.34, 0.5, 0.1);
    c.fill();
    c.fillStyle = k["hull-light"];
    c.fillRect(0.4, 0.4, 0.2, 0.3);
    c.fillRect(0.47, 0.24, 0.06, 0.14);
  },
  wreck(c, k) {
    GLYPHS.boat(c, k);
    c.fillStyle = k.red;
    star(c, 0.36, 0.19, 7);
    cross(c, k.paper, 0.34, 0.075);
  },
  hit(c, k) {
    c.fillStyle = k.red;
    star(c, 0.42, 0.22, 7);
    cross(c, k.paper, 0.34, 0.075);
  },
  struck(c, k) {
    cross(c, k.halo, 0.28, 0.17);
    cross(c, k.red, 0.28, 0.1);
  },
  miss(c, k) {
    c.strokeStyle = k.ink;
    c.lineWidth = 0.055;
    ring(c, 0.5, 0.5, 0.22);
    c.globalAlpha = 0.45;
    ring(c, 0.5, 0.5, 0.36);
    c.globalAlpha = 1;
    c.fillStyle = k.ink;
    ellipse(c, 0.5, 0.5, 0.06, 0.06);
  },
  plane(c, k) {
    c.fillStyle = k.hull;
    rounded(c, 0.1, 0.1, 0.8, 0.8, 0.14);
  },
  head(c, k) {
    GLYPHS.plane(c, k);
    c.fillStyle = k["hull-light"];
    ellipse(c, 0.5, 0.5, 0.2, 0.2);
    c.fillStyle = k.hull;
    ellipse(c, 0.5, 0.5, 0.09, 0.09);
  },
  planehit(c, k) {
    GLYPHS.plane(c, k);
    cross(c, k.red, 0.26, 0.11);
  },
  headhit(c, k) {
    GLYPHS.plane(c, k);
    GLYPHS.hit(c, k);
  },
  note(c, k) {
    c.fillStyle = k.amber;
    shape(c, [[0.5, 0.2], [0.8, 0.5], [0.5, 0.8], [0.2, 0.5]]);
  },
  question(c, k, size) {
    letter(c, "?", k.blue, size);
  },
  cross(c, k) {
    cross(c, k["ink-soft"], 0.3, 0.07);
  },
  castle(c, k) {
    c.fillStyle = k.hull;
    shape(c, [
      [0.18, 0.84], [0.18, 0.24], [0.3, 0.24], [0.3, 0.36], [0.42, 0.36], [0.42, 0.24], [0.58, 0.24], [0.58, 0.36],
      [0.7, 0.36], [0.7, 0.24], [0.82, 0.24], [0.82, 0.84],
    ]);
    c.fillStyle = k["hull-light"];
    c.beginPath();
    c.arc(0.5, 0.68, 0.12, Math.PI, 0);
    c.lineTo(0.62, 0.84);
    c.lineTo(0.38, 0.84);
    c.fill();
  },
  othercastle(c, k) {
    GLYPHS.castle(c, k);
    c.strokeStyle = k.hull;
    c.lineWidth = 0.05;
    line(c, [[0.5, 0.36], [0.5, 0.04]]);
    c.fillStyle = k.blue;
    shape(c, [[0.52, 0.04], [0.84, 0.12], [0.52, 0.22]]);
  },
  haze(c, k) {
    c.globalAlpha = 0.5;
    fill(c, k.fog);
    c.globalAlpha = 0.8;
    c.strokeStyle = k["fog-light"];
    c.lineWidth = 0.05;
    for (const [x, y, long] of MIST[1]) line(c, [[x, y], [x + long, y]]);
    c.globalAlpha = 1;
  },
  treasure(c, k) {
    c.fillStyle = k.amber;
    shape(c, [[0.5, 0.14], [0.84, 0.42], [0.5, 0.88], [0.16, 0.42]]);
    c.strokeStyle = k.ink;
    c.lineWidth = 0.045;
    line(c, [[0.16, 0.42], [0.84, 0.42]]);
    line(c, [[0.36, 0.42], [0.5, 0.88], [0.64, 0.42]]);
  },
  me(c, k) {
    figure(c, k.red, k.halo);
  },
  other(c, k) {
    figure(c, k.blue, k.halo);
    c.fillStyle = k.halo;
    c.fillRect(0.4, 0.62, 0.2, 0.07);
  },
};

// A plane has ten cells and four turns; each cell shows its part of the whole.
for (let turn = 0; turn < 4; turn++) {
  for (let part = 0; part < 10; part++) GLYPHS[`plane${turn}-${part}`] = (c, k) => planePart(c, k, turn, part);
}

/** Draw a cell at the origin, `size` pixels wide. */
export function paint(c, name, size, inks, variant = 0) {
  const [ground, glyph] = split(name);
  c.save();
  c.scale(size, size);
  GROUNDS[ground](c, inks, size, variant % (VARIANTS[ground] ?? 1));
  for (const one of glyph ? glyph.split(" ") : []) paintGlyph(c, one, size, inks);
  c.restore();
}

function paintGlyph(c, glyph, size, inks) {
  c.lineCap = c.lineJoin = "round";
  if (GLYPHS[glyph]) GLYPHS[glyph](c, inks, size);
  else letter(c, glyph, inks[`n${glyph}`] ?? inks.ink, size);
}

/** Draw what stands on a cell, without its ground, over what else is on a board. */
export function stand(c, glyph, { row, col }, size, inks) {
  c.save();
  c.translate(col * size, row * size);
  c.scale(size, size);
  paintGlyph(c, glyph, size, inks);
  c.restore();
}

/** Give the one colour that stands for a cell where it is a few pixels wide. */
export function colourOf(name, inks) {
  const [ground, glyph] = split(name);
  const bright = { flag: "red", mine: "ink", blast: "red", wreck: "red", hit: "red", boat: "hull", flagmine: "red" };
  if (bright[glyph]) return inks[bright[glyph]];
  if (inks[`n${glyph}`]) return inks["paper-line"];
  return { fog: inks.fog, open: inks.paper, hit: inks.red }[ground] ?? inks[ground];
}

/** Split the name of a cell into its ground and what stands on it. */
export function split(name) {
  const at = name.indexOf(" ");
  return at < 0 ? [name, ""] : [name.slice(0, at), name.slice(at + 1)];
}

function fill(c, colour) {
  c.fillStyle = colour;
  c.fillRect(0, 0, 1, 1);
}

function edge(c, colour, size) {
  c.fillStyle = colour;
  c.fillRect(0, 1 - 1 / size, 1, 1 / size);
  c.fillRect(1 - 1 / size, 0, 1 / size, 1);
}

function ellipse(c, x, y, rx, ry) {
  c.beginPath();
  c.ellipse(x, y, rx, ry, 0, 0, 2 * Math.PI);
  c.fill();
}

function ring(c, x, y, r) {
  c.beginPath();
  c.arc(x, y, r, 0, 2 * Math.PI);
  c.stroke();
}

function trace(c, points) {
  c.beginPath();
  points.forEach(([x, y], index) => (index ? c.lineTo(x, y) : c.moveTo(x, y)));
}

function shape(c, points) {
  trace(c, points);
  c.closePath();
  c.fill();
}

function line(c, points) {
  trace(c, points);
  c.stroke();
}

function rounded(c, x, y, w, h, r) {
  c.beginPath();
  c.roundRect(x, y, w, h, r);
  c.fill();
}

function star(c, outer, inner, tips) {
  const points = Array.from({ length: tips * 2 }, (_, index) => {
    const reach = index % 2 ? inner : outer;
    const angle = (index * Math.PI) / tips - Math.PI / 2;
    return [0.5 + Math.cos(angle) * reach, 0.5 + Math.sin(angle) * reach];
  });
  shape(c, points);
}

function cross(c, colour, from, width) {
  c.strokeStyle = colour;
  c.lineWidth = width;
  line(c, [[from, from], [1 - from, 1 - from]]);
  line(c, [[1 - from, from], [from, 1 - from]]);
}

function wave(c, x, y) {
  c.beginPath();
  c.moveTo(x, y);
  c.quadraticCurveTo(x + 0.07, y - 0.08, x + 0.14, y);
  c.quadraticCurveTo(x + 0.21, y + 0.08, x + 0.28, y);
  c.stroke();
}

function tuft(c, x, y) {
  line(c, [[x - 0.08, y - 0.1], [x - 0.02, y]]);
  line(c, [[x, y - 0.14], [x, y]]);
  line(c, [[x + 0.08, y - 0.1], [x + 0.02, y]]);
}

function figure(c, colour, halo) {
  c.fillStyle = halo;
  ellipse(c, 0.5, 0.33, 0.2, 0.2);
  shape(c, [[0.14, 0.9], [0.36, 0.4], [0.64, 0.4], [0.86, 0.9]]);
  c.fillStyle = colour;
  ellipse(c, 0.5, 0.33, 0.15, 0.15);
  shape(c, [[0.22, 0.85], [0.42, 0.44], [0.58, 0.44], [0.78, 0.85]]);
}

/** The ten cells of a plane with its nose up, the head first, as [across, down] from the head. */
const PLANE = [[0, 0], [-2, 1], [-1, 1], [0, 1], [1, 1], [2, 1], [0, 2], [-1, 3], [0, 3], [1, 3]];

/** One cell of a plane whose nose points up, right, down or left: what of the whole shape is seen in it. */
function planePart(c, k, turn, part) {
  const [across, down] = PLANE[part];
  c.save();
  c.beginPath();
  c.rect(0, 0, 1, 1);
  c.clip();
  c.translate(0.5, 0.5);
  c.rotate((turn * Math.PI) / 2);
  c.translate(-across, -down);
  planeOutline(c);
  c.fillStyle = k.hull;
  c.fill();
  c.fillStyle = k["hull-light"];
  ellipse(c, 0, 0.06, 0.13, 0.22);
  c.strokeStyle = k["hull-light"];
  c.globalAlpha = 0.5;
  c.lineWidth = 0.04;
  line(c, [[0, 0.5], [0, 2.9]]);
  line(c, [[-2.2, 1.12], [2.2, 1.12]]);
  c.restore();
}

/** Trace a plane with its nose up; its head is the cell around (0, 0). */
export function planeOutline(c) {
  c.beginPath();
  c.moveTo(0, -0.42);
  c.bezierCurveTo(0.3, -0.36, 0.34, 0.1, 0.34, 0.62);
  c.lineTo(2.3, 0.82);
  c.quadraticCurveTo(2.46, 1, 2.4, 1.34);
  c.lineTo(0.34, 1.36);
  c.lineTo(0.26, 2.7);
  c.lineTo(1.32, 2.8);
  c.quadraticCurveTo(1.44, 3, 1.36, 3.24);
  c.lineTo(0.2, 3.26);
  c.lineTo(0, 3.4);
  c.lineTo(-0.2, 3.26);
  c.lineTo(-1.36, 3.24);
  c.quadraticCurveTo(-1.44, 3, -1.32, 2.8);
  c.lineTo(-0.26, 2.7);
  c.lineTo(-0.34, 1.36);
  c.lineTo(-2.4, 1.34);
  c.quadraticCurveTo(-2.46, 1, -2.3, 0.82);
  c.lineTo(-0.34, 0.62);
  c.bezierCurveTo(-0.34, 0.1, -0.3, -0.36, 0, -0.42);
  c.closePath();
}

function letter(c, text, colour, size) {
  if (size < 8) return;
  c.save();
  c.scale(1 / size, 1 / size);
  c.font = `700 ${Math.round(size * 0.66)}px "Fogfield Sans", system-ui, sans-serif`;
  c.textAlign = "center";
  c.textBaseline = "alphabetic";
  c.fillStyle = colour;
  c.fillText(text, size / 2, size * 0.735);
  c.restore();
}
