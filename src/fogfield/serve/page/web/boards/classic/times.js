// How long games took, and the best times of each kind of board: kept in this browser.
import { kept } from "../../state.js";

const MOST_GAMES = 20;
const MOST_BOARDS = 300;
const MOST_BEST = 5;
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The last games: name of the match, when it began and ended, in milliseconds. */
const games = kept("classic.games", [], Array.isArray);
/** The best times by kind, each with its seconds and its day. */
export const best = kept("classic.best", {}, isObject);
/** The names of the boards that were begun, as far as they are known then, or played to their end. */
const boards = kept("classic.boards", [], Array.isArray);
/** The matches whose boards were asked for by name, with these: before the end the server tells nobody. */
const wishes = kept("classic.wishes", [], Array.isArray);

/** Give when a game began and ended, as far as it did. */
export const gameOf = (match) => games.value.find((one) => one.match === match) ?? null;

/** Note that a game has begun, or ended. */
export function noted(list, match, what, now) {
  const one = list.find((other) => other.match === match);
  if (one ? one[what] : what === "ended") return list; // only once, and nothing ends that has not begun
  return [...list.filter((other) => other.match !== match), { ...one, match, [what]: now }].slice(-MOST_GAMES);
}

/** Note that a match is played on a board that was asked for by name. */
export const wish = (match, name) => (wishes.value = [...wishes.value, [match, name]].slice(-MOST_GAMES));

/** Note that a game has begun: whoever leaves it has seen its board, if it is one that can be asked for again. */
export function begin(match) {
  if (gameOf(match)?.began) return;
  games.value = noted(games.value, match, "began", Date.now());
  const name = wishes.value.find(([one]) => one === match)?.[1];
  if (name === undefined) return;
  const known = boards.value.includes(name);
  games.value = games.value.map((one) => (one.match === match ? { ...one, known } : one));
  boards.value = seen(boards.value, name);
}

const seen = (list, name) => [...list.filter((one) => one !== name), name].slice(-MOST_BOARDS);
export const end = (match) => (games.value = noted(games.value, match, "ended", Date.now()));

/** Give the seconds that a game took so far, or in all. */
export function secondsOf(game, now = Date.now()) {
  return game?.began ? Math.max(0, ((game.ended ?? now) - game.began) / 1000) : 0;
}

/** Add a time to the best ones of its kind; gives them, and its place among them, or -1. */
export function ranked(list, seconds, day) {
  const one = { seconds, day };
  const all = [...list, one].sort((a, b) => a.seconds - b.seconds).slice(0, MOST_BEST);
  return { all, place: all.indexOf(one) };
}

/** Say why a game is not listed; nothing if it is. */
export function unlisted({ won, hints, known, seconds }) {
  if (!won) return "Only games that are won are listed.";
  if (hints) return "A game with hints is not listed among the best times.";
  if (known) return "You have played this board before, so its time is not listed.";
  return seconds ? "" : "This page did not see how long it took.";
}

/** Take a game that is over into the books, once; gives what is to be said of it. */
export function settle({ match, kind, name, won, hints }) {
  const game = gameOf(match);
  if (!game || game.told) return game?.told ?? null;
  const seconds = secondsOf(game);
  const why = unlisted({ won, hints, known: game.known ?? boards.value.includes(name), seconds });
  const ranking = why ? null : ranked(best.value[kind] ?? [], seconds, new Date().toISOString().slice(0, 10));
  const told = { seconds, why, place: ranking?.place ?? -1, hints };
  games.value = games.value.map((one) => (one.match === match ? { ...one, told } : one)); // first: another tab may be about to
  if (ranking) best.value = { ...best.value, [kind]: ranking.all };
  boards.value = seen(boards.value, name);
  return told;
}

/** Write seconds as on a stop watch. */
export function clock(seconds, digits = 0) {
  const minutes = Math.floor(seconds / 60);
  const rest = (seconds - minutes * 60).toFixed(digits);
  return minutes ? `${minutes}:${rest.padStart(digits ? digits + 3 : 2, "0")}` : `${rest} s`;
}
