// A game as somebody wants it: its board, and who plays against him.
import { html, useEffect, useState } from "./ui.js";
import { boards, load } from "./boards.js";
import { BotChoice } from "./bots.js";
import { Picture } from "./grid.js";
import { begin, same } from "./sitting.js";
import { games } from "./state.js";
import { Help, useTitle } from "./shell.js";

export function NewGame({ game: name, asked = {} }) {
  const board = boards.value[name];
  useEffect(() => void load(name), [name]);
  useTitle(board?.title ?? name);
  if (!games.value) return html`<p class="soft plain">One moment…</p>`;
  const game = games.value[name];
  if (!game || board === null) {
    return html`
      <section class="empty"><h1>There is no such game here</h1>
        <p>This server has no board for “${name}”.</p><p><a class="button" href="/">To the lobby</a></p></section>`;
  }
  return board ? html`<${Form} game=${game} board=${board} asked=${asked} />` : html`<p class="soft plain">One moment…</p>`;
}

/** Say what is wrong with the numbers of some fields: an empty one is not filled in by guessing. Nothing, if all are there. */
export const wrong = (fields, options) => fields.filter(({ least }) => least !== undefined)
  .filter(({ key, least, most }) => !(Number.isInteger(options[key]) && options[key] >= least && options[key] <= most))
  .map(({ label, least, most }) => `${label}: a whole number from ${least} to ${most} is needed.`).join(" ");

function Form({ game, board, asked }) {
  const [options, setOptions] = useState({ ...game.defaults, ...board.quick?.options, ...board.given?.(asked) });
  const [opponent, setOpponent] = useState("bot");
  const [bot, setBot] = useState(board.quick?.bot ?? game.bots[0]);
  const [think, setThink] = useState("");
  const [patience, setPatience] = useState(game.bots.length ? "60" : "");
  const [help, setHelp] = useState(false);
  const [problem, setProblem] = useState(null);
  const [busy, setBusy] = useState(false);
  const choose = (next, key) => setOptions(board.chosen?.(next, key) ?? next);
  const fields = board.fields.filter((field) => field.when?.(options) ?? true);
  const sized = board.presets?.some((one) => fields.some(({ key }) => key in one.options)); // a name says the size itself
  const submit = async (event) => {
    event.preventDefault();
    const message = wrong(fields, options);
    if (message) return setProblem({ message });
    setBusy(true);
    setProblem(null);
    const wish = { options };
    try {
      if (board.ask) wish.options = board.ask(options);
    } catch (wrong) {
      setBusy(false);
      return setProblem(wrong);
    }
    if (game.seats > 1) Object.assign(wish, { opponent }, opponent === "bot" ? { bot } : {});
    if (game.seats > 1 && opponent !== "bot" && think) wish.think_s = Number(think);
    if (game.seats > 1 && opponent === "anyone" && patience) wish.bot_after_s = Number(patience);
    setProblem(await begin(game.name, wish));
    setBusy(false);
  };
  return html`
    <div class="new">
      <div class="new-text">
        <p class="crumb"><a href="/">All games</a></p>
        <h1>${board.title}</h1>
        <p class="lead">${board.tagline}</p>
        <form onSubmit=${submit} novalidate>
          ${sized && html`
            <fieldset class="chips"><legend>Size</legend>
              ${board.presets.map((one) => html`
                <button type="button" class="chip" aria-pressed=${same(options, one.options)}
                  onClick=${() => setOptions({ ...options, ...one.options })}>${one.label}</button>`)}
            </fieldset>`}
          <fieldset class="fields"><legend>Board</legend>
            ${fields.map((field) => html`
              <${Field} key=${field.key} field=${field} value=${options[field.key]}
                onChange=${(value) => choose({ ...options, [field.key]: value }, field.key)} />`)}
          </fieldset>
          ${game.seats > 1 && html`
            <fieldset class="opponents"><legend>Against</legend>
              ${game.bots.length > 0 && html`
                <${Choice} name="opponent" value="bot" now=${opponent} set=${setOpponent} title="A bot"
                  text="It sits down at once." />`}
              <${Choice} name="opponent" value="anyone" now=${opponent} set=${setOpponent} title="Anyone"
                text="Whoever wants the same board: in a browser, or at the game's own port." />
              <${Choice} name="opponent" value="invite" now=${opponent} set=${setOpponent} title="A friend"
                text="You get a link to send. Nobody else can sit down." />
            </fieldset>
            ${opponent === "bot" && html`
              <${BotChoice} label="Level" bots=${game.bots} names=${board.bots} value=${bot} onChange=${setBot} />`}
            ${opponent !== "bot" && html`
              <label class="field">Time for each move
                <select value=${think} onChange=${(event) => setThink(event.target.value)}>
                  <option value="">no limit</option><option value="30">30 seconds</option>
                  <option value="120">2 minutes</option><option value="3600">1 hour</option>
                </select></label>`}
            ${opponent === "anyone" && game.bots.length > 0 && html`
              <label class="field">If nobody comes
                <select value=${patience} onChange=${(event) => setPatience(event.target.value)}>
                  <option value="15">a bot sits down after 15 seconds</option><option value="60">a bot sits down after a minute</option>
                  <option value="">I wait on</option>
                </select></label>`}`}
          ${problem && html`<p class="bad" role="alert">${problem.message}</p>`}
          <p class="form-end"><button class="button" disabled=${busy}>${opponent === "bot" || game.seats === 1 ? "Play" : "Sit down"}</button>
            <button type="button" class="button-quiet" onClick=${() => setHelp(true)}>How it is played</button></p>
        </form>
      </div>
      <div class="new-picture"><${Picture} ...${board.picture} label=${`A board of ${board.title}`} /></div>
      <${Help} board=${board} open=${help} onClose=${() => setHelp(false)} />
    </div>`;
}

function Choice({ name, value, now, set, title, text }) {
  return html`
    <label class=${`choice${now === value ? " chosen" : ""}`}>
      <input type="radio" name=${name} value=${value} checked=${now === value} onChange=${() => set(value)} />
      <span><b>${title}</b><small>${text}</small></span>
    </label>`;
}

/** A text that is typed, or read from a file of one's own. */
function TextFile({ field, value, onChange }) {
  const [problem, setProblem] = useState("");
  const read = async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    const fits = file.size <= field.most;
    setProblem(fits ? "" : `This file is too long: it has ${file.size} bytes, and at most ${field.most} are read.`);
    if (fits) onChange(await file.text());
  };
  return html`
    <div class="field field-file">
      <label>${field.label}${field.hint && html`<small>${field.hint}</small>`}
        <textarea rows="3" maxlength=${field.most} spellcheck=${false} value=${value ?? ""}
          onInput=${(event) => onChange(event.target.value)}></textarea></label>
      <label class="file"><span class="unseen">Read ${field.label} from a file</span>
        <input type="file" accept="text/*,.txt" onChange=${read} /></label>
      ${problem && html`<p class="bad" role="alert">${problem}</p>`}
    </div>`;
}

/** One thing that can be chosen: a number, one of several, yes and no, or a text of one's own. */
export function Field({ field, value, onChange }) {
  if (field.kind === "file") return html`<${TextFile} field=${field} value=${value} onChange=${onChange} />`;
  if (field.kind === "switch") {
    return html`
      <label class="field field-switch"><input type="checkbox" checked=${value}
        onChange=${(event) => onChange(event.target.checked)} /><span>${field.label}${field.hint && html`<small>${field.hint}</small>`}</span></label>`;
  }
  if (field.kind === "text") {
    return html`
      <label class="field field-text">${field.label}${field.hint && html`<small>${field.hint}</small>`}
        <input required maxlength=${field.most} spellcheck=${false} autocapitalize="none" value=${value ?? ""}
          onInput=${(event) => onChange(event.target.value)} /></label>`;
  }
  if (field.kind === "choice") {
    return html`
      <label class=${`field${field.wide ? " field-wide" : ""}`}>${field.label}
        <select value=${String(value)} onChange=${(event) => onChange(field.choices.find(([one]) => String(one) === event.target.value)[0])}>
          ${field.choices.map(([one, text]) => html`<option value=${String(one)} selected=${one === value}>${text}</option>`)}
        </select></label>`;
  }
  return html`
    <label class="field">${field.label}
      <input type="number" inputmode="numeric" required min=${field.least} max=${field.most} value=${value}
        onInput=${(event) => onChange(event.target.value === "" ? "" : Number(event.target.value))} /></label>`;
}
