import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { page } from "./browser.js";

const folder = new URL("../../src/fogfield/serve/page/web/boards/", import.meta.url);
const games = readdirSync(folder).filter((name) => name.endsWith(".js")).map((name) => name.slice(0, -3));
const { GLYPHS, GROUNDS, split } = await page("sprites.js");
const { sorted } = await page("boards.js");

for (const game of games) {
  const { default: board } = await page(`boards/${game}.js`);

  test(`${game}: the board has every part of the contract`, () => {
    assert.equal(board.game, game);
    for (const part of ["title", "tagline"]) assert.equal(typeof board[part], "string", part);
    for (const part of ["status", "events", "Board"]) assert.equal(typeof board[part], "function", part);
    assert.ok(board.rules.length > 0 && board.rules.every((rule) => /[.!]$/.test(rule)));
    for (const field of board.fields) assert.ok(field.key && field.label && (field.kind || field.least <= field.most), field.key);
  });

  test(`${game}: its picture uses looks that exist`, () => {
    const { rows, cols, at } = board.picture;
    for (let row = 0; row < rows; row++) {
      for (let col = 0; col < cols; col++) {
        const [ground, glyph] = split(at(row, col));
        assert.ok(Object.hasOwn(GROUNDS, ground), `${row},${col}: ${at(row, col)}`);
        const known = glyph === "" || glyph.split(" ").every((one) => /^\d$/.test(one) || Object.hasOwn(GLYPHS, one));
        assert.ok(known, `${row},${col}: ${at(row, col)}`);
      }
    }
  });
}

test("games have an order, and new ones come after it", () => {
  assert.deepEqual(sorted(["zebra", "alpha", "battleship", "apple", "jminesweeper"]), ["battleship", "jminesweeper", "alpha", "apple", "zebra"]);
});

test("jminesweeper: a number with all its marks opens the rest around it", async () => {
  const { chord, changed, fenced, around } = await page("boards/jminesweeper.js");
  const board = ["!??", "?1?", "..?"];
  assert.deepEqual(chord(board, { row: 1, col: 1 }).length, 5);
  assert.deepEqual(chord(["???", "?1?", "..?"], { row: 1, col: 1 }), []);
  assert.deepEqual(chord(board, { row: 2, col: 0 }), []);
  assert.deepEqual(fenced(["?!?", "?8?", "B?@"], { row: 1, col: 1 }).length, 6);
  assert.deepEqual(fenced(["1?", "11"], { row: 1, col: 1 }), [{ row: 0, col: 1 }]);
  assert.deepEqual(fenced(["1!", "11"], { row: 1, col: 1 }), []);
  assert.deepEqual(fenced(["B?", "11"], { row: 1, col: 1 }), []);
  assert.deepEqual(fenced(["1?", "11"], { row: 0, col: 1 }), []);
  assert.equal(around({ row: 0, col: 0 }, 3, 3).length, 3);
  assert.deepEqual(changed(["??", "??"], ["??", "?1"]), [{ row: 1, col: 1, now: "1" }]);
});

test("jminesweeper: what happened is told in a sentence", async () => {
  const { default: board } = await page("boards/jminesweeper.js");
  const at = (cells, marks = 0) => ({ seat: 0, view: { board: cells, marks, bombs: 2, debug: false, outcome: null } });
  assert.deepEqual(board.events(at(["??"]), at(["1?"]))[0].text, "Opened row 1, column 1: 1 bomb around.");
  assert.deepEqual(board.events(at(["??"]), at(["?!"], 1))[0].text, "Marked row 1, column 2.");
  assert.deepEqual(board.events(at(["?!"], 1), at(["??"], 0))[0].text, "Took the mark from row 1, column 2.");
  assert.deepEqual(board.events(at(["??"]), at(["??"])), []);
});

test("battleship: boats are put on different cells", async () => {
  const { anywhere, named, wide } = await page("boards/battleship.js");
  const boats = anywhere(16, 15);
  assert.equal(new Set(boats).size, 15);
  assert.ok(boats.every((cell) => cell >= 0 && cell < 16));
  assert.deepEqual([wide(16), wide(2), wide(255)], [4, 2, 16]);
  assert.equal(named(6, 16), "row 2, column 3");
});

test("battleship: attacks are told from where one sits", async () => {
  const { default: board } = await page("boards/battleship.js");
  const seats = [{ name: "Mira", kind: "web" }, { name: "", kind: "bot" }];
  const view = { options: { cells: 4, boats: 1 }, placed: [true, true], boards: ["~~~~", "~~~~"], shots: [[], []], to_act: [0] };
  const after = { ...view, boards: ["X~~~", "~*~~"], shots: [[1], [0]] };
  const texts = board.events({ seat: 0, seats, view }, { seat: 0, seats, view: after }).map((one) => one.text);
  assert.deepEqual(texts, ["You attacked row 1, column 2: a miss.", "A bot attacked row 1, column 1: a hit!"]);
});

test("battleship: boats are afloat until they are hit", async () => {
  const { afloat } = await page("boards/battleship.js");
  assert.equal(afloat({ options: { boats: 2 }, boards: ["OX~*", "~~~~"] }, 0), 1);
  assert.equal(afloat({ options: { boats: 2 }, boards: ["OX~*", "~~~~"] }, 1), 2);
});
