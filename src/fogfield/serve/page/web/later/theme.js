// Runs before the first paint, so that nobody sees the other theme for a moment.
try {
  const chosen = localStorage.getItem("fogfield.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // A browser that keeps nothing shows what it prefers.
}
