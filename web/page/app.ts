/* app.ts - the page: what is typed is learned, drawn, checked and asked about.
 *
 * The editors and fields hold the project. A change goes to the learner after a moment; a
 * change during learning stops it. What has been learned then goes to the picture, the
 * grammar, the words to try and the question, each by itself. */
import type { Check, ModelFile, Papni, PapniError } from "../package/src/index.js";
import { Background } from "./background.js";
import { byId, count, h } from "./dom.js";
import { Editor, type Mark } from "./editor.js";
import { examples } from "./examples.js";
import { commandOf, openFile } from "./files.js";
import { GrammarView } from "./grammar.js";
import { Picture } from "./picture.js";
import { fragmentOf, nothing, type Project, projectOf, readings } from "./project.js";
import { QuestionView } from "./question.js";
import { SaveMenu } from "./savemenu.js";
import { SettingsForm } from "./settings.js";
import { expectation, reason, Stepper } from "./stepper.js";
import { setUpTheme } from "./theme.js";
import { toast } from "./toast.js";
import {
  type Composed, compose, isDocument, names, pieces, placeOf, Splitter, suggest, symbolsOf, wordsOf,
} from "./words.js";

const delay = 40; // milliseconds after the last key before learning begins
const linkDelay = 600;
const mostDrawn = { states: 120, arrows: 500 };
const mostTried = 500; // words
const mostMarked = 1000; // lines

const mismatches: Record<string, string> = {
  "open calls": "something stays open", "no call": "closes nothing", "wrong call": "closes the wrong one",
};

const fields = ["pairs", "calls", "returns", "internal"] as const;

/** What has been learned, or opened. */
export interface Current {
  text: string; // the model's file
  file: ModelFile;
  exports: Record<string, string>;
}

export class App {
  readonly #papni: Papni;
  readonly #background: Background;
  readonly #editors: Record<"right" | "wrong" | "tries", Editor>;
  readonly #settings: SettingsForm;
  readonly #picture = new Picture(byId("picture"));
  readonly #stepper = new Stepper(byId("stepper"), this.#picture);
  readonly #grammar: GrammarView;
  readonly #question: QuestionView;
  #project: Project = { ...nothing };
  #splitter: Splitter;
  #composed: Composed = { text: "", places: [] };
  #current: Current | null = null;
  #abort = new AbortController();
  #checking = new AbortController();
  #timers: Record<string, ReturnType<typeof setTimeout>> = {};
  #changedAt = 0;
  #loading = false;
  #drawAnyway = false;

  constructor(papni: Papni, module: WebAssembly.Module) {
    this.#papni = papni;
    this.#background = new Background(module);
    this.#background.drawer.warm();
    this.#splitter = new Splitter(papni, nothing);
    const editor = (id: "right" | "wrong", label: string, example: string) =>
      new Editor(byId(id), { label, placeholder: example, onChange: () => this.#edited() });
    this.#editors = {
      right: editor("right", "Right words, one per line", "words that are right"),
      wrong: editor("wrong", "Wrong words, one per line", "words that are wrong"),
      tries: new Editor(byId("tries"), {
        label: "Words to try, one per line", placeholder: "words to try",
        onChange: () => this.#triesEdited(), onCursor: () => this.#later("check", delay, () => this.#check()),
      }),
    };
    this.#settings = new SettingsForm(byId("settings"), papni.settings, (settings) => {
      this.#project.settings = settings;
      this.#edited();
    });
    this.#grammar = new GrammarView(this.#background.checker);
    this.#question = new QuestionView(byId("question"), this.#background.asker, (word, label) => {
      const blocks = isDocument(this.#project.reading) && this.#project.unit === "block";
      this.#editors[label ? "right" : "wrong"].append(word, blocks ? "---\n" : "");
    });
    this.#setUp();
  }

  /** Shows the project of the address, or the first example. */
  async begin(): Promise<void> {
    byId("version").textContent = `papni ${this.#papni.version}`;
    addEventListener("hashchange", () => void this.#fromAddress(false));
    await this.#fromAddress(true);
  }

  async #fromAddress(first: boolean): Promise<void> {
    try {
      if (location.hash && location.hash === this.#written)
        return;
      const project = await projectOf(location.hash);
      if (project)
        return this.#show(project);
    } catch (error) {
      toast((error as Error).message);
    }
    if (first)
      this.#show(examples[0]!.project);
  }
  #written = "";

  get project(): Project {
    return this.#project;
  }

  // ---- the controls ----

  #setUp(): void {
    setUpTheme(byId("theme"));
    const reading = byId<HTMLSelectElement>("reading");
    reading.append(...readings.map(([value, text]) => h("option", { value }, text)));
    reading.addEventListener("change", () => {
      this.#project.reading = reading.value as Project["reading"];
      this.#edited();
    });
    const unit = byId<HTMLSelectElement>("unit");
    unit.addEventListener("change", () => {
      this.#project.unit = unit.value as Project["unit"];
      this.#edited();
    });
    for (const field of fields)
      byId(field).addEventListener("input", () => this.#edited());
    const choice = byId<HTMLSelectElement>("example");
    choice.append(h("option", { value: "" }, "Examples"), ...examples.map(({ id, title }) => h("option", { value: id }, title)));
    choice.addEventListener("change", () => {
      const example = examples.find(({ id }) => id === choice.value);
      choice.value = "";
      if (example)
        this.#replace(example.project, `The example “${example.title}”`);
    });
    byId("reset").addEventListener("click", () => {
      this.#project.settings = {};
      this.#settings.show({});
      this.#edited();
    });
    byId("copy-command").addEventListener("click", () => void this.#copy(byId("command").textContent ?? "", "The command"));
    byId("copy-grammar").addEventListener("click", () => void this.#copy(this.#grammar.text, "The grammar"));
    byId("link").addEventListener("click", () => void this.#copyLink());
    for (const [id, factor] of [["zoom-in", 1.25], ["zoom-out", 0.8], ["zoom-fit", 0]] as const)
      byId(id).addEventListener("click", () => this.#picture.zoom(factor));
    new ResizeObserver(() => this.#picture.resized()).observe(byId("picture"));
    this.#setUpFiles();
  }

  #setUpFiles(): void {
    const input = byId<HTMLInputElement>("file");
    byId("open").addEventListener("click", () => input.click());
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      input.value = "";
      if (file)
        void this.#open(file);
    });
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      const file = event.dataTransfer?.files[0];
      if (file) {
        event.preventDefault();
        void this.#open(file);
      }
    });
    new SaveMenu(byId("save"), byId("save-menu"), this.#background.checker, {
      project: () => this.#project,
      current: () => this.#current,
      picture: () => this.#picture.svg,
    });
  }

  async #open(file: File): Promise<void> {
    try {
      const { project, note } = await openFile(file, this.#background.checker);
      this.#replace({ ...this.#project, ...project }, note);
    } catch (error) {
      const { message, line } = error as PapniError;
      toast(line ? `${file.name}, line ${line}: ${message}` : message, undefined, true);
    }
  }

  async #copy(text: string, what: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      toast(`${what} is on the clipboard.`);
    } catch {
      toast("The browser does not allow copying here.", undefined, true);
    }
  }

  async #copyLink(): Promise<void> {
    const fragment = await fragmentOf(this.#project);
    if (fragment === null)
      return toast("Too much for a link: save the words as a file instead.", undefined, true);
    this.#written = fragment;
    history.replaceState(null, "", fragment);
    await this.#copy(location.href, "The link, with everything in it,");
  }

  // ---- the project ----

  /** Shows another project, which can be undone. */
  #replace(project: Project, note: string): void {
    const before = { ...this.#project };
    this.#show(project);
    toast(`${note}.`, { text: "Undo", act: () => this.#show(before) });
  }

  #show(project: Project): void {
    this.#loading = true;
    this.#project = { ...project, settings: { ...project.settings } };
    for (const side of ["right", "wrong", "tries"] as const)
      this.#editors[side].text = project[side];
    for (const field of fields)
      byId<HTMLInputElement>(field).value = project[field];
    byId<HTMLSelectElement>("reading").value = project.reading;
    byId<HTMLSelectElement>("unit").value = project.unit;
    byId<HTMLDetailsElement>("more").open = Boolean(project.calls || project.returns || project.internal);
    this.#settings.show(project.settings);
    this.#question.forget();
    this.#loading = false;
    this.#edited(true);
  }

  #later(name: string, wait: number, act: () => void): void {
    clearTimeout(this.#timers[name]);
    this.#timers[name] = setTimeout(act, wait);
  }

  /* Something about the words or the settings is different. */
  #edited(keepModel = false): void {
    if (this.#loading)
      return;
    this.#changedAt = performance.now();
    this.#waiting(true);
    const project = this.#project;
    if (!keepModel)
      project.model = null;
    for (const side of ["right", "wrong", "tries"] as const)
      project[side] = this.#editors[side].text;
    for (const field of fields)
      project[field] = byId<HTMLInputElement>(field).value;
    this.#abort.abort();
    this.#question.clear();
    this.#drawAnyway = false;
    this.#look();
    this.#later("learn", delay, () => void this.#learn());
    this.#later("link", linkDelay, () => void this.#keepInAddress());
  }

  #triesEdited(): void {
    if (this.#loading)
      return;
    document.documentElement.toggleAttribute("data-busy", true);
    this.#project.tries = this.#editors.tries.text;
    this.#later("check", delay, () => this.#check());
    this.#later("link", linkDelay, () => void this.#keepInAddress());
  }

  async #keepInAddress(): Promise<void> {
    const fragment = await fragmentOf(this.#project);
    this.#written = fragment ?? "";
    history.replaceState(null, "", fragment ?? location.pathname + location.search);
  }

  /* Says whether what is shown is still that of the words before. */
  #waiting(on: boolean): void {
    document.documentElement.toggleAttribute("data-busy", on);
    this.#behind = on;
  }
  #behind = false;

  /* How words look: colours, symbols, suggestions. */
  #look(): void {
    const project = this.#project;
    const documents = isDocument(project.reading);
    this.#splitter = new Splitter(this.#papni, project);
    const blocks = documents && project.unit === "block";
    this.#editors.right.look(this.#splitter, blocks);
    this.#editors.wrong.look(this.#splitter, blocks);
    this.#editors.tries.look(this.#splitter, false);
    byId("words-hint").replaceChildren(
      blocks ? "Documents, with a line of --- between them; " : documents ? "One document per line; " : "One word per line; ",
      h("code", {}, "ε"), documents ? " alone is the empty document." : " alone on a line is the empty word.");
    byId("unit-field").hidden = !documents;
    byId("declared").hidden = documents;
    byId("nesting-hint").textContent = documents ? "The lexer knows which symbols open something and which close it." : "Which symbols open something, and which close it?";
    byId("reset").hidden = Object.keys(project.settings).length === 0;
    byId("command").textContent = commandOf(project, this.#settings.effective);
    this.#later("symbols", 150, () => this.#showSymbols());
  }

  #showSymbols(): void {
    const project = this.#project;
    const blocks = isDocument(project.reading) && project.unit === "block";
    const symbols = symbolsOf(this.#splitter, pieces(project.right.slice(0, 100_000) + "\n" + project.wrong.slice(0, 100_000), blocks));
    const shown = symbols.slice(0, 60);
    byId("symbols").replaceChildren(
      ...shown.map(({ name, kind }) => h("span", { class: `chip ${kind}`, role: "listitem", title: kind === "internal" ? "neither opens nor closes" : kind }, name)),
      ...(symbols.length > shown.length ? [h("span", { class: "chip more", role: "listitem" }, `${symbols.length - shown.length} more`)] : []));
    this.#suggest();
  }

  #suggest(): void {
    const box = byId("suggestion");
    const project = this.#project;
    const declared = new Set(names([project.pairs, project.calls, project.returns].join(" ")));
    const words: string[][] = [];
    if (!isDocument(project.reading))
      for (const piece of pieces(project.right.slice(0, 100_000), false))
        words.push(this.#splitter.spots(piece.text.slice(0, 2000)).map((spot) => spot.name));
    const found = suggest(words, declared)[0];
    box.hidden = !found;
    if (!found)
      return;
    const button = h("button", { type: "button", class: "button small", onclick: () => {
      const input = byId<HTMLInputElement>("pairs");
      input.value = `${input.value.trim()}  ${found.call} ${found.ret}`.trim();
      this.#edited();
      input.focus();
    } }, "Use it");
    box.replaceChildren(h("span", {}, h("code", {}, `${found.call} ${found.ret}`), ` is balanced in every right word.`), button);
  }

  // ---- learning ----

  async #learn(): Promise<void> {
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const project = this.#project;
    this.#composed = compose(project);
    const sides = { right: 0, wrong: 0 };
    for (const { side } of this.#composed.places)
      sides[side]++;
    byId("right-count").textContent = count(sides.right, "word");
    byId("wrong-count").textContent = count(sides.wrong, "word");
    if (project.model !== null)
      return this.#showOpened(project.model, signal);
    byId("imported").hidden = true;
    if (!this.#composed.places.length)
      return this.#empty();
    const slow = setTimeout(() => this.#status("learning …"), 250);
    try {
      const answer = await this.#background.learner.run("learn", {
        ...wordsOf(project, this.#composed), settings: this.#settings.effective, exports: ["dot", "ebnf"],
      }, signal);
      this.#complain(null);
      const { statistics, exports, milliseconds, model: text } = answer;
      this.#drop(answer.dropped, statistics.droppedPositive, statistics.droppedNegative);
      this.#learned({ text, file: JSON.parse(text) as ModelFile, exports }, `learned in ${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`, signal);
      if (!sides.wrong)
        this.#warn(this.#settings.effective["model"] || this.#settings.effective["method"]
          ? "No word is wrong: nothing prevents a merge, so the model accepts too much."
          : "No word is wrong: what never follows in the right words is taken to be wrong.");
      this.#question.ask(project, this.#composed, this.#settings.effective, this.#splitter);
    } catch (error) {
      if (!signal.aborted)
        this.#complain(error as PapniError);
    } finally {
      clearTimeout(slow);
    }
  }

  async #showOpened(text: string, signal: AbortSignal): Promise<void> {
    try {
      const run = (format: "dot" | "ebnf") =>
        this.#background.checker.run("export", { model: text, format }, signal).catch(() => undefined);
      const dot = await this.#background.checker.run("export", { model: text, format: "dot" }, signal);
      const ebnf = await run("ebnf");
      const box = byId("imported");
      box.hidden = false;
      box.replaceChildren("This model comes from a file. As soon as a word or a setting changes, it is learned again. ",
        h("button", { type: "button", class: "button small", onclick: () => this.#edited() }, "Learn from the words"));
      this.#complain(null);
      this.#drop([], 0, 0);
      this.#learned({ text, file: JSON.parse(text) as ModelFile, exports: { dot, ...(ebnf === undefined ? {} : { ebnf }) } }, "from a file", signal);
    } catch (error) {
      if (!signal.aborted)
        this.#complain(error as PapniError);
    }
  }

  #empty(): void {
    this.#waiting(false);
    this.#current = null;
    this.#complain(null);
    this.#drop([], 0, 0);
    this.#status("");
    this.#picture.say("Type a few words that are right, and some that are wrong. The automaton that tells them apart appears here.");
    this.#stepper.hide();
    this.#grammar.show(null);
    this.#check();
  }

  #learned(current: Current, how: string, signal: AbortSignal): void {
    const { file, exports } = current;
    this.#current = current;
    this.#status(`${count(file.states, "state")}, ${count(file.transitions.length + (file.enter?.length ?? 0), "transition")} · ${how}`);
    void this.#draw(exports["dot"] ?? "", signal);
    this.#grammar.show(current);
    this.#check();
  }

  #status(text: string): void {
    byId("status").textContent = text;
  }

  async #draw(dot: string, signal: AbortSignal): Promise<void> {
    const { file } = this.#current!;
    this.#waiting(true);
    const arrows = dot.split("->").length - 1;
    if (!this.#drawAnyway && (file.states > mostDrawn.states || arrows > mostDrawn.arrows)) {
      this.#stepper.hide();
      this.#waiting(false);
      return this.#picture.say(`${count(file.states, "state")} and ${count(arrows, "arrow")}: too many to make sense of at a glance, and drawing takes its time. `,
        h("button", { type: "button", class: "button small", onclick: () => {
          this.#drawAnyway = true;
          void this.#draw(dot, signal);
        } }, "Draw it"));
    }
    try {
      const drawing = await this.#background.drawer.draw(dot);
      if (signal.aborted)
        return;
      this.#picture.show(drawing, `An automaton with ${count(file.states, "state")}; ${file.accept.length ? `accepting: ${file.accept.slice(0, 20).join(", ")}` : "none accepts"}`);
      const box = byId("picture");
      box.dataset["ms"] = String(Math.round(performance.now() - this.#changedAt));
      this.#behind = false;
      this.#check();
    } catch (error) {
      if ((error as Error).name === "AbortError")
        return;
      this.#waiting(false);
      this.#picture.say(`The picture cannot be drawn: ${(error as Error).message}`);
    }
  }

  /* Shows what is wrong at its place; the picture stays, faint. */
  #complain(error: PapniError | null): void {
    const box = byId("problem");
    box.hidden = !error;
    byId("automaton").classList.toggle("stale", Boolean(error));
    for (const side of ["right", "wrong"] as const)
      this.#editors[side].mark([]);
    if (!error)
      return;
    this.#waiting(false);
    const place = this.#composed.places[error.line - 1];
    const message = error.message.replace(/\bwords:(\d+)(?::\d+)?/g, (_, line: string) => this.#where(Number(line)));
    this.#status("");
    if (!place) {
      box.replaceChildren(capital(message));
      return;
    }
    const from = error.column > 2 ? placeOf(place, error.column) : place.from;
    this.#editors[place.side].mark([{ from, to: Math.min(place.from + place.text.length, from + 1), style: "bad" }]);
    box.replaceChildren(`${capital(place.side)} words: ${message} `,
      h("button", { type: "button", class: "button small", onclick: () => this.#editors[place.side].goTo(from) }, "Show it"));
  }

  /* "right, line 3": where a line of the file stands. */
  #where(line: number): string {
    const place = this.#composed.places[line - 1];
    if (!place)
      return `line ${line}`;
    const at = this.#editors[place.side].view.state.doc.lineAt(Math.min(place.from, this.#editors[place.side].view.state.doc.length));
    return `${place.side}, line ${at.number}`;
  }

  #drop(dropped: { line: number; at: number; reason: string }[], right: number, wrong: number): void {
    const box = byId("dropped");
    box.hidden = !dropped.length;
    const lists: Record<"right" | "wrong", Mark[]> = { right: [], wrong: [] };
    for (const { line, reason: why } of dropped.slice(0, mostMarked)) {
      const place = this.#composed.places[line - 1];
      if (place)
        lists[place.side].push({ from: place.from, to: place.from, style: "dropped", note: mismatches[why] ?? why });
    }
    this.#editors.right.mark(lists.right);
    this.#editors.wrong.mark(lists.wrong);
    const what = [right ? count(right, "right word") : "", wrong ? count(wrong, "wrong word") : ""].filter(Boolean).join(" and ");
    box.classList.toggle("bad", right > 0);
    box.replaceChildren(`${what} ${right + wrong === 1 ? "is" : "are"} not well-matched, and not learned from${right ? ": is the nesting declared as it should be?" : "."}`);
  }

  #warn(text: string): void {
    byId("dropped").hidden = false;
    byId("dropped").replaceChildren(text);
  }

  // ---- words to try ----

  #check(): void {
    this.#checking.abort();
    this.#checking = new AbortController();
    void this.#checkTries(this.#checking.signal);
  }

  async #checkTries(signal: AbortSignal): Promise<void> {
    const editor = this.#editors.tries;
    const list = [...pieces(editor.text.slice(0, 1_000_000), false)].slice(0, mostTried);
    const current = this.#current;
    if (!current || !list.length) {
      editor.mark([]);
      byId("tries-status").textContent = "";
      this.#stepper.hide();
      return this.#waiting(this.#behind);
    }
    const spots = list.map(({ text }) => this.#splitter.spots(text));
    const words = spots.map((word) => word.map(({ name }) => name));
    try {
      const checks = await this.#background.checker.run("check", { model: current.text, words });
      if (signal.aborted)
        return;
      const line = editor.line;
      const chosen = Math.max(0, list.findIndex(({ from }) => from >= line));
      editor.mark(list.flatMap((piece, i) => marksOf(piece, spots[i]!, words[i]!, checks[i]!, i === chosen)));
      const accepted = checks.filter((check) => check.accepted).length;
      byId("tries-status").textContent = `${accepted} of ${list.length} accepted`;
      const trace = await this.#background.checker.run("trace", { model: current.text, word: words[chosen]! });
      if (signal.aborted)
        return;
      this.#stepper.show(words[chosen]!, trace, checks[chosen]!, current.file);
      this.#waiting(this.#behind);
    } catch (error) {
      if (!signal.aborted)
        byId("tries-status").textContent = (error as Error).message;
    }
  }
}

function marksOf(piece: { from: number; text: string }, spots: { from: number; to: number }[], word: string[], check: Check, current: boolean): Mark[] {
  const spot = spots[check.read];
  const end = piece.from + piece.text.length;
  const marks: Mark[] = [];
  if (current)
    marks.push({ from: piece.from, to: piece.from, style: "current" });
  if (check.accepted)
    marks.push({ from: piece.from, to: end, style: "accepted" });
  else
    marks.push({
      from: spot ? piece.from + spot.from : end, to: spot ? piece.from + spot.to : end, style: "rejected",
      note: [reason(check, word), expectation(check)].filter(Boolean).join(" · "),
    });
  return marks;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
