// Signs that are drawn, since no typeface has them all.
import { html } from "./ui.js";

const PATHS = {
  first: "M6 5v14M19 5l-10 7 10 7z",
  back: "M17 5L7 12l10 7z",
  on: "M7 5l10 7-10 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
  whole: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  less: "M5 12h14",
  more: "M5 12h14M12 5v14",
  close: "M6 6l12 12M18 6L6 18",
  silent: "M4 9v6h4l5 4V5L8 9zM17 10l4 4M21 10l-4 4",
  sound: "M4 9v6h4l5 4V5L8 9zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11",
  auto: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  light: "M12 8a4 4 0 1 0 .01 0M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  dark: "M20 14.5A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.5z",
};
const FILLED = new Set(["first", "back", "on", "last", "silent", "sound"]);

/** A sign; what it means is said by the button around it. */
export function Icon({ name }) {
  return html`<svg class=${`icon${FILLED.has(name) ? " icon-filled" : ""}`} viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}
