// What is told of a game that is over: its time, how well it was played, the best times; and the board once more.
import { html, useEffect, useState } from "../../ui.js";
import { hintsIn } from "../../hints.js";
import { copy } from "../../sitting.js";
import { kindOf, pathOf, read, titleOf } from "./names.js";
import { best, clock, settle } from "./times.js";

/** Give how well a game was played: the fewest reveals that would have done, and how many actions there were. */
export function figures({ effort, actions }, seconds, won) {
  const found = [["3BV", String(effort)], ["Actions", String(actions)]];
  if (won && actions) found.push(["Efficiency", `${Math.round((100 * effort) / actions)} %`]);
  if (won && seconds) found.push(["3BV per second", (effort / seconds).toFixed(2)]);
  return found;
}

export function After({ match, again, busy }) {
  const { view, outcome, seat } = match;
  const won = outcome.winners.includes(seat);
  const kind = kindOf(view.options);
  const [told, setTold] = useState(null);
  useEffect(() => {
    if (seat !== null) setTold(settle({ match: match.id, kind, name: view.name, won, hints: hintsIn(match.id) }));
  }, [match.id]);
  const list = best.value[kind] ?? [];
  return html`
    <div class="after">
      <dl class="figures">
        ${told && html`<div><dt>Time</dt><dd>${clock(told.seconds, 1)}</dd></div>`}
        ${figures(view, told?.seconds, won).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
        ${told && html`<div><dt>Hints</dt><dd>${told.hints}</dd></div>`}
      </dl>
      ${seat !== null && html`
        <div class="best"><h3>Best times, ${titleOf(view.options)}</h3>
          ${list.length === 0 && html`<p class="soft">None yet.</p>`}
          <ol>${list.map((one, index) => html`
            <li class=${index === told?.place ? "best-new" : ""}><b>${clock(one.seconds, 1)}</b> <span class="soft">${one.day}</span>${index === told?.place ? " this game" : ""}</li>`)}</ol>
          ${told?.why && won && html`<p class="soft">${told.why}</p>`}
        </div>`}
      <div class="share"><h3>This board</h3>
        <p><code>${view.name}</code></p>
        <p class="soft">Who opens the same first cell has the same mines.</p>
        <p class="card-buttons">
          <button type="button" class="button-small" onClick=${() => copy(location.origin + pathOf(view.name))}>Copy its link</button>
          ${seat !== null && html`<button type="button" class="button-small" disabled=${busy} onClick=${() => again(read(view.name))}>Play it again</button>`}
        </p>
      </div>
    </div>`;
}
