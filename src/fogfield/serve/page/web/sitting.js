// Sitting down: every way to a seat ends here. The server keeps the seat by a cookie that no script can read.
import { boards } from "./boards.js";
import { ask } from "./net.js";
import { go, matchPath } from "./router.js";
import { nickname, note, remember } from "./state.js";

const named = () => (nickname.value.trim() ? { name: nickname.value.trim() } : {});

async function sit(path, wish) {
  try {
    const seated = await ask("POST", path, { ...wish, ...named() });
    remember(seated);
    go(matchPath(seated.match));
    return null;
  } catch (problem) {
    note(problem.message, "bad");
    return problem;
  }
}

/** Begin a match, with the time that its board gives people unless another was chosen. */
export function begin(game, wish = {}) {
  const think_s = boards.value[game]?.think_s;
  return sit("/api/matches", { game, ...(think_s === undefined ? {} : { think_s }), ...wish });
}

/** Take a free seat of a match that waits. */
export const join = (match) => sit(`/api/matches/${encodeURIComponent(match)}/seats`, {});

/** Accept an invitation. */
export const accept = (code) => sit(`/api/invitations/${encodeURIComponent(code)}`, {});

/** Say whether options are as somebody wants them. */
export const same = (options, wanted) => Object.entries(wanted).every(([key, value]) => options[key] === value);

/** What a board says about a quick game, as a wish. */
export function quickWish(board, game) {
  const wish = { ...board.quick };
  if (game.seats > 1) Object.assign(wish, { opponent: "bot" }, wish);
  return wish;
}

/** Copy a text; says whether that worked. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    note("Copied.");
  } catch {
    note(`This browser does not let the page copy; here it is: ${text}`);
  }
}
