// A match: waiting for it, playing it, watching it. What is over and was not played here is a replay.
import { html, useEffect, useRef, useState } from "./ui.js";
import { boards, load } from "./boards.js";
import { Live, ask } from "./net.js";
import { go, matchPath } from "./router.js";
import { games, note, remember, say } from "./state.js";
import { Help, useTitle } from "./shell.js";
import { sounds } from "./sounds.js";
import { Status, Steady } from "./steady.js";
import { Actions, Ending, Log, Players, Waiting } from "./table.js";
import { Replay } from "./replay.js";
import { ending } from "./words.js";

export function MatchPage({ name, move, as, belief }) {
  const [known, setKnown] = useState(null);
  const [problem, setProblem] = useState(null);
  useEffect(() => {
    let gone = false;
    ask("GET", `/api/matches/${encodeURIComponent(name)}`)
      .then((match) => (load(match.game), match))
      .then((match) => !gone && setKnown(match), (failed) => !gone && setProblem(failed));
    return () => (gone = true);
  }, [name, move === null]);
  const board = known && boards.value[known.game];
  useTitle(board?.title ?? "A match");
  if (problem) return html`<${NoMatch} problem=${problem} />`;
  if (!known || board === undefined || !games.value) return html`<p class="soft plain">One moment…</p>`;
  if (board === null) return html`<${NoMatch} problem=${{ message: `The page has no board for ${known.game}.` }} />`;
  if (known.status === "over" && (move !== null || known.seat === null)) {
    return html`<${Replay} match=${known} board=${board} move=${move} as=${as} belief=${belief} />`;
  }
  return html`<${Table} key=${name} name=${name} first=${known} board=${board} />`;
}

function NoMatch({ problem }) {
  return html`
    <section class="empty"><h1>This match cannot be shown</h1>
      <p>${problem.message}</p><p><a class="button" href="/">To the lobby</a></p></section>`;
}

/** Follow a match; gives it as it is now, the link to the server, and how to act. */
function useLive(name, first, board) {
  const [match, setMatch] = useState(first);
  const [link, setLink] = useState({ state: "open", text: "" });
  const [refused, setRefused] = useState([]);
  const [events, setEvents] = useState([]);
  const [deadline, setDeadline] = useState(null);
  const [busy, setBusy] = useState(false);
  const live = useRef(null);
  const last = useRef(null);
  useEffect(() => {
    const told = {
      match(next, left_s) {
        const news = happened(last.current, next, board);
        last.current = next;
        performance.mark("fogfield:told");
        setMatch(next);
        setBusy(false);
        setRefused([]);
        setDeadline(left_s === null ? null : performance.now() + left_s * 1000);
        if (news.length) setEvents((before) => [...news.reverse(), ...before].slice(0, 80));
      },
      refused(sentences) {
        setBusy(false);
        setRefused(sentences);
        say(sentences.join(" "));
      },
      async next(following) {
        await follow(name, following, board.game);
      },
      link: (state, text = "") => setLink({ state, text }),
    };
    live.current = new Live(name, told);
    return () => live.current.stop();
  }, [name]);
  const act = (action) => {
    if (!live.current.act(action)) return void note("There is no connection right now; the page tries again by itself.", "bad");
    setBusy(true);
    setRefused([]);
  };
  return { match, link, refused, events, deadline, busy, act };
}

/** Go on with the next match at the same table, with the same seat. */
async function follow(name, following, game) {
  await ask("POST", `/api/matches/${encodeURIComponent(name)}/rematch`, {}).catch(() => null);
  remember({ match: following, game });
  go(matchPath(following), { replace: true });
}

/** Say what happened between two moments, aloud too. */
function happened(before, after, board) {
  if (!before?.view || !after.view) {
    if (before && !before.view && after.view) say("The match begins.");
    return before && after.view ? ["The match begins."] : [];
  }
  const news = board.events(before, after);
  const texts = news.map((one) => one.text);
  if (after.outcome && !before.outcome) {
    texts.push(ending(after));
    const won = after.outcome.winners.includes(after.seat);
    sounds(after.seat === null ? "turn" : won ? "won" : "lost");
  } else {
    news.forEach((one) => sounds(one.sound));
  }
  const mine = (match) => match.seat !== null && match.view.to_act.includes(match.seat);
  if (after.seats.length > 1 && mine(after) && !mine(before)) say([...texts, "It is your turn."].join(" "));
  else say(texts.join(" "));
  return texts;
}

function Table({ name, first, board }) {
  const { match, link, refused, events, deadline, busy, act } = useLive(name, first, board);
  const [help, setHelp] = useState(false);
  useEffect(() => {
    const onKey = (event) => {
      if (event.key === "?" && !event.target.matches("input, textarea, select")) setHelp(true);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const seated = match.seat !== null;
  const playing = match.status === "playing";
  const { Board } = board;
  return html`
    <div class="match match-table" data-busy=${String(busy)}>
      <header class="match-head">
        <div><p class="crumb"><a href="/">All games</a></p><h1>${board.title}</h1></div>
        <button type="button" class="button-quiet help" onClick=${() => setHelp(true)}>
          <span class="help-long">How it is played</span><span class="help-short" aria-hidden="true">?</span></button>
      </header>
      <${Steady}><${Players} match=${match} board=${board} deadline=${deadline} /><//>
      ${link.state === "lost" && html`<p class="banner banner-bad" role="alert">The connection is lost${link.text && `: ${link.text}`}. Your seat is kept; the page tries again by itself.</p>`}
      ${link.state === "closed" && link.text && html`<p class="banner banner-bad" role="alert">${link.text}</p>`}
      ${match.status === "waiting" && html`<${Waiting} match=${match} board=${board} />`}
      ${match.view && html`
        <${Status} match=${match} text=${playing ? board.status(match) : ""} />
        ${refused.length > 0 && html`<div class="refused" role="alert">${refused.map((text) => html`<p>${text}</p>`)}</div>`}
        <${Board} match=${match} view=${match.view} act=${seated && playing ? act : null} busy=${busy} />`}
      ${match.outcome && html`<${Ending} match=${match} board=${board} />`}
      <div class="match-foot">
        <${Log} events=${events} watching=${!seated} />
        <${Actions} match=${match} board=${board} />
      </div>
      <${Help} board=${board} open=${help} onClose=${() => setHelp(false)} />
    </div>`;
}
