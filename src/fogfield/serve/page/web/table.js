// What stands around a board: the players, the wait for them, the end, what happened, what can be done.
import { html, useEffect, useState } from "./ui.js";
import { ask, sentence } from "./net.js";
import { go, matchPath } from "./router.js";
import { again, begin, copy, same } from "./sitting.js";
import { games, mine, note } from "./state.js";
import { called, headline, reason, time } from "./words.js";


export function Players({ match, board, deadline }) {
  if (match.seats.length === 1 && match.seat !== null) return null;
  return html`
    <ul class="players" aria-label="Players">
      ${match.seats.map((one, seat) => {
        const turn = match.status === "playing" && match.view?.to_act.includes(seat);
        const won = match.outcome?.winners.includes(seat);
        return html`
          <li class=${`player${turn ? " player-turn" : ""}${one ? "" : " player-none"}`}>
            <span class=${`dot${one?.present && one.away_s == null ? " dot-here" : ""}`} aria-hidden="true"></span>
            <span><b>${called(match, seat)}</b>
              <small>${one?.away_s != null && match.status !== "over"
                ? html`<${Away} key=${one.away_s} seconds=${one.away_s} />`
                : state(one, { turn, won, over: match.status === "over", own: seat === match.seat })}</small></span>
            ${turn && seat === match.seat && deadline !== null && html`<${Clock} deadline=${deadline} />`}
          </li>`;
      })}
    </ul>`;
}

function state(one, { turn, won, over, own }) {
  if (!one) return "nobody yet";
  if (over) return won ? "won" : "";
  if (!one.present) return "has left";
  if (own) return turn ? "your turn" : "waiting";
  return turn ? "is to act" : "waits";
}

/** Somebody lost the connection: he has so long to come back. */
function Away({ seconds }) {
  const [since] = useState(() => performance.now());
  useTick();
  const left = seconds - (performance.now() - since) / 1000;
  return left > 0 ? `lost the connection; has ${time(left)} to come back` : "lost the connection";
}

/** Draw anew now and then: time passes. */
function useTick() {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, []);
}

function Clock({ deadline }) {
  useTick();
  const left = (deadline - performance.now()) / 1000;
  return html`<span class=${`clock${left < 10 ? " clock-late" : ""}`}><span class="unseen">time left: </span>${time(left)}</span>`;
}

export function Waiting({ match, board }) {
  const seat = mine.value.find((one) => one.match === match.id);
  const game = games.value[match.game];
  const link = seat?.code ? `${location.origin}/i/${seat.code}` : null;
  const usual = same(game.defaults, match.options); // a client of the published protocol cannot ask for others
  const command = !link && usual && game.port && board.terminal ? board.terminal(location.hostname, game.port, match.options) : null;
  const withBot = async () => {
    await ask("DELETE", `/api/matches/${match.id}/seats/me`).catch(() => null);
    await begin(match.game, { opponent: "bot", options: board.ask ? board.ask(match.options) : match.options });
  };
  return html`
    <section class="waiting">
      <h2>${link ? "Send this link to a friend" : "Waiting for another player"}</h2>
      ${link && html`
        <p class="copy"><input readonly value=${link} aria-label="Link of the invitation" onFocus=${(event) => event.target.select()} />
          <button type="button" class="button" onClick=${() => copy(link)}>Copy</button></p>
        <p class="soft">Whoever takes the seat first has it. The match begins by itself.</p>`}
      ${!link && html`<p>Your seat is listed in the lobby. The match begins as soon as somebody sits down.</p>`}
      ${command && html`
        <p class="soft">A friend in a terminal may come, too:</p>
        <p class="copy"><code>${command}</code>
          <button type="button" class="button-quiet" onClick=${() => copy(command)}>Copy</button></p>`}
      ${match.seat !== null && game.bots.length > 0 && html`<p><button type="button" class="button-quiet" onClick=${withBot}>Play a bot instead</button></p>`}
    </section>`;
}

export function Ending({ match, board }) {
  const [asked, setAsked] = useState(false);
  const playAgain = async (options = board.again?.(match)) => {
    setAsked(true);
    try {
      await again(match, options);
    } catch (problem) {
      setAsked(false);
      const lost = problem.status === 401 || problem.status === 404; // nobody sits there any more: another table will do
      if (match.seats.length > 1 || !lost) return note(problem.message, "bad");
      await begin(match.game, { options: options ?? (board.ask ? board.ask(match.options) : match.options) });
    }
  };
  const others = match.seats.filter((one, seat) => seat !== match.seat && one);
  const wanted = others.some((one) => one.again && one.kind !== "bot"); // a bot always wants
  const won = match.outcome.winners.includes(match.seat);
  return html`
    <section class=${`ending${won ? " ending-won" : ""}`} aria-label="The result">
      <div><h2>${headline(match)}</h2>
        <p>${reason(match.outcome, match.seat)}</p>
        ${match.outcome.faults?.map((fault) => html`<p class="bad">${sentence(fault)}</p>`)}</div>
      <p class="card-buttons">
        ${match.seat !== null && html`
          <button type="button" class="button" disabled=${asked} onClick=${() => playAgain()}>${wanted ? "Accept the rematch" : "Play again"}</button>`}
        <a class="button-quiet" href=${matchPath(match.id, { move: 0 })}>Replay</a>
        <a class="button-quiet" href="/">Lobby</a>
      </p>
      ${board.After && html`<${board.After} match=${match} again=${playAgain} busy=${asked} />`}
      ${asked && match.seats.length > 1 && html`<p class="soft">Waiting for the other to want it, too.</p>`}
    </section>`;
}

export function Log({ events, watching }) {
  return html`
    <section class="log" aria-label="What happened">
      <h2>Log</h2>
      ${!events.length && html`<p class="soft">${watching ? "You watch. What everybody may know is shown as it happens." : "What happens is written down here."}</p>`}
      <ol>${events.slice(0, 12).map((text, index) => html`<li key=${events.length - index}>${text}</li>`)}</ol>
    </section>`;
}

export function Actions({ match, board }) {
  const [sure, setSure] = useState(false);
  if (match.seat === null || match.status === "over") return null;
  const leave = async () => {
    try {
      await ask("DELETE", `/api/matches/${match.id}/seats/me`);
      mine.value = mine.value.filter((one) => one.match !== match.id);
      go("/");
    } catch (problem) {
      note(problem.message, "bad");
    }
  };
  const word = match.status === "waiting" ? "Leave the table" : match.seats.length > 1 ? "Give up and leave" : "Leave this game";
  return html`
    <section class="actions" aria-label="More">
      ${!sure && html`<button type="button" class="button-quiet" onClick=${() => setSure(true)}>${word}</button>`}
      ${sure && html`<p>Really? <button type="button" class="button-small" onClick=${leave}>Yes, leave</button>
        <button type="button" class="button-small" onClick=${() => setSure(false)}>Stay</button></p>`}
    </section>`;
}
