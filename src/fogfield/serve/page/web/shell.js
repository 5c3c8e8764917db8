// What is around every page: the head with what can be chosen, notes, the live region, help.
import { html, useEffect, useRef } from "./ui.js";
import { Icon } from "./icons.js";
import { narrow, nickname, notes, said, sound, theme } from "./state.js";

const THEMES = { auto: "as the system", light: "light", dark: "dark" };
const NEXT = { auto: "light", light: "dark", dark: "auto" };

export function Head() {
  const label = THEMES[theme.value];
  return html`
    <header class="head">
      <a class="brand" href="/" aria-label="Fogfield, to the lobby">
        <${Emblem} /><span>Fogfield</span>
      </a>
      <nav aria-label="Settings">
        <label class="nickname"><span>Your name</span>
          <input value=${nickname.value} maxlength="32" placeholder=${narrow.value ? "your name" : "a name, if you like"} autocomplete="nickname"
            spellcheck=${false} onInput=${(event) => (nickname.value = event.target.value)} />
        </label>
        <button type="button" class="quiet" aria-pressed=${sound.value} onClick=${() => (sound.value = !sound.value)}
          title=${sound.value ? "Sounds are on" : "Sounds are off"}>
          <${Icon} name=${sound.value ? "sound" : "silent"} /><span class="unseen">Sounds</span>
        </button>
        <button type="button" class="quiet" onClick=${() => (theme.value = NEXT[theme.value])} title=${`Colours: ${label}`}>
          <${Icon} name=${theme.value} /><span class="unseen">Colours: ${label}</span>
        </button>
      </nav>
    </header>`;
}

export function Emblem() {
  return html`
    <svg class="emblem" viewBox="0 0 32 32" aria-hidden="true">
      <rect x="2" y="2" width="28" height="28" rx="7" class="emblem-field" />
      <path d="M11 2v28M21 2v28M2 11h28M2 21h28" class="emblem-lines" />
      <path d="M2 17c5-5 9 2 14-1s8-5 14-1v8a7 7 0 0 1-7 7H9a7 7 0 0 1-7-7z" class="emblem-fog" />
      <path d="M16 5v7M16 5l5 2.2-5 2.3" class="emblem-flag" />
    </svg>`;
}

/** What was said last, for screen readers; two places take turns, so that the same words are read again. */
export function Voice() {
  const { text, turn } = said.value;
  return html`
    <div class="unseen" aria-live="polite" role="status" id="voice">
      <p>${turn % 2 ? text : ""}</p><p>${turn % 2 ? "" : text}</p>
    </div>`;
}

export function Notes() {
  return html`
    <div class="notes">
      ${notes.value.map((one) => html`
        <p key=${one.id} class=${`note note-${one.kind}`}>${one.text}
          <button type="button" class="quiet" aria-label="Close this note"
            onClick=${() => (notes.value = notes.value.filter((other) => other !== one))}><${Icon} name="close" /></button>
        </p>`)}
    </div>`;
}

/** A dialog that the browser itself keeps in front. */
export function Dialog({ open, title, onClose, children }) {
  const box = useRef(null);
  useEffect(() => {
    if (open && !box.current.open) box.current.showModal();
    if (!open && box.current.open) box.current.close();
  }, [open]);
  return html`
    <dialog ref=${box} onClose=${onClose} aria-label=${title}
      onClick=${(event) => event.target === box.current && box.current.close()}>
      ${open && html`<div class="sheet">
        <header><h2>${title}</h2>
          <button type="button" class="quiet" aria-label="Close" onClick=${() => box.current.close()}><${Icon} name="close" /></button></header>
        ${children}
      </div>`}
    </dialog>`;
}

/** How a game is played, and with which keys. */
export function Help({ board, open, onClose }) {
  return html`
    <${Dialog} open=${open} title=${`How to play ${board.title}`} onClose=${onClose}>
      <ul class="rules">${board.rules.map((rule) => html`<li>${rule}</li>`)}</ul>
      <h3>Keys</h3>
      <dl class="keys">
        <dt>Arrows, WASD, HJKL</dt><dd>move on the board; arrows with Ctrl ten cells at once</dd>
        ${Object.entries(board.keys ?? {}).map(([key, what]) => html`<dt>${key}</dt><dd>${what}</dd>`)}
        <dt>+ − 0</dt><dd>larger, smaller, the whole board</dd>
        <dt>?</dt><dd>this page</dd>
      </dl>
    <//>`;
}

/** Set the title of the window. */
export function useTitle(text) {
  useEffect(() => {
    document.title = text ? `${text} · Fogfield` : "Fogfield";
  }, [text]);
}
