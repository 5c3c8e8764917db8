// Sitting down: every way to a seat ends here. The server keeps the seat by a cookie that no script can read.
import { boards } from "./boards.js";
import { ask } from "./net.js";
import { go, matchPath } from "./router.js";
import { nickname, note, remember } from "./state.js";

const named = () => (nickname.value.trim() ? { name: nickname.value.trim() } : {});

/** Tell a board that somebody sits at a match of it, with the options that he asked for. */
const tell = (game, match, options) => options && boards.value[game]?.sat?.(match, options).catch(() => null);

async function sit(path, wish, options) {
  try {
    const seated = await ask("POST", path, { ...wish, ...named() });
    remember(seated);
    await tell(seated.game, seated.match, options);
    go(matchPath(seated.match));
    return null;
  } catch (problem) {
    note(problem.message, "bad");
    return problem;
  }
}

/** Begin a match, with the time that its board gives people unless another was chosen. */
export async function begin(game, { options, ...wish } = {}) {
  const think_s = boards.value[game]?.think_s;
  try {
    const board = await wished(game, options);
    return sit("/api/matches", { game, ...(think_s === undefined ? {} : { think_s }), ...wish, ...board }, options);
  } catch (problem) {
    note(problem.message, "bad");
    return problem;
  }
}

/** Give options as a wish; those that take a search are completed first. */
async function wished(game, options) {
  if (!options) return {};
  if (!boards.value[game]?.made?.(options)) return { options };
  const { make } = await import("./making.js");
  return { board: await make(game, options) };
}

/** Play again at the same table: with other options if there are some, else the same is asked for again. */
export async function again(match, options) {
  const answer = await ask("POST", `/api/matches/${encodeURIComponent(match.id)}/rematch`, await wished(match.game, options));
  if (!answer.next) return;
  remember({ match: answer.next, game: match.game });
  await tell(match.game, answer.next, options);
  go(matchPath(answer.next), { replace: true });
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
