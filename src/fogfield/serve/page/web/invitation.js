// What a friend sees who opens the link of an invitation.
import { html, useState } from "./ui.js";
import { accept } from "./sitting.js";
import { nickname } from "./state.js";
import { useTitle } from "./shell.js";

export function Invitation({ code }) {
  useTitle("An invitation");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const take = async (event) => {
    event.preventDefault();
    setBusy(true);
    const failed = await accept(code);
    setProblem(failed?.message ?? "");
    setBusy(false);
  };
  return html`
    <section class="empty">
      <h1>Somebody wants to play with you</h1>
      <p>One click, and you sit at the table. There is nothing to sign up for.</p>
      <form onSubmit=${take} class="narrow">
        <label>What the other one reads
          <input value=${nickname.value} maxlength="32" placeholder="a name, if you like" autocomplete="nickname"
            onInput=${(event) => (nickname.value = event.target.value)} />
        </label>
        <button class="button" disabled=${busy}>Take the seat</button>
      </form>
      ${problem && html`<p class="bad">${problem}</p><p><a href="/">To the lobby</a></p>`}
    </section>`;
}
