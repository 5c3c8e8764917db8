// A bot of the house plays the own seat while its player watches, until he takes it back.
import { html, useState } from "./ui.js";
import { BotChoice } from "./bots.js";
import { ask } from "./net.js";
import { games, note } from "./state.js";

const PACES = [[900, "slow"], [300, "brisk"], [0, "as fast as it can"]];

/** Buttons to let a bot play, and to take the seat back. `match.bot` says which one plays now; `names` what they are called. */
export function Autopilot({ match, names = {} }) {
  const bots = games.value?.[match.game]?.bots ?? [];
  const [bot, setBot] = useState(bots[0]);
  const [pace, setPace] = useState(300);
  const [busy, setBusy] = useState(false);
  const path = `/api/matches/${encodeURIComponent(match.id)}/seats/me/bot`;
  const run = async (method, body) => {
    setBusy(true);
    await ask(method, path, body).catch((problem) => note(problem.message, "bad"));
    setBusy(false);
  };
  if (match.bot) {
    return html`
      <div class="autopilot" role="group" aria-label="A bot plays for you">
        <p class="tally"><b>${match.bot.name}</b> plays for you.</p>
        <button type="button" class="button" disabled=${busy} onClick=${() => run("DELETE")}>Take over</button>
      </div>`;
  }
  return html`
    <div class="autopilot" role="group" aria-label="Let a bot play for you">
      <${BotChoice} label="Bot" bots=${bots} names=${names} value=${bot} onChange=${setBot} />
      <label>Pace <select value=${String(pace)} onChange=${(event) => setPace(Number(event.target.value))}>
        ${PACES.map(([ms, text]) => html`<option value=${String(ms)}>${text}</option>`)}</select></label>
      <button type="button" class="button-quiet" disabled=${busy} onClick=${() => run("POST", { bot, pace_ms: pace })}>Let it play</button>
    </div>`;
}
