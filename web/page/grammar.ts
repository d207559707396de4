/* grammar.ts - the model as a grammar, in several notations, and as railroad diagrams. */
import type { ExportFormat, Terminals } from "../package/src/index.js";
import type { PapniWorker } from "../package/src/client.js";
import type { Current } from "./current.js";
import { byId, h } from "./dom.js";
import { exported } from "./exports.js";
import { railroad } from "./railroad.js";

/* Railroad diagrams show the names of symbols: what a lexer reads would fill them. */
const views: [id: string, title: string, format: ExportFormat, terminals?: Terminals][] = [
  ["ebnf", "EBNF", "ebnf"],
  ["railroad", "Railroad", "ebnf", "names"],
  ["gbnf", "GBNF", "gbnf"],
  ["lark", "Lark", "lark"],
  ["antlr", "ANTLR", "antlr"],
  ["table", "Table", "table"],
  ["json", "Model", "json"],
];
const mostShown = 200_000; // characters
const mostDrawn = 20_000; // characters of a grammar that is drawn

export class GrammarView {
  readonly #worker: PapniWorker;
  readonly #tabs = byId("tabs");
  readonly #box = byId("grammar");
  #view = "ebnf";
  #current: Current | null = null;
  #abort = new AbortController();
  text = "";

  constructor(worker: PapniWorker) {
    this.#worker = worker;
    this.#tabs.append(...views.map(([id, title]) =>
      h("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": "grammar", onclick: () => this.#choose(id) }, title)));
    this.#tabs.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step)
        return;
      const index = views.findIndex(([id]) => id === this.#view);
      const [next] = views[(index + step + views.length) % views.length]!;
      this.#choose(next);
      byId(`tab-${next}`).focus();
      event.preventDefault();
    });
    this.#choose("ebnf");
  }

  show(current: Current | null): void {
    this.#current = current;
    void this.#fill();
  }

  #choose(view: string): void {
    this.#view = view;
    for (const [id] of views) {
      const tab = byId(`tab-${id}`);
      tab.setAttribute("aria-selected", String(id === view));
      tab.tabIndex = id === view ? 0 : -1;
    }
    this.#box.setAttribute("aria-labelledby", `tab-${view}`);
    void this.#fill();
  }

  async #fill(): Promise<void> {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const current = this.#current;
    this.text = "";
    if (!current) {
      this.#box.replaceChildren(h("p", { class: "hint" }, "No model yet."));
      return;
    }
    const [, , format, terminals] = views.find(([id]) => id === this.#view)!;
    try {
      const text = await exported(current, format, this.#worker, terminals);
      if (signal.aborted)
        return;
      this.text = text;
      this.#box.replaceChildren(this.#view === "railroad" ? this.#drawn(text) : this.#written(text));
    } catch (error) {
      if (!signal.aborted)
        this.#box.replaceChildren(h("p", { class: "hint" }, (error as Error).message));
    }
  }

  #drawn(text: string): HTMLElement {
    return text.length > mostDrawn
      ? h("p", { class: "hint" }, "This grammar is too large for diagrams: see it as EBNF.")
      : railroad(text);
  }

  /* Names of rules and symbols in colours. */
  #written(text: string): HTMLElement {
    const code = h("code");
    if (text.length > mostShown)
      code.append(`${text.slice(0, mostShown)}\n…`);
    else
      for (const part of text.matchAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|^[\w-]+(?=\s*(?:::=|:))|\n\s*|[^"'\n]+|./gmu))
        code.append(/^["']/.test(part[0]) && part[0].length > 1 ? h("span", { class: "literal" }, part[0])
          : /^[\w-]+$/.test(part[0]) && !/\s/.test(part[0]) ? h("span", { class: "rule-name" }, part[0]) : part[0]);
    return h("pre", {}, code);
  }
}
