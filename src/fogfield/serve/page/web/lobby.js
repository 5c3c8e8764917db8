// The lobby: the games, who waits, who plays, what was played.
import { html, useEffect, useState } from "./ui.js";
import { boards, load, sorted } from "./boards.js";
import { Picture } from "./grid.js";
import { ask } from "./net.js";
import { matchPath } from "./router.js";
import { begin, join, quickWish } from "./sitting.js";
import { games, mine } from "./state.js";
import { useTitle } from "./shell.js";
import { headline, players } from "./words.js";

const AGAIN_MS = 4000;

export function Lobby() {
  useTitle("");
  const [now, over, problem] = useTables();
  const names = games.value ? sorted(Object.keys(games.value)) : [];
  useEffect(() => names.forEach(load), [games.value]);
  return html`
    <section class="hero">
      <h1>Every field lies under fog.</h1>
      <p>Minefields, sea battles and unmapped lands: games of what you cannot see yet. One click and you play.</p>
    </section>
    <${Own} />
    <section class="cards" aria-label="Games">
      ${names.map((name) => html`<${Card} key=${name} game=${games.value[name]} board=${boards.value[name]} />`)}
      ${!games.value && Array.from({ length: 6 }, () => html`<div class="card card-empty" aria-hidden="true"></div>`)}
    </section>
    ${problem && html`<p class="banner banner-bad">${problem}</p>`}
    <${Online} matches=${now} />
    <div class="tables">
      <${Tables} title="Open seats" rows=${now?.filter((one) => one.status === "waiting")} Row=${Waiting}
        nobody="Nobody waits right now. Begin a game for anyone, and your seat is listed here." />
      <${Tables} title="Being played" rows=${now?.filter((one) => one.status === "playing")} Row=${Playing}
        nobody="No match is being played." />
      <${Tables} title="Finished" rows=${over} Row=${Finished} nobody="No match has ended yet." />
    </div>`;
}

/** Ask who plays, again and again while somebody looks. */
function useTables() {
  const [found, setFound] = useState([null, null, ""]);
  useEffect(() => {
    let timer = 0;
    let gone = false;
    const look = async () => {
      clearTimeout(timer);
      if (document.hidden || gone) return;
      try {
        const [now, over] = await Promise.all([
          ask("GET", "/api/matches?limit=30"),
          ask("GET", "/api/matches?status=over&limit=12"),
        ]);
        if (!gone) setFound([now.matches, over.matches, ""]);
      } catch (problem) {
        if (!gone) setFound(([now, over]) => [now, over, problem.message]);
      }
      clearTimeout(timer);
      if (!gone) timer = setTimeout(look, AGAIN_MS);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      gone = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return found;
}

/** The tables at which this browser has a seat, invitations included: nobody loses his way back. */
function Own() {
  const [tables, setTables] = useState([]);
  useEffect(() => {
    let gone = false;
    const look = async ({ match }) => {
      const found = await ask("GET", `/api/matches/${encodeURIComponent(match)}`).catch((problem) => problem);
      if (found.status === 404) mine.value = mine.value.filter((one) => one.match !== match);
      return found;
    };
    Promise.all(mine.value.slice(0, 6).map(look)).then((all) => {
      const mine = all.filter((one) => one.seat !== null && (one.status === "waiting" || one.status === "playing"));
      if (!gone) setTables(mine);
    });
    return () => (gone = true);
  }, []);
  if (!tables.length) return null;
  return html`
    <section class="own list" aria-label="Your tables">
      <h2>Your tables</h2>
      <ul>${tables.map((one) => html`
        <li key=${one.id}><span><b>${title(one)}</b> <span class="soft">${ownState(one)}</span></span>
          <a class="button-small" href=${matchPath(one.id)}>Back to your seat</a></li>`)}</ul>
    </section>`;
}

function ownState(match) {
  if (match.status === "waiting") return "waits for another player";
  return match.view.to_act.includes(match.seat) ? "it is your turn" : "the other is to act";
}

function Card({ game, board }) {
  const [busy, setBusy] = useState(false);
  if (board === undefined) return html`<div class="card card-empty" aria-hidden="true"></div>`;
  if (board === null) return html`<${Plain} game=${game} />`;
  const play = async () => {
    setBusy(true);
    await begin(game.name, quickWish(board, game));
    setBusy(false);
  };
  return html`
    <article class="card">
      <a class="card-picture" href=${`/play/${game.name}`} tabindex="-1" aria-hidden="true">
        <${Picture} ...${board.picture} label=${`A board of ${board.title}`} />
      </a>
      <div class="card-text">
        <h2>${board.title}</h2>
        <p>${board.tagline}</p>
        <p class="card-buttons">
          <button type="button" class="button" disabled=${busy} onClick=${play}>Play now<span class="unseen"> ${board.title}</span></button>
          <a class="button-quiet" href=${`/play/${game.name}`}>${game.seats > 1 ? "Choose opponent" : "Choose board"}<span class="unseen"> of ${board.title}</span></a>
        </p>
      </div>
    </article>`;
}

/** A game without a board here: it is played by its protocol. */
function Plain({ game }) {
  return html`
    <article class="card">
      <div class="card-text"><h2>${game.name}</h2>
        <p>This game has no board here yet; it is played by its own clients${game.port ? `, on port ${game.port}` : ""}.</p>
      </div>
    </article>`;
}

/** Say who sits at the tables now: people by name, and how many are without one. */
export function online(matches) {
  const people = matches.flatMap((one) => one.seats).filter((seat) => seat && seat.kind !== "bot" && seat.present);
  const names = [...new Set(people.map((seat) => seat.name).filter(Boolean))].sort((a, b) => a.localeCompare(b));
  return { names: names.slice(0, 30), others: people.filter((seat) => !seat.name).length + Math.max(0, names.length - 30) };
}

function Online({ matches }) {
  if (!matches) return null;
  const { names, others } = online(matches);
  if (!names.length && !others) return null;
  const more = others ? [`${others} without a name`] : [];
  return html`<p class="online"><b>At the tables:</b> ${[...names, ...more].join(", ")}</p>`;
}

function Tables({ title, rows, Row, nobody }) {
  return html`
    <section class="list">
      <h2>${title} ${rows?.length ? html`<span class="badge">${rows.length}</span>` : ""}</h2>
      ${rows && !rows.length && html`<p class="soft">${nobody}</p>`}
      <ul>${rows?.map((one) => html`<${Row} key=${one.id} match=${one} />`)}</ul>
    </section>`;
}

const title = (match) => boards.value[match.game]?.title ?? match.game;
const isMine = (match) => mine.value.some((one) => one.match === match.id);

function Waiting({ match }) {
  const [busy, setBusy] = useState(false);
  const sit = async () => {
    setBusy(true);
    await join(match.id);
    setBusy(false);
  };
  const there = match.seats.filter(Boolean);
  const who = there.map((one) => one.name || `somebody (${one.kind})`).join(", ");
  return html`
    <li><span><b>${title(match)}</b> <span class="soft">${who} waits</span></span>
      ${isMine(match)
        ? html`<a class="button-small" href=${matchPath(match.id)}>Your table</a>`
        : html`<button type="button" class="button-small" disabled=${busy} onClick=${sit}>Sit down</button>`}
    </li>`;
}

function Playing({ match }) {
  return html`
    <li><span><b>${title(match)}</b> <span class="soft">${players(match)}</span></span>
      <a class="button-small" href=${matchPath(match.id)}>${isMine(match) ? "Back to your seat" : "Watch"}</a></li>`;
}

function Finished({ match }) {
  return html`
    <li><span><b>${title(match)}</b> <span class="soft">${players(match)}. ${headline({ ...match, seat: null })}</span></span>
      <a class="button-small" href=${matchPath(match.id, { move: 0 })}>Replay</a></li>`;
}
