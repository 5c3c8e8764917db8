// A match that is over, move by move, through anybody's eyes.
import { html, useEffect, useMemo, useRef, useState } from "./ui.js";
import { BeliefTools, useHeat } from "./belief.js";
import { Curves } from "./curves.js";
import { Film } from "./film.js";
import { Icon } from "./icons.js";
import { go, matchPath } from "./router.js";
import { copy } from "./sitting.js";
import { games, note, say } from "./state.js";
import { Players } from "./table.js";
import { called, count, ending } from "./words.js";

const SPEEDS = [[1600, "slow"], [800, "calm"], [350, "brisk"], [120, "fast"]];

/** Give the seat that one looks as, or null. */
const seatOf = (as) => (as === "0" || as === "1" ? Number(as) : null);

/** In a replay nobody is away: what matters is who sat there then. */
const there = (one) => one && { ...one, present: true, away_s: null };

export function Replay({ match, board, move, as: given, belief }) {
  const as = ["everything", "public", "0", "1"].includes(given) ? given : "everything";
  const film = useMemo(() => new Film(match.id, as), [match.id, as]);
  const first = move || 0; // an address may name no move, or what is none
  const [now, setNow] = useState({ at: first, view: null, before: null });
  const [last, setLast] = useState(null);
  const [running, setRunning] = useState(false);
  const [speed, setSpeed] = useState(800);
  const [problem, setProblem] = useState("");
  const wanted = useRef(first);
  const believer = belief !== null && belief < match.seats.length ? belief : null;
  const found = useHeat(match, now.view ? believer : null, now.at);
  const address = (more) => matchPath(match.id, { move: now.at, as: as === "everything" ? null : as, belief: believer, ...more });

  const show = async (at) => {
    const target = Math.max(0, last === null ? at : Math.min(last, at));
    wanted.current = target;
    try {
      const view = await film.view(target);
      const there = Math.min(target, film.last);
      const before = there > 0 ? await film.view(there - 1) : null;
      if (wanted.current !== target) return;
      wanted.current = there;
      setLast(film.last);
      setNow({ at: there, view, before });
      setProblem("");
    } catch (failed) {
      setProblem(failed.message);
      setRunning(false);
    }
  };
  const step = (by) => {
    setRunning(false);
    show(wanted.current + by);
  };
  useEffect(() => void show(wanted.current), [film]);
  useEffect(() => {
    if (last === null) return;
    if (Number.isNaN(move)) note("The address names no move: this is the beginning.");
    else if (move > last) note(`This match has ${count(last, "move")}: this is the end.`);
  }, [last === null]);
  useEffect(() => {
    const timer = setTimeout(() => now.view && go(address(), { replace: true }), 300);
    return () => clearTimeout(timer);
  }, [now.at, !now.view, as, believer]);
  useEffect(() => {
    if (!running) return;
    if (last !== null && now.at >= last) return void setRunning(false);
    const timer = setTimeout(() => show(now.at + 1), speed);
    return () => clearTimeout(timer);
  }, [running, now, speed, last]);
  useEffect(() => {
    const keys = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => step(-1e9), End: () => step(1e9), " ": () => setRunning((on) => !on) };
    const onKey = (event) => {
      if (event.target.closest("input, select, button, a, [role=grid]") || event.ctrlKey || event.altKey || !keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  const shown = now.view && { ...match, seat: seatOf(as), view: now.view, outcome: now.view.outcome, status: now.view.outcome ? "over" : "playing" };
  const earlier = now.before && shown && { ...shown, view: now.before, outcome: null };
  const news = earlier ? board.events(earlier, shown).map((one) => one.text).join(" ") : "";
  useEffect(() => {
    if (!running && news) say(news);
  }, [news]);
  const run = () => {
    if (!running && last !== null && now.at >= last) show(0);
    setRunning(!running);
  };
  const { Board } = board;
  return html`
    <div class="match replay">
      <header class="match-head">
        <div><p class="crumb"><a href="/">All games</a></p><h1>${board.title}, replay</h1>
          <p class="lead">${ending({ ...match, seat: null })}</p></div>
      </header>
      ${problem && html`<p class="banner banner-bad" role="alert">${problem}</p>`}
      ${shown && html`
        <${Players} match=${{ ...shown, seat: null, seats: shown.seats.map(there) }} board=${board} deadline=${null} />
        <div class="reel">
          <div class="reel-row">
            <button type="button" onClick=${() => step(-1e9)} aria-label="To the beginning"><${Icon} name="first" /></button>
            <button type="button" onClick=${() => step(-1)} aria-label="One move back"><${Icon} name="back" /></button>
            <button type="button" class="reel-run" onClick=${run} aria-pressed=${running}>${running ? "Pause" : "Play"}</button>
            <button type="button" onClick=${() => step(1)} aria-label="One move on"><${Icon} name="on" /></button>
            <button type="button" onClick=${() => step(1e9)} aria-label="To the end"><${Icon} name="last" /></button>
            <output class="reel-count">move ${now.at} of ${last}</output>
          </div>
          <input class="reel-slider" type="range" min="0" max=${last ?? 0} value=${now.at} aria-label="Move"
            onInput=${(event) => (setRunning(false), show(Number(event.target.value)))} />
        </div>
        <div class="reel reel-more">
          <div class="reel-row">
            <label>Seen by
              <select value=${as} onChange=${(event) => go(address({ as: event.target.value }), { replace: true })}>
                <option value="everything">the referee: everything</option>
                <option value="public">the public</option>
                ${match.seats.map((_, seat) => html`<option value=${String(seat)}>${called({ ...match, seat: null }, seat)}</option>`)}
              </select></label>
            <label>Speed
              <select value=${String(speed)} onChange=${(event) => setSpeed(Number(event.target.value))}>
                ${SPEEDS.map(([ms, text]) => html`<option value=${String(ms)}>${text}</option>`)}
              </select></label>
            <button type="button" class="button-quiet" onClick=${() => copy(location.origin + address())}>Copy link to this move</button>
            <a class="button-quiet" href=${`/api/matches/${match.id}/record`} download=${`${match.id}.jsonl`}>Download the record</a>
          </div>
          ${games.value[match.game]?.belief && html`
            <${BeliefTools} match=${{ ...match, seat: seatOf(as) }} seat=${believer} found=${found} setSeat=${(seat) => go(address({ belief: seat }), { replace: true })} />`}
        </div>
        <p class="status">${news || (now.at === 0 ? "The beginning." : "")}</p>
        <${Board} match=${shown} view=${now.view} act=${null} busy=${false} heat=${found.heat} />
        <${Curves} match=${match} film=${film} last=${last} at=${now.at} board=${board} seat=${seatOf(as)} onPick=${(at) => (setRunning(false), show(at))}
          matchAt=${(view) => ({ ...match, seat: seatOf(as), view })} />`}
    </div>`;
}
