// Where boards are found: one module for each game, loaded when it is needed. docs/page.md says what such a module has.
import { signal } from "./ui.js";

/** The order in which games are offered; one that is not here comes after them. */
export const ORDER = ["classic", "battleship", "jminesweeper", "planefight", "treasurehunt", "alpha"];

/** The boards that are here, by the name of their game; null if there is none for a game. */
export const boards = signal({});
const coming = new Map();

/** Have the board of a game. */
export function load(game) {
  if (!coming.has(game)) {
    const arrived = (board) => (boards.value = { ...boards.value, [game]: board });
    const there = document.documentElement.dataset.boards.split(" ").includes(game);
    const module = there ? import(`./boards/${game}.js`) : Promise.resolve({ default: null });
    coming.set(game, module.then((found) => arrived(found.default), () => arrived(null)));
  }
  return coming.get(game);
}

/** Sort the names of games as they are offered. */
export function sorted(names) {
  const place = (name) => (ORDER.indexOf(name) + ORDER.length + 1) % (ORDER.length + 1) + (ORDER.includes(name) ? 0 : 99);
  return [...names].sort((one, other) => place(one) - place(other) || one.localeCompare(other));
}
