// Boards that take a search: the server makes them; here is told how far it is, and it can be given up.
import { html, signal, useEffect, useState } from "./ui.js";
import { Problem, ask, sentence } from "./net.js";
import { Dialog } from "./shell.js";
import { overlay, say } from "./state.js";

/** Most searches end before anybody would read of them. */
const SHOWN_AFTER_MS = 350;
const progress = signal({ tries: 0, since: 0 });
let stop = () => {};

/** Have a board made; gives its name, and throws a `Problem` if there is none. */
export async function make(game, options) {
  let stopped = false;
  const job = await ask("POST", "/api/boards", { game, options });
  const path = `/api/boards/${encodeURIComponent(job.board)}`;
  progress.value = { tries: 0, since: performance.now() };
  stop = () => {
    stopped = true;
    overlay.value = null;
    ask("DELETE", path).catch(() => null);
  };
  const timer = setTimeout(() => (overlay.value = Making), SHOWN_AFTER_MS);
  try {
    let now = job;
    while (now.status === "making" && !stopped) {
      now = await ask("GET", `${path}?wait_s=1`).catch((problem) => {
        if (!stopped) throw problem;
        return job;
      });
      progress.value = { ...progress.value, tries: now.tries };
    }
    if (stopped) throw new Problem("The search was given up.");
    if (now.status === "failed") throw new Problem(sentence(now.text));
    return now.board;
  } finally {
    clearTimeout(timer);
    overlay.value = null;
  }
}

function Making() {
  const { tries, since } = progress.value;
  const [, tick] = useState(0);
  useEffect(() => {
    say("A board without a guess is being searched for.");
    const timer = setInterval(() => tick((turn) => turn + 1), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.round((performance.now() - since) / 1000);
  return html`
    <${Dialog} open=${true} title="Looking for a board without a guess" onClose=${() => stop()}>
      <p>Boards are laid and solved until one needs no guess at all. Dense ones take long, and some are never found: the search ends by itself after half a minute.</p>
      <p class="making"><progress aria-label="The search goes on"></progress>
        ${tries > 0 ? html`<span><b>${tries.toLocaleString("en")}</b> boards tried in ${seconds} s</span>` : html`<span>The first ones are laid.</span>`}</p>
      <p><button type="button" class="button" onClick=${() => stop()}>Give up</button></p>
    <//>`;
}
