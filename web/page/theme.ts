/* theme.ts - dark or light: as the system has it until one chooses. */

const key = "papni-theme";

export function setUpTheme(button: HTMLElement): void {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const read = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // a page from disk may have no storage
    }
  };
  const apply = (theme: string) => {
    root.dataset["theme"] = theme;
    button.setAttribute("aria-label", theme === "dark" ? "Switch to light" : "Switch to dark");
  };
  apply(read() ?? (system.matches ? "dark" : "light"));
  system.addEventListener("change", () => {
    if (!read())
      apply(system.matches ? "dark" : "light");
  });
  button.addEventListener("click", () => {
    const theme = root.dataset["theme"] === "dark" ? "light" : "dark";
    apply(theme);
    try {
      localStorage.setItem(key, theme);
    } catch {
      // then it lasts until the page is closed
    }
  });
}
