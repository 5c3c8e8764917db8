// JSON Patch (RFC 6902) as the server sends it: `add`, `replace` and `remove`. Values are never changed in place, so what
// stayed is the same object before and after.

/** Give a value with a patch applied; throws if the patch does not fit. */
export function apply(patch, value) {
  return patch.reduce((current, step) => change(current, keys(step.path), step), value);
}

/** Split a JSON pointer into its keys. */
export function keys(pointer) {
  if (pointer === "") return [];
  if (pointer[0] !== "/") throw new Error(`${pointer} is no JSON pointer`);
  return pointer.slice(1).split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function change(value, [key, ...rest], step) {
  if (key === undefined) return step.op === "remove" ? null : step.value;
  if (Array.isArray(value)) return changeList(value, key, rest, step);
  if (value === null || typeof value !== "object") throw new Error(`${step.path} leads nowhere`);
  const there = Object.hasOwn(value, key);
  if (!there && (rest.length || step.op !== "add")) throw new Error(`${step.path} leads nowhere`);
  if (rest.length) return { ...value, [key]: change(value[key], rest, step) };
  if (step.op !== "remove") return { ...value, [key]: step.value };
  const { [key]: _, ...others } = value;
  return others;
}

function changeList(list, key, rest, step) {
  const adds = step.op === "add" && !rest.length;
  const index = key === "-" ? list.length : Number(key);
  if (!Number.isInteger(index) || index < 0 || index > list.length - (adds ? 0 : 1)) {
    throw new Error(`${step.path} leads nowhere`);
  }
  const copy = list.slice();
  if (rest.length) copy[index] = change(list[index], rest, step);
  else if (adds) copy.splice(index, 0, step.value);
  else if (step.op === "remove") copy.splice(index, 1);
  else copy[index] = step.value;
  return copy;
}
