// As much of a browser as the modules touch when they are loaded; what they draw is tested in a real one.
globalThis.matchMedia ??= () => ({ matches: false, addEventListener() {} });
globalThis.document ??= { documentElement: { dataset: {} }, addEventListener() {}, removeEventListener() {}, hidden: false };
globalThis.localStorage ??= (() => {
  const kept = new Map();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  };
})();
globalThis.addEventListener ??= () => {};
globalThis.removeEventListener ??= () => {};
globalThis.innerWidth ??= 1200;

/** Load a module of the page. */
export const page = (name) => import(new URL(`../../src/fogfield/serve/page/web/${name}`, import.meta.url));
