// site.js - the search and the theme of the documentation.
"use strict";

(() => {
  const up = document.currentScript.dataset.up;
  const root = document.documentElement;
  const key = "papni-theme";
  const most = 12;

  // ---- dark or light, as in the playground ----

  const system = matchMedia("(prefers-color-scheme: dark)");
  const button = document.getElementById("theme");
  const chosen = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const apply = (theme) => {
    root.dataset.theme = theme;
    button.setAttribute("aria-label", theme === "dark" ? "Switch to light" : "Switch to dark");
  };
  apply(chosen() ?? (system.matches ? "dark" : "light"));
  button.addEventListener("click", () => {
    const theme = root.dataset.theme === "dark" ? "light" : "dark";
    apply(theme);
    try {
      localStorage.setItem(key, theme);
    } catch {
      // then it lasts until the page is left
    }
  });

  const pages = document.querySelector(".contents details");
  if (matchMedia("(max-width: 860px)").matches)
    pages.open = false;

  // ---- search: every word must begin a word of the section ----

  const input = document.getElementById("search");
  const list = document.getElementById("results");
  let selected = -1;

  const index = (window.searchIndex ?? []).map(([address, page, title, text]) => ({
    address, page, title, heading: ` ${title} ${page} `.toLowerCase(), text: ` ${text} `.toLowerCase(),
  }));

  function find(query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const begins = words.map((word) => new RegExp(`[^\\p{L}\\p{N}]${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`, "u"));
    const found = [];
    for (const entry of words.length ? index : []) {
      let score = 0;
      for (const begin of begins) {
        const inHeading = begin.test(entry.heading);
        if (!inHeading && !begin.test(entry.text)) {
          score = 0;
          break;
        }
        score += inHeading ? 10 : 1;
      }
      if (score)
        found.push({ entry, score });
    }
    return found.sort((a, b) => b.score - a.score).slice(0, most).map(({ entry }) => entry);
  }

  function show() {
    const results = find(input.value);
    selected = results.length ? 0 : -1;
    list.replaceChildren(...results.map(({ address, page, title }, i) => {
      const item = document.createElement("li");
      item.id = `result-${i}`;
      item.setAttribute("role", "option");
      item.dataset.address = address;
      item.append(title);
      if (page !== title) {
        const where = document.createElement("div");
        where.className = "where";
        where.textContent = page;
        item.append(where);
      }
      item.addEventListener("click", () => go(item));
      return item;
    }));
    if (!results.length && input.value.trim()) {
      const none = document.createElement("li");
      none.className = "none";
      none.setAttribute("role", "option");
      none.textContent = "Nothing found";
      list.append(none);
    }
    open(input.value.trim() !== "");
    mark();
  }

  function open(on) {
    list.hidden = !on;
    input.setAttribute("aria-expanded", String(on));
  }

  function mark() {
    for (const [i, item] of [...list.children].entries())
      item.setAttribute("aria-selected", String(i === selected));
    const now = list.children[selected];
    if (now && now.id) {
      input.setAttribute("aria-activedescendant", now.id);
      now.scrollIntoView({ block: "nearest" });
    } else
      input.removeAttribute("aria-activedescendant");
  }

  function go(item) {
    if (item?.dataset.address) {
      open(false);
      location.href = up + item.dataset.address;
    }
  }

  input.addEventListener("input", show);
  input.addEventListener("focus", () => input.value.trim() && open(true));
  input.addEventListener("keydown", (event) => {
    const count = list.querySelectorAll("[data-address]").length;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      selected = count ? (selected + (event.key === "ArrowDown" ? 1 : count - 1)) % count : -1;
      mark();
      event.preventDefault();
    } else if (event.key === "Enter")
      go(list.children[selected]);
    else if (event.key === "Escape")
      open(false);
  });
  addEventListener("pointerdown", (event) => {
    if (!event.target.closest(".search"))
      open(false);
  });
})();
