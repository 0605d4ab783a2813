export type Theme = "light" | "dark" | "system";

const dark = () => matchMedia("(prefers-color-scheme: dark)");

/** Applies the theme to the page and follows the system if configured. Returns a function that stops it. */
export const applyTheme = (theme: Theme): (() => void) => {
  const system = dark();
  const apply = () => {
    document.documentElement.dataset["theme"] =
      theme === "system" ? (system.matches ? "dark" : "light") : theme;
  };
  apply();
  if (theme !== "system") return () => {};
  system.addEventListener("change", apply);
  return () => system.removeEventListener("change", apply);
};

export const applyZoom = (zoom: number): void => {
  document.documentElement.style.setProperty("zoom", String(zoom));
};
