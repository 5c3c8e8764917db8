// Choosing a bot: short names to choose from, and what the chosen one does in a line below, which a phone can wrap.
import { html, useId } from "./ui.js";

/** Split what a board says of a bot, `Hunter, who remembers where people hide`, into its name and the rest. */
export function described(text) {
  const [, name, what = ""] = /^(.*?)(?:, (.*))?$/s.exec(text);
  return { name, what };
}

/** `names` says what bots are called and do. */
export function BotChoice({ label, bots, names = {}, value, onChange }) {
  const id = useId();
  const { what } = described(names[value] ?? value);
  return html`
    <div class="bot-choice">
      <label class="field">${label}
        <select value=${value} aria-describedby=${what ? id : null} onChange=${(event) => onChange(event.target.value)}>
          ${bots.map((one) => html`<option value=${one}>${described(names[one] ?? one).name}</option>`)}
        </select></label>
      ${what && html`<small id=${id} class="soft">${what}</small>`}
    </div>`;
}
