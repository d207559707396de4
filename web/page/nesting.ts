/* nesting.ts - which symbols call and return: the fields in which they are declared, the
 * symbols of the words, and those that the library finds to nest. */
import type { PapniWorker } from "../package/src/client.js";
import type { Declarations } from "../package/src/index.js";
import { byId, h } from "./dom.js";
import type { Project } from "./project.js";
import { type Composed, isDocument, names, pieces, type Splitter, symbolsOf } from "./words.js";

const fields = ["pairs", "calls", "returns", "internal"] as const;
const glance = 100_000; // characters of each side in which symbols are looked for
const delay = 150; // milliseconds after learning
const largest = 5_000_000; // characters in which nesting is looked for

export class NestingView {
  readonly #worker: PapniWorker;
  readonly #edited: () => void;
  #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(worker: PapniWorker, edited: () => void) {
    this.#worker = worker;
    this.#edited = edited;
    for (const field of fields)
      byId(field).addEventListener("input", edited);
  }

  /** Takes what is declared from the fields. */
  read(project: Project): void {
    for (const field of fields)
      project[field] = byId<HTMLInputElement>(field).value;
  }

  show(project: Project): void {
    for (const field of fields)
      byId<HTMLInputElement>(field).value = project[field];
    this.#unfold(project);
    byId("suggestion").hidden = true;
  }

  #unfold({ calls, returns, internal }: Project): void {
    byId<HTMLDetailsElement>("more").open = Boolean(calls || returns || internal);
  }

  /** The words or how they are read are different. */
  look(project: Project): void {
    const documents = isDocument(project.reading);
    byId("declared").hidden = documents;
    byId("nesting-hint").textContent = documents
      ? "The lexer knows which symbols open something and which close it."
      : "Which symbols open something, and which close it?";
    this.#abort.abort();
    clearTimeout(this.#timer);
  }

  /** Shows the symbols, and looks for nesting that is not declared. */
  suggest(project: Project, composed: Composed, splitter: Splitter): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#showSymbols(project, splitter);
      void this.#find(project, composed, signal);
    }, delay);
  }

  #showSymbols(project: Project, splitter: Splitter): void {
    const blocks = isDocument(project.reading) && project.unit === "block";
    const text = [project.right.slice(0, glance), project.wrong.slice(0, glance)].join(blocks ? "\n---\n" : "\n");
    const symbols = symbolsOf(splitter, pieces(text, blocks));
    const shown = symbols.slice(0, 60);
    byId("symbols").replaceChildren(
      ...shown.map(({ name, kind }) => h("span", { class: `chip ${kind}`, role: "listitem", title: kind === "internal" ? "neither opens nor closes" : kind }, name)),
      ...(symbols.length > shown.length ? [h("span", { class: "chip more", role: "listitem" }, `${symbols.length - shown.length} more`)] : []));
  }

  async #find(project: Project, { text }: Composed, signal: AbortSignal): Promise<void> {
    const { reading } = project;
    if (isDocument(reading) || text.length > largest || !project.right) {
      byId("suggestion").hidden = true;
      return;
    }
    try {
      const { declarations } = await this.#worker.run("nesting", { text, format: reading as "chars" | "tokens" }, signal);
      if (!signal.aborted)
        this.#offer(undeclared(declarations, project), project);
    } catch {
      if (!signal.aborted)
        byId("suggestion").hidden = true; // what is wrong with the words is shown beside them
    }
  }

  #offer({ pairs, calls, returns }: Required<Omit<Declarations, "internal">>, project: Project): void {
    const box = byId("suggestion");
    box.hidden = !pairs.length && !calls.length;
    if (box.hidden)
      return;
    const found = { pairs: pairs.map((pair) => pair.join(" ")).join("  "), calls: calls.join(" "), returns: returns.join(" ") };
    const shown = [found.pairs, [found.calls, found.returns].filter(Boolean).join(" with ")].filter(Boolean).join("  ");
    const use = () => {
      for (const field of ["pairs", "calls", "returns"] as const) {
        const input = byId<HTMLInputElement>(field);
        input.value = [input.value.trim(), found[field]].filter(Boolean).join("  ");
      }
      this.#unfold({ ...project, calls: byId<HTMLInputElement>("calls").value, returns: byId<HTMLInputElement>("returns").value });
      box.hidden = true;
      this.#edited();
      byId("pairs").focus();
    };
    const one = pairs.length + calls.length === 1;
    box.replaceChildren(h("span", {}, h("code", {}, shown), one ? " nests in the right words." : " nest in the right words."),
      h("button", { type: "button", class: "button small", onclick: use }, one ? "Use it" : "Use them"));
  }
}

/* What was found without what is declared. */
function undeclared({ pairs = [], calls = [], returns = [] }: Declarations, project: Project): Required<Omit<Declarations, "internal">> {
  const declared = new Set(names([project.pairs, project.calls, project.returns].join(" ")));
  const free = (name: string) => !declared.has(name);
  const loose = calls.every(free) && returns.every(free);
  return { pairs: pairs.filter((pair) => pair.every(free)), calls: loose ? calls : [], returns: loose ? returns : [] };
}
