// Runs before the first paint, so that nobody sees the other theme for a moment; from then on state.js knows it.
{
  let chosen = "auto";
  try {
    chosen = localStorage.getItem("fogfield.theme") ?? "auto";
  } catch {
    // A browser that keeps nothing shows what it prefers.
  }
  const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}
