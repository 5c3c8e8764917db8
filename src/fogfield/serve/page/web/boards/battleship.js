// Battleship: boats of one cell in two waters. Both place theirs, then they take turns, hit or miss.
import { html, useCallback, useMemo, useState } from "../ui.js";
import { Grid } from "../grid.js";
import { frame } from "../chart.js";
import { relaid } from "../heat.js";
import { called, count } from "../words.js";

const LOOKS = { "~": "sea", O: "sea boat", X: "sea wreck", "*": "sea miss" };
const WORDS = { "~": "water, or nothing known", O: "a boat", X: "a boat that was hit", "*": "a miss" };

/** Give how many cells are in a row: the published client has four for its sixteen. */
export const wide = (cells) => Math.ceil(Math.sqrt(cells));

/** Give a random choice of cells. */
export function anywhere(cells, boats, chance = Math.random) {
  const left = Array.from({ length: cells }, (_, index) => index);
  return Array.from({ length: boats }, () => left.splice(Math.floor(chance() * left.length), 1)[0]).sort((a, b) => a - b);
}

/** Name a cell by its row and column. */
export function named(index, cells) {
  return `row ${Math.floor(index / wide(cells)) + 1}, column ${(index % wide(cells)) + 1}`;
}

function Waters({ chars, chosen, title, note, hot, last, onPick, active, heat }) {
  const cells = chars.length;
  const cols = wide(cells);
  const rows = Math.ceil(cells / cols);
  const key = chosen ? chosen.join() : "";
  const look = (index) => (index >= cells ? "void" : chosen?.includes(index) ? "sea boat" : LOOKS[chars[index]]);
  const at = useCallback((row, col) => look(row * cols + col), [chars, key]);
  const label = ({ row, col }) => {
    const index = row * cols + col;
    if (index >= cells) return "no cell";
    return chosen?.includes(index) ? "your boat" : chars[index] === "~" && hot ? "not attacked yet" : WORDS[chars[index]];
  };
  const over = useMemo(() => {
    if (last === null || last === undefined) return null;
    const cell = { row: Math.floor(last / cols), col: last % cols };
    return (c, size, inks) => frame(c, cell, size, [[inks.halo, size * 0.1], [inks.amber, size * 0.06]]);
  }, [last, cols]);
  const folded = useMemo(() => heat && relaid(heat, (row, col) => heat(0, row * cols + col)), [heat]);
  const pick = ({ row, col }) => row * cols + col < cells && onPick?.(row * cols + col);
  return html`
    <section class=${`waters${active ? " waters-active" : ""}`}>
      <h3>${title} <small>${note}</small></h3>
      <${Grid} rows=${rows} cols=${cols} at=${at} over=${over} heat=${folded} name=${title} label=${label} onPrimary=${pick}
        largest=${cols > 8 ? 44 : 76} smallest=${30} share=${0.5} />
    </section>`;
}

function Board({ match, view, act, busy, heat }) {
  const { cells, boats } = view.options;
  const [chosen, setChosen] = useState([]);
  const me = view.seat ?? 0;
  const placing = act && !view.placed[me];
  const last = (seat) => view.shots[1 - seat].at(-1);
  const toggle = (index) => {
    if (chosen.includes(index)) setChosen(chosen.filter((one) => one !== index));
    else if (chosen.length < boats) setChosen([...chosen, index]);
    else setChosen([...chosen.slice(1), index]);
  };
  const attack = (index) => {
    if (act && !busy && view.to_act.includes(me) && !placing && view.boards[1 - me][index] === "~") act(["attack", index]);
  };
  const seats = view.seat === null ? [0, 1] : [1 - me, me];
  const blank = "~".repeat(cells);
  return html`
    <div class="sea">
      ${placing && html`
        <div class="tools">
          <p class="tally">Place ${count(boats, "boat")}: <b>${chosen.length}</b> placed</p>
          <button type="button" class="button-quiet" onClick=${() => setChosen(anywhere(cells, boats))}>Anywhere</button>
          <button type="button" class="button-quiet" disabled=${!chosen.length} onClick=${() => setChosen([])}>Clear</button>
          <button type="button" class="button" disabled=${chosen.length !== boats || busy}
            onClick=${() => act(["place", ...[...chosen].sort((a, b) => a - b)])}>Ready</button>
        </div>`}
      <div class="pair">
        ${seats.map((seat) => {
          const own = seat === view.seat;
          const hot = !own && act && view.to_act.includes(me) && !placing;
          return html`
            <${Waters} key=${seat} chars=${view.boards[seat] || blank} chosen=${own && placing ? chosen : null} hot=${hot}
              title=${own ? "Your waters" : view.seat === null ? `Waters of ${called(match, seat)}` : "Enemy waters"}
              note=${view.placed[seat] ? `${count(afloat(view, seat), "boat")} afloat` : "placing"} last=${last(seat)}
              active=${hot || (own && placing)} heat=${heat?.seat === seat ? heat : null} onPick=${own ? placing && toggle : attack} />`;
        })}
      </div>
    </div>`;
}

function status(match) {
  const { view, seat } = match;
  const mine = seat !== null && view.to_act.includes(seat);
  if (!view.placed.every(Boolean)) {
    if (mine) return `Put your ${count(view.options.boats, "boat")} on your waters, then press Ready.`;
    return seat === null ? "The boats are being placed." : "The other one is still placing boats.";
  }
  if (mine) return "Your turn: attack a cell of the enemy waters.";
  return `${called(match, view.to_act[0] ?? 0)} is to attack.`;
}

function events(before, after) {
  const found = [];
  const { options } = after.view;
  after.view.placed.forEach((placed, seat) => {
    if (placed && !before.view.placed[seat]) found.push({ text: `${called(after, seat)}: boats placed.`, sound: "move" });
  });
  after.view.shots.forEach((shots, seat) => {
    for (const cell of shots.slice(before.view.shots[seat].length)) {
      const hit = after.view.boards[1 - seat][cell] === "X";
      const who = seat === after.seat ? "You" : called(after, seat);
      found.push({ text: `${who} attacked ${named(cell, options.cells)}: ${hit ? "a hit!" : "a miss."}`, sound: hit ? "hit" : "miss" });
    }
  });
  return found;
}

/** Give how many boats of a seat were not hit yet. */
export const afloat = (view, seat) => view.options.boats - [...view.boards[seat]].filter((char) => char === "X").length;

const SAMPLE = "~*~~O~X~~*~~~O~~~X";

export default {
  game: "battleship",
  title: "Battleship",
  tagline: "Three boats in sixteen cells of sea. Find theirs before they find yours.",
  rules: [
    "Both place their boats, one cell each, where they like.",
    "Then they attack in turns, hit or miss. Whoever sits at the first seat begins.",
    "Who hits the last boat of the other has won.",
  ],
  keys: { "Enter, Space": "place a boat, or attack" },
  picture: { rows: 3, cols: 6, at: (row, col) => LOOKS[SAMPLE[row * 6 + col]] },
  quick: { bot: "hunter" },
  bots: { hunter: "Hunter, who remembers where people hide", random: "Anywhere, who shoots at random" },
  presets: [
    { label: "As published", options: { cells: 16, boats: 3 } },
    { label: "Wider", options: { cells: 36, boats: 6 } },
    { label: "Ocean", options: { cells: 144, boats: 14 } },
  ],
  fields: [
    { key: "cells", label: "Cells", least: 2, most: 255 },
    { key: "boats", label: "Boats", least: 1, most: 254 },
  ],
  curves: [
    {
      name: "Boats afloat", each: true, value: ({ view }, seat) => afloat(view, seat) / view.options.boats,
      text: ({ view }, seat) => `${afloat(view, seat)} of ${view.options.boats}`,
    },
  ],
  terminal: (host, port) => `fogfield play battleship ${host} --port ${port}`,
  status,
  events,
  Board,
};
