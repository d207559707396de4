/* savemenu.ts - the menu of what can be saved. */
import type { ExportFormat } from "../package/src/index.js";
import type { PapniWorker } from "../package/src/client.js";
import type { Current } from "./current.js";
import { h } from "./dom.js";
import { exported } from "./exports.js";
import { save, wordsFile } from "./files.js";
import type { Project } from "./project.js";
import { toast } from "./toast.js";

interface Sources {
  project: () => Project;
  current: () => Current | null;
  picture: () => SVGElement | null;
}

const exports: [title: string, format: ExportFormat, file: string][] = [
  ["Model (JSON)", "json", "model.json"],
  ["Grammar: EBNF", "ebnf", "grammar.ebnf"],
  ["Grammar: ANTLR 4", "antlr", "grammar.g4"],
  ["Grammar: Lark", "lark", "grammar.lark"],
  ["Grammar: GBNF", "gbnf", "grammar.gbnf"],
  ["Grammar: tree-sitter", "tree-sitter", "grammar.js"],
  ["Railroad diagrams (SVG)", "railroad", "grammar.svg"],
  ["Graphviz DOT", "dot", "model.dot"],
  ["Mermaid", "mermaid", "model.mmd"],
  ["AALpy's DOT", "aalpy", "aalpy.dot"],
  ["PRISM", "prism", "model.prism"],
  ["C", "c", "model.c"],
];

export class SaveMenu {
  readonly #button: HTMLElement;
  readonly #menu: HTMLElement;
  readonly #worker: PapniWorker;
  readonly #sources: Sources;

  constructor(button: HTMLElement, menu: HTMLElement, worker: PapniWorker, sources: Sources) {
    [this.#button, this.#menu, this.#worker, this.#sources] = [button, menu, worker, sources];
    const item = (title: string, id: string, act: () => void) =>
      h("button", { type: "button", role: "menuitem", id: `save-${id}`, tabindex: -1, onclick: () => {
        this.#toggle(false);
        act();
      } }, title);
    menu.append(
      item("Words", "words", () => save("words.txt", wordsFile(sources.project()))),
      ...exports.map(([title, format, file]) => item(title, format, () => void this.#export(format, file))),
      item("Picture (SVG)", "svg", () => this.#picture()));
    button.addEventListener("click", () => this.#toggle(menu.hidden));
    menu.addEventListener("keydown", (event) => this.#key(event));
    button.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") {
        this.#toggle(true);
        event.preventDefault();
      }
    });
    addEventListener("pointerdown", (event) => {
      if (!menu.hidden && event.target instanceof Node && !menu.contains(event.target) && !button.contains(event.target))
        this.#toggle(false);
    });
  }

  #toggle(open: boolean): void {
    this.#menu.hidden = !open;
    this.#button.setAttribute("aria-expanded", String(open));
    if (open)
      this.#menu.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    else
      this.#button.focus();
  }

  #key(event: KeyboardEvent): void {
    const items = [...this.#menu.querySelectorAll<HTMLElement>("[role=menuitem]")];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (next !== undefined)
      items[(next + items.length) % items.length]!.focus();
    else if (event.key === "Escape")
      this.#toggle(false);
    else if (event.key === "Tab")
      this.#menu.hidden = true;
    else
      return;
    if (event.key !== "Tab")
      event.preventDefault();
  }

  async #export(format: ExportFormat, file: string): Promise<void> {
    const current = this.#sources.current();
    if (!current)
      return toast("There is no model yet.");
    try {
      save(file, await exported(current, format, this.#worker));
    } catch (error) {
      toast((error as Error).message, undefined, true);
    }
  }

  #picture(): void {
    const picture = this.#sources.picture();
    if (!picture)
      return toast("There is no picture yet.");
    const copy = picture.cloneNode(true) as SVGElement;
    for (const lit of copy.querySelectorAll(".lit"))
      lit.classList.remove("lit", "lit-accept", "lit-reject");
    for (const text of copy.querySelectorAll("text"))
      text.setAttribute("font-family", "Helvetica, Arial, sans-serif");
    save("model.svg", new XMLSerializer().serializeToString(copy), "image/svg+xml");
  }
}
