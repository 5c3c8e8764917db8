// One door to what the page is built on.
import { h, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import htm from "htm";

export { h, render };
export { useEffect, useLayoutEffect, useMemo, useRef, useState, useCallback, useId } from "preact/hooks";
export { batch, computed, effect, signal, useComputed, useSignal, useSignalEffect } from "@preact/signals";

/** Markup in a template string; everything put into it is escaped. */
export const html = htm.bind(h);

/** A component that is loaded when it is shown for the first time. */
export function later(load) {
  let Loaded = null;
  return function Later(props) {
    const [failed, setFailed] = useState(false);
    const [, arrived] = useState(Loaded !== null);
    useEffect(() => {
      if (!Loaded) load().then((found) => ((Loaded = found), arrived(true)), () => setFailed(true));
    }, []);
    if (Loaded) return h(Loaded, props);
    if (!failed) return h("p", { class: "soft plain" }, "One moment…");
    const again = h("button", { type: "button", class: "button-quiet", onClick: () => location.reload() }, "Load the page again");
    return h("p", { class: "plain" }, "A part of the page could not be loaded; the server may have been updated. ", again);
  };
}
