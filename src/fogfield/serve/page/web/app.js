// The beginning: the frame of the page, and what is at this address.
import { html, later, render, useEffect, useRef, useState } from "./ui.js";
import { route, start } from "./router.js";
import { loadGames, note, overlay } from "./state.js";
import { Head, Notes, Voice, useTitle } from "./shell.js";
import { Lobby } from "./lobby.js";

// What the lobby does not need is loaded when somebody goes there.
const NewGame = later(() => import("./newgame.js").then((module) => module.NewGame));
const Invitation = later(() => import("./invitation.js").then((module) => module.Invitation));
const MatchPage = later(() => import("./match.js").then((module) => module.MatchPage));

function Nowhere() {
  useTitle("Nothing here");
  return html`
    <section class="empty">
      <h1>Nothing but fog here</h1>
      <p>There is no page at this address. The way back to the tables is short.</p>
      <p><a class="button" href="/">To the lobby</a></p>
    </section>`;
}

function Page() {
  const at = route.value;
  if (at.page === "lobby") return html`<${Lobby} />`;
  if (at.page === "new") return html`<${NewGame} key=${at.game} game=${at.game} asked=${at.asked} />`;
  if (at.page === "invitation") return html`<${Invitation} code=${at.code} />`;
  if (at.page === "match") return html`<${MatchPage} key=${at.match} name=${at.match} move=${at.move} as=${at.as} belief=${at.belief} />`;
  return html`<${Nowhere} />`;
}

function App() {
  const [fault, setFault] = useState(null);
  useEffect(() => {
    loadGames().catch((problem) => setFault(problem.message));
  }, []);
  const at = route.value;
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) document.getElementById("main").focus({ preventScroll: true }); // who listens hears of the new page
    first.current = false;
  }, [at.page, at.game, at.match, at.code]);
  return html`
    <a class="skip" href="#main" onClick=${skip}>To the content</a>
    <${Head} />
    <main id="main" tabindex="-1">
      ${fault && html`<p class="banner banner-bad">${fault} <button type="button" onClick=${() => location.reload()}>Load again</button></p>`}
      <${Page} />
    </main>
    <footer class="foot">
      <p>Fogfield hosts games of hidden information. <a href="/api/openapi.json" target="_blank">The API for programs</a></p>
    </footer>
    ${overlay.value && html`<${overlay.value} />`}
    <${Notes} />
    <${Voice} />`;
}

function skip(event) {
  event.preventDefault();
  document.getElementById("main").focus();
}

// A fault of the page's own is said, too: nothing here is ever just dead.
addEventListener("unhandledrejection", (event) => note(faultOf(event.reason), "bad"));
addEventListener("error", (event) => event.error && note(faultOf(event.error), "bad"));

function faultOf(error) {
  return `Something in the page went wrong (${error?.message ?? error}). Loading it again may help.`;
}

start();
const root = document.getElementById("app");
root.textContent = "";
render(html`<${App} />`, root);
