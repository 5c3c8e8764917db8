// One door to what the page is built on.
import { h, render } from "preact";
import htm from "htm";

export { h, render };
export { useEffect, useLayoutEffect, useMemo, useRef, useState, useCallback, useId } from "preact/hooks";
export { batch, computed, effect, signal, useComputed, useSignal, useSignalEffect } from "@preact/signals";

/** Markup in a template string; everything put into it is escaped. */
export const html = htm.bind(h);
