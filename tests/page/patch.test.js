import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./browser.js";

const { apply, keys } = await page("patch.js");

test("add, replace and remove do what RFC 6902 says", () => {
  const before = { board: ["??", "??"], shots: [[3], []], seat: null };
  const patch = [
    { op: "replace", path: "/board/1", value: "?!" },
    { op: "add", path: "/shots/1/-", value: 5 },
    { op: "add", path: "/shots/0/0", value: 1 },
    { op: "remove", path: "/seat" },
    { op: "add", path: "/turn", value: 2 },
  ];
  assert.deepEqual(apply(patch, before), { board: ["??", "?!"], shots: [[1, 3], [5]], turn: 2 });
});

test("what was there before stays as it was, and what did not change is the same object", () => {
  const before = { board: ["a", "b"], rest: { deep: [1] } };
  const after = apply([{ op: "replace", path: "/board/0", value: "c" }], before);
  assert.deepEqual(before, { board: ["a", "b"], rest: { deep: [1] } });
  assert.equal(after.rest, before.rest);
});

test("the whole value can be replaced", () => {
  assert.deepEqual(apply([{ op: "replace", path: "", value: 7 }], { a: 1 }), 7);
});

test("slashes and tildes in names are written as JSON pointers do", () => {
  assert.deepEqual(keys("/a~1b/m~0n"), ["a/b", "m~n"]);
  assert.deepEqual(apply([{ op: "replace", path: "/a~1b", value: 2 }], { "a/b": 1 }), { "a/b": 2 });
});

test("a patch that does not fit is no patch", () => {
  const wrong = [
    { op: "replace", path: "/none", value: 1 },
    { op: "remove", path: "/none" },
    { op: "add", path: "/list/3", value: 1 },
    { op: "replace", path: "/list/2", value: 1 },
    { op: "replace", path: "/list/x", value: 1 },
    { op: "replace", path: "/text/0", value: 1 },
    { op: "add", path: "/none/deeper", value: 1 },
    { op: "add", path: "list", value: 1 },
  ];
  for (const step of wrong) assert.throws(() => apply([step], { list: [1, 2], text: "ab" }), JSON.stringify(step));
});
