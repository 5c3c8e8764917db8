import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./browser.js";

const { default: board, asked, chosen } = await page("boards/classic.js");
const { chording, marking, revealing } = await page("boards/classic/table.js");
const { kindOf, nameOf, pathOf, read, titleOf, today } = await page("boards/classic/names.js");
const { begin, clock, end, noted, ranked, secondsOf, settle, unlisted } = await page("boards/classic/times.js");
const { figures } = await page("boards/classic/after.js");
const { known, opened } = await page("boards/classic/proof.js");
const { counted, ground, untouched } = await page("hints.js");
const { brief, edgeFor } = await page("hintbox.js");
const { colourOf, percent } = await page("odds.js");

test("the name of a board is read, and what is none is refused in a sentence", () => {
  const options = { columns: 30, rows: 16, mines: 99, start: "safe", seed: "fern" };
  assert.deepEqual(read(" 30x16-99-safe-fern "), options);
  for (const wrong of ["", "30x16", "0x9-1-safe-a", "9x9-10-maybe-a", "9x9-10-safe-a b"]) assert.throws(() => read(wrong), /no name of a board/);
  for (const large of ["256x9-10-safe-a", "9x999-10-safe-a"]) assert.throws(() => read(large), /too large: up to 255x255/);
  assert.equal(nameOf(options), "30x16-99-safe-fern");
  assert.equal(pathOf("9x9-10-safe-a"), "/play/classic?board=9x9-10-safe-a");
  assert.equal(kindOf(options), "30x16-99-safe");
  assert.equal(titleOf(options), "Expert, safe start");
  assert.equal(titleOf({ ...options, columns: 20 }), "20×16, 99 mines, safe start");
  assert.equal(titleOf({ ...options, mines: 1 }), "30×16, 1 mine, safe start");
});

test("a new board has no seed, that of the day the date, and a named one what its name says", () => {
  const options = { columns: 9, rows: 9, mines: 10, start: "zero", seed: "left over", questions: true };
  const now = new Date("2031-02-03T04:05:06Z");
  assert.equal(today(now), "2031.02.03");
  assert.equal(asked({ ...options, which: "new" }, now).seed, "");
  assert.deepEqual(asked({ ...options, which: "daily" }, now), { ...options, seed: "2031.02.03" });
  const named = asked({ ...options, which: "named", name: "5x4-3-unsafe-x" });
  assert.deepEqual(named, { columns: 5, rows: 4, mines: 3, start: "unsafe", seed: "x", questions: true });
  assert.deepEqual(board.given({ board: "5x4-3-unsafe-x" }), { which: "named", name: "5x4-3-unsafe-x" });
  assert.deepEqual(board.given({}), { which: "new" });
  assert.equal(board.made({ start: "noguess" }), true);
  assert.equal(board.made({ start: "zero" }), false);
});

test("who wants the board of the day gets that which others play, also in the terminal, and may change it then", () => {
  const small = { columns: 9, rows: 9, mines: 10, start: "safe", which: "daily", questions: true };
  const daily = { ...small, columns: 16, rows: 16, mines: 40, start: "zero" };
  assert.deepEqual(chosen(small, "which"), daily);
  assert.equal(chosen(small, "mines"), small);
  const fresh = { ...small, which: "new" };
  assert.equal(chosen(fresh, "which"), fresh);
});

test("a click opens what is closed, never a flag, and opens around a number that has its flags", () => {
  const field = ["!?~", "?1?", "..?"];
  assert.deepEqual(revealing(field, { row: 0, col: 1 }), ["reveal", 0, 1]);
  assert.deepEqual(revealing(field, { row: 0, col: 2 }), ["reveal", 0, 2]);
  assert.equal(revealing(field, { row: 0, col: 0 }), null);
  assert.deepEqual(revealing(field, { row: 1, col: 1 }), ["chord", 1, 1]);
  assert.equal(chording(["??", "1."], { row: 1, col: 0 }), null);
  assert.deepEqual(chording(["~?", "2."], { row: 1, col: 0 }), ["fence", 1, 0]);
  assert.deepEqual(revealing(["!?", "2."], { row: 1, col: 0 }), ["fence", 1, 0]);
  assert.equal(chording(["!.", "1."], { row: 1, col: 0 }), null);
  assert.deepEqual(marking(field, { row: 0, col: 0 }), ["mark", 0, 0]);
  assert.equal(marking(field, { row: 1, col: 1 }), null);
});

test("what happened is told in a sentence", () => {
  const at = (...cells) => ({ seat: 0, view: { board: cells, options: { mines: 2, start: "safe" }, outcome: null } });
  const told = (before, after) => board.events(at(before), at(after))[0]?.text;
  assert.equal(told("??", "1?"), "Opened row 1, column 1: 1 mine around.");
  assert.equal(told("??", "?!"), "Flagged row 1, column 2.");
  assert.equal(told("!?", "~?"), "Put a question mark on row 1, column 1.");
  assert.equal(told("~?", "??"), "Took the mark from row 1, column 1.");
  assert.equal(told("???", "11?"), "Opened 2 cells.");
  assert.equal(told("??", "??"), undefined);
  assert.equal(board.status(at("??")), "Open any cell: the first one is no mine.");
  assert.equal(board.status(at("1?")), "Open everything but the 2 mines.");
});

test("the clock begins once and ends once, and nothing ends that has not begun", () => {
  assert.deepEqual(noted([], "m", "ended", 5), []);
  const began = noted([], "m", "began", 1000);
  assert.equal(noted(began, "m", "began", 2000), began);
  const [game] = noted(began, "m", "ended", 4500);
  assert.equal(secondsOf(game, 9000), 3.5);
  assert.equal(secondsOf(began[0], 2000), 1);
  assert.equal(secondsOf(null), 0);
  assert.deepEqual([clock(9.26, 1), clock(61.5, 1), clock(59), clock(125)], ["9.3 s", "1:01.5", "59 s", "2:05"]);
});

test("the five best times are kept, and a game with hints, a lost one and a known board are not listed", () => {
  let all = [];
  for (const seconds of [50, 10, 40, 20, 30]) ({ all } = ranked(all, seconds, "day"));
  assert.deepEqual(all.map((one) => one.seconds), [10, 20, 30, 40, 50]);
  assert.equal(ranked(all, 15, "day").place, 1);
  assert.equal(ranked(all, 60, "day").place, -1);
  assert.equal(unlisted({ won: true, hints: 0, known: false, seconds: 9 }), "");
  assert.match(unlisted({ won: true, hints: 1, known: false, seconds: 9 }), /with hints/);
  assert.match(unlisted({ won: true, hints: 0, known: true, seconds: 9 }), /before/);
  assert.match(unlisted({ won: false, hints: 0, known: false, seconds: 9 }), /won/);
});

test("a board that was asked for by name is known from its first cell on, also to somebody who left it", async () => {
  const options = { columns: 9, rows: 9, mines: 10, start: "safe", seed: "left" };
  const told = (match) => (end(match), settle({ match, kind: "k", name: nameOf(options), won: true, hints: 0 }).why);
  const known = /before/;
  await board.sat("first", options);
  await board.sat("second", options);
  begin("second"); // the first one was never begun: there was nothing to see
  begin("first");
  assert.doesNotMatch(told("second"), known);
  assert.match(told("first"), known);
  await board.sat("other", { ...options, seed: "" });
  begin("other");
  end("other");
  const why = (match, seed) => settle({ match, kind: "k", name: nameOf({ ...options, seed }), won: true, hints: 0 }).why;
  assert.doesNotMatch(why("other", "drawn"), known);
  begin("again");
  end("again");
  assert.match(why("again", "drawn"), known);
});

test("figures tell efficiency only of games that are won", () => {
  const view = { effort: 30, actions: 40 };
  assert.deepEqual(figures(view, 15, true), [["3BV", "30"], ["Actions", "40"], ["Efficiency", "75 %"], ["3BV per second", "2.00"]]);
  assert.deepEqual(figures(view, 15, false), [["3BV", "30"], ["Actions", "40"]]);
});

test("a proof opens areas by itself, and shows mines as flags", () => {
  const truth = opened(["?????", "B????", "?????"]);
  assert.deepEqual(truth, ["11...", "B1...", "11..."]);
  assert.deepEqual(known(truth, [0, 4], []), ["?1...", "?1...", "?1..."]);
  const steps = [{ safe: [], mines: [[1, 0]] }, { safe: [[0, 0]], mines: [] }];
  assert.deepEqual(known(truth, [0, 4], steps), ["11...", "!1...", "?1..."]);
  assert.deepEqual(opened(["@*", "/?"]), ["BB", "22"]);
});

test("hints are counted for each match, and stay true while only marks change", () => {
  assert.ok(untouched(["??!", "~??"]) && !untouched(["??!", "~1?"]));
  const once = counted([], "a");
  assert.deepEqual(counted(once, "a"), [["a", 2]]);
  assert.equal(counted(Array.from({ length: 20 }, (_, k) => [String(k), 1]), "new").length, 20);
  assert.equal(ground(["?!~", "1.."]), ground(["???", "1.."]));
  assert.notEqual(ground(["?!~"]), ground(["1!~"]));
});

test("a hint is said in a sentence, and its reasons one by one", () => {
  const hint = { strength: "cell", safe: false, cell: [254, 254], risk: 0.0799, steps: [] };
  const guess = "no cell is certainly safe; the best guess is row 255, column 255: 8.0 % risk, the best chance to survive this cell and the next one";
  const proved = { ...hint, risk: 0, safe: true, steps: [{}] };
  const told = [
    [{ ...hint, text: guess }, `N${guess.slice(1)}.`],
    [{ ...proved, text: "row 255, column 255 is safe: the 1 beside it has its mine" }, "Row 255, column 255 is safe."],
    [{ ...proved, text: "row 5, column 5 is safe; the flag there is wrong: the 1..." }, "Row 5, column 5 is safe; the flag there is wrong."],
    [{ ...hint, strength: "any", safe: true, text: "a closed cell is certainly safe" }, "Yes: a closed cell is certainly safe."],
    [{ ...hint, strength: "any", text: "no cell is certainly safe: it is a guess" }, "No: no cell is certainly safe: it is a guess."],
  ];
  for (const [one, short] of told) assert.equal(brief(one), short);
});

test("the box of a hint stands where it covers less of what the hint shows", () => {
  assert.equal(edgeFor(200, 640, { top: 260, bottom: 560 }), "top");
  assert.equal(edgeFor(200, 640, { top: 100, bottom: 400 }), "bottom");
  assert.equal(edgeFor(200, 640, { top: 150, bottom: 600 }), "top");
  assert.equal(edgeFor(200, 640, { top: 20, bottom: 460 }), "bottom");
});

test("only what is certain is written as 0 or 100, and colours differ", () => {
  assert.deepEqual([0, 0.001, 0.5, 0.999, 1].map(percent), ["0", "1", "50", "99", "100"]);
  const inks = { paper: "#faf5e8", blue: "#2b5f8c", amber: "#d99a2b", red: "#b8432f" };
  const seen = [0, 0.25, 0.5, 0.75, 1].map((value) => colourOf(value, inks).map(Math.round).join());
  assert.equal(new Set(seen).size, 5);
});
