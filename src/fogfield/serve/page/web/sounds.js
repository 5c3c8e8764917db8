// A few short tones, made here; nothing is loaded, and nothing sounds unless somebody switched it on.
import { sound } from "./state.js";

const TONES = {
  move: [[420, 0.05]],
  hit: [[220, 0.09], [160, 0.12]],
  miss: [[520, 0.05], [390, 0.06]],
  turn: [[560, 0.06], [700, 0.08]],
  won: [[523, 0.1], [659, 0.1], [784, 0.2]],
  lost: [[330, 0.14], [262, 0.24]],
};
let context = null;

/** Let it sound, if sounds are on. */
export function sounds(kind) {
  if (!sound.value || !TONES[kind]) return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [pitch, length] of TONES[kind]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.09, at);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length * 0.9;
  }
}
