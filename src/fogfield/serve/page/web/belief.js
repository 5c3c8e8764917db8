// What a bot of the house would have believed, at the move that a replay shows: chosen by a switch, laid over the board.
import { html, useEffect, useMemo, useRef, useState } from "./ui.js";
import { HeatLegend, heatOf } from "./heat.js";
import { ask } from "./net.js";
import { called } from "./words.js";

const MOST_KEPT = 80;
/** A server that is busy is asked again, so often and after so long. */
const [BUSY, TRIES, AGAIN_MS] = [503, 3, 2000];

/** Ask what was believed at a move by a seat; null while that is not known, or nobody wants to know. */
function useBelief(match, seat, move) {
  const [found, setFound] = useState(null);
  const [problem, setProblem] = useState("");
  const kept = useRef(new Map());
  const key = seat === null ? null : `${seat}/${move}`;
  useEffect(() => {
    if (key === null) return void setProblem("");
    if (kept.current.has(key)) return void setFound({ key, belief: kept.current.get(key) });
    let [gone, timer] = [false, 0];
    const arrived = (belief) => {
      if (kept.current.size >= MOST_KEPT) kept.current.delete(kept.current.keys().next().value);
      kept.current.set(key, belief);
      if (!gone) setFound({ key, belief }), setProblem("");
    };
    const look = (tries) =>
      ask("GET", `/api/matches/${encodeURIComponent(match.id)}/belief?seat=${seat}&move=${move}`).then(arrived, (failed) => {
        if (gone) return;
        setProblem(failed.message);
        if (failed.status === BUSY && tries) timer = setTimeout(() => look(tries - 1), AGAIN_MS);
      });
    look(TRIES);
    return () => ((gone = true), clearTimeout(timer));
  }, [key]);
  return [found?.key === key ? found.belief : null, problem];
}

/** The heat over a board in a replay, and what belongs to it: `seat` is who believes, or null for nobody. */
export function useHeat(match, seat, move) {
  const [which, setWhich] = useState("");
  const [belief, problem] = useBelief(match, seat, move);
  const maps = belief?.maps ?? [];
  const map = maps.find((one) => one.what === which) ?? maps[0];
  const heat = useMemo(() => map && heatOf(map.what, map.cells, map.seat), [map]);
  return { heat: heat ?? null, belief, maps, map, problem, setWhich };
}

/** The switch, and what is read beside the board. */
export function BeliefTools({ match, seat, setSeat, found }) {
  const { heat, belief, maps, map, problem, setWhich } = found;
  const first = match.seats.length > 1 && match.seat !== null ? match.seat : 0;
  return html`
    <div class="belief" role="group" aria-label="What a bot would have believed">
      <div class="reel-row">
        <button type="button" class="button-quiet" aria-pressed=${seat !== null} onClick=${() => setSeat(seat === null ? first : null)}>What a bot would have believed</button>
        ${seat !== null && match.seats.length > 1 && html`
          <label>in the seat of <select value=${String(seat)} onChange=${(event) => setSeat(Number(event.target.value))}>
            ${match.seats.map((_, one) => html`<option value=${String(one)}>${called({ ...match, seat: null }, one)}</option>`)}
          </select></label>`}
        ${maps.length > 1 && html`
          <label>about <select value=${map.what} onChange=${(event) => setWhich(event.target.value)}>
            ${maps.map((one) => html`<option value=${one.what}>${one.what}</option>`)}
          </select></label>`}
      </div>
      ${heat && html`<${HeatLegend} heat=${heat}><span class="soft">${remark(belief)}</span><//>`}
      ${seat !== null && belief && !heat && html`<p class="soft">There is nothing to believe at this move.</p>`}
      ${seat !== null && problem && html`<p class="bad">${problem}</p>`}
    </div>`;
}

/** Say what else there is to know of a belief. */
export function remark({ figures, doubt }) {
  return [...figures.map((one) => `${one.name}: ${one.text}.`), doubt && `${doubt[0].toUpperCase()}${doubt.slice(1)}.`].filter(Boolean).join(" ");
}
