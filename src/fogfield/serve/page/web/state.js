// What the whole page knows: what somebody chose in this browser, the games of the server, and what is to be said.
import { computed, effect, signal } from "./ui.js";
import { ask } from "./net.js";

/** A value that this browser remembers. What another tab makes of it is heard of, and never written again: tabs would answer each other for ever. */
export function kept(key, first, good = () => true) {
  const read = (text) => {
    try {
      const found = text === null ? first : key === "theme" ? text : JSON.parse(text);
      if (good(found)) return found;
    } catch {
      // What cannot be read is as if it were not there.
    }
    return first;
  };
  let heard = read(remembered(key));
  const value = signal(heard);
  addEventListener("storage", (event) => {
    // null: everything was forgotten. What is there now counts, as another tab may have written since then.
    if (event.key === `fogfield.${key}` || event.key === null) value.value = heard = read(remembered(key));
  });
  effect(() => {
    const now = value.value;
    if (now === heard) return;
    heard = undefined;
    try {
      if (now === first) localStorage.removeItem(`fogfield.${key}`);
      else localStorage.setItem(`fogfield.${key}`, key === "theme" ? now : JSON.stringify(now));
    } catch {
      // It lasts as long as the page, then.
    }
  });
  return value;
}

function remembered(key) {
  try {
    return localStorage.getItem(`fogfield.${key}`);
  } catch {
    return null;
  }
}

const isText = (value) => typeof value === "string" && value.length <= 40;

export const theme = kept("theme", "auto", (value) => ["auto", "light", "dark"].includes(value));
export const sound = kept("sound", false, (value) => typeof value === "boolean");
export const nickname = kept("name", "", isText);
/** The matches that this browser has a seat at, the newest first, each with the code of its invitation if it has one. */
export const mine = kept("mine", [], (value) => Array.isArray(value) && value.every((one) => isText(one?.match)));

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const systemDark = signal(prefersDark.matches);
prefersDark.addEventListener("change", () => (systemDark.value = prefersDark.matches));

/** Whether it is dark now; boards are drawn anew when that changes. */
export const dark = computed(() => (theme.value === "auto" ? systemDark.value : theme.value === "dark"));

effect(() => {
  document.documentElement.dataset.theme = dark.value ? "dark" : "light";
});

/** Remember a seat that somebody has just taken here. */
export function remember(seated) {
  const others = mine.value.filter((one) => one.match !== seated.match).slice(0, 19);
  mine.value = [{ match: seated.match, game: seated.game, code: seated.code ?? null }, ...others];
}

/** What a screen reader says; a new text is said even if it is the same as before. */
export const said = signal({ text: "", turn: 0 });
export function say(text) {
  if (text) said.value = { text, turn: said.value.turn + 1 };
}

/** What is shown for a moment at the edge of the page. */
export const notes = signal([]);
let notesMade = 0;
export function note(text, kind = "plain") {
  const one = { id: ++notesMade, text, kind };
  notes.value = [...notes.value.filter((other) => other.text !== text), one].slice(-4);
  setTimeout(() => (notes.value = notes.value.filter((other) => other !== one)), 6000);
  say(text);
}

/** A component that lies over every page as long as it is there. */
export const overlay = signal(null);

/** The games of the server, by name; null until they are known. */
export const games = signal(null);
let asking = null;
export function loadGames() {
  asking ??= ask("GET", "/api/games")
    .then((answer) => (games.value = Object.fromEntries(answer.games.map((one) => [one.name, one]))))
    .finally(() => (asking = null));
  return asking;
}

const phone = matchMedia("(max-width: 560px)");
/** Whether there is as little room as on a phone; look.css says the same. */
export const narrow = signal(phone.matches);
phone.addEventListener("change", () => (narrow.value = phone.matches));

/** Whether motion is unwelcome. */
export const still = matchMedia("(prefers-reduced-motion: reduce)");
