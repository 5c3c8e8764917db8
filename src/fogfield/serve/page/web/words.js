// Sentences about matches. The server gives facts and short reasons; people are told what that means for them.
import { sentence } from "./net.js";

/** What a seat is called: its name, or what kind of player it is. */
export function called(match, seat) {
  const one = match.seats[seat];
  if (match.seat === seat) return one?.name ? `${one.name} (you)` : "You";
  if (!one) return match.status === "waiting" ? "Open seat" : "Nobody";
  if (one.kind === "bot") return /bot/i.test(one.name || "A bot") ? one.name || "A bot" : `${one.name} (bot)`;
  return one.name || (one.kind === "web" ? `Player ${seat + 1}` : `Player ${seat + 1} (${one.kind})`);
}

/** Say how a match ended, for who looks at it. */
export function ending(match) {
  return match.outcome ? `${headline(match)} ${reason(match.outcome, match.seat)}`.trim() : "";
}

const OTHER = "the other ";
/** How reasons begin that tell what the winner did. */
const DEED = /^(sank|destroyed|took) /;

/** Say why it ended. The rules give a few words that are true of the winner; who lost is told what the other did, or he himself. */
export function reason({ reason: words, winners }, seat = null) {
  if (!words) return "";
  const lost = seat !== null && winners.length > 0 && !winners.includes(seat);
  if (lost && words.startsWith(OTHER)) return sentence(`Reason: you ${words.slice(OTHER.length).replace(/^was /, "were ")}`);
  return sentence(`Reason: ${lost && DEED.test(words) ? OTHER : ""}${words}`);
}

/** Say in a word or two how it ended. */
export function headline({ outcome, seat, seats, ...match }) {
  if (!outcome) return "";
  if (outcome.winners.length === 0) return seats.length > 1 ? "Nobody won." : seat === null ? "Not solved." : "You lost.";
  if (seat !== null && seat !== undefined) return outcome.winners.includes(seat) ? "You won!" : "You lost.";
  if (seats.length === 1) return "Solved.";
  const names = outcome.winners.map((winner) => called({ ...match, seats, seat: null, status: "over" }, winner));
  return `${names.join(" and ")} won.`;
}

/** Give the word for so many of something: `mine` for 1, else `mines`. */
export function noun(number, one, many = `${one}s`) {
  return number === 1 ? one : many;
}

/** Give `3 mines`, `1 mine`. */
export function count(number, one, many) {
  return `${number} ${noun(number, one, many)}`;
}

/** Write seconds as people read them. */
export function time(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 60) return `${whole} s`;
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  if (minutes < 60) return `${minutes}:${String(rest).padStart(2, "0")}`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Who plays against whom, in one line. */
export function players(match) {
  return match.seats.map((_, seat) => called({ ...match, seat: null }, seat)).join(" against ");
}
