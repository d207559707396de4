/* app.ts - the page: what is typed is learned, drawn, checked and asked about.
 *
 * The editors and fields hold the project. A change goes to the learner after a moment; a
 * change during learning stops it. What has been learned then goes to the picture, the
 * grammar, the words to try, the nesting and the question, each by itself. */
import type { ModelFile, Papni, PapniError } from "../package/src/index.js";
import { AutomatonView } from "./automaton.js";
import { Background } from "./background.js";
import { busy } from "./busy.js";
import type { Current } from "./current.js";
import { byId, count, h } from "./dom.js";
import { Editor } from "./editor.js";
import { examples } from "./examples.js";
import { commandOf } from "./files.js";
import { GrammarView } from "./grammar.js";
import { copy, setUpMenu } from "./menu.js";
import { NestingView } from "./nesting.js";
import { Problems } from "./problems.js";
import { fragmentOf, nothing, type Project, projectOf, readings } from "./project.js";
import { QuestionView } from "./question.js";
import { SaveMenu } from "./savemenu.js";
import { SettingsForm } from "./settings.js";
import { Stepper } from "./stepper.js";
import { toast } from "./toast.js";
import { TriesView } from "./tries.js";
import { type Composed, compose, declarations, isDocument, type Side, Splitter, wordsOf } from "./words.js";

const delay = 40; // milliseconds after the last key before learning begins
const linkDelay = 600;
const sides = ["right", "wrong"] as const;

export class App {
  readonly #papni: Papni;
  readonly #background: Background;
  readonly #editors: Record<Side, Editor>;
  readonly #problems: Problems;
  readonly #nesting: NestingView;
  readonly #settings: SettingsForm;
  readonly #automaton: AutomatonView;
  readonly #stepper: Stepper;
  readonly #tries: TriesView;
  readonly #grammar: GrammarView;
  readonly #question: QuestionView;
  #project: Project = { ...nothing };
  #splitter: Splitter;
  #composed: Composed = { text: "", places: [] };
  #current: Current | null = null;
  #abort = new AbortController();
  #timers: Record<string, ReturnType<typeof setTimeout>> = {};
  #changedAt = 0;
  #loading = false;
  #written = ""; // the fragment that the page itself put into the address
  #tooLong = false; // for an address: leaving the page would lose it

  constructor(papni: Papni, module: WebAssembly.Module) {
    this.#papni = papni;
    this.#background = new Background(module);
    const { checker, asker, finder, drawer } = this.#background;
    this.#splitter = new Splitter(papni, "chars", {});
    const editor = (id: Side, label: string, example: string) =>
      new Editor(byId(id), { label, placeholder: example, onChange: () => this.#edited() });
    this.#editors = {
      right: editor("right", "Right words, one per line", "words that are right"),
      wrong: editor("wrong", "Wrong words, one per line", "words that are wrong"),
    };
    this.#problems = new Problems(this.#editors);
    this.#nesting = new NestingView(finder, () => this.#edited());
    this.#settings = new SettingsForm(byId("settings"), papni.settings, (settings) => {
      this.#project.settings = settings;
      this.#edited();
    });
    this.#automaton = new AutomatonView(drawer);
    this.#stepper = new Stepper(byId("stepper"), this.#automaton.picture);
    this.#tries = new TriesView(checker, this.#stepper, () => this.#triesEdited());
    this.#grammar = new GrammarView(checker);
    this.#question = new QuestionView(byId("question"), asker, (word, label) => {
      const blocks = isDocument(this.#project.reading) && this.#project.unit === "block";
      this.#editors[label ? "right" : "wrong"].append(word, blocks ? "---\n" : "");
    });
    this.#setUp();
  }

  /** Shows the project of the address, or the first example. */
  async begin(): Promise<void> {
    byId("version").textContent = `papni ${this.#papni.version}`;
    addEventListener("hashchange", () => void this.#fromAddress(false));
    addEventListener("beforeunload", (event) => this.#tooLong && event.preventDefault());
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

  #setUp(): void {
    setUpMenu({
      project: () => this.#project,
      replace: (project, note) => this.#replace(project, note),
      wrote: (fragment) => (this.#written = fragment),
    }, this.#background.checker);
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
    byId("reset").addEventListener("click", () => {
      this.#project.settings = {};
      this.#settings.show({});
      this.#edited();
    });
    byId("copy-command").addEventListener("click", () => void copy(byId("command").textContent ?? "", "The command"));
    byId("copy-grammar").addEventListener("click", () => void copy(this.#grammar.text, "The grammar"));
    new SaveMenu(byId("save"), byId("save-menu"), this.#background.checker, {
      project: () => this.#project,
      current: () => this.#current,
      picture: () => this.#automaton.picture.svg,
    });
  }

  // ---- the project ----

  /* Shows another project, which can be undone. */
  #replace(project: Project, note: string): void {
    const before = { ...this.#project };
    this.#show(project);
    toast(`${note}.`, { text: "Undo", act: () => this.#show(before) });
  }

  #show(project: Project): void {
    this.#loading = true;
    this.#project = { ...project, settings: { ...project.settings } };
    for (const side of sides)
      this.#editors[side].text = project[side];
    this.#tries.editor.text = project.tries;
    this.#nesting.show(project);
    byId<HTMLSelectElement>("reading").value = project.reading;
    byId<HTMLSelectElement>("unit").value = project.unit;
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
    busy("model", true);
    const project = this.#project;
    if (!keepModel)
      project.model = null;
    for (const side of sides)
      project[side] = this.#editors[side].text;
    project.tries = this.#tries.editor.text;
    this.#nesting.read(project);
    this.#abort.abort();
    this.#question.clear();
    this.#look();
    this.#later("learn", delay, () => void this.#learn());
    this.#later("link", linkDelay, () => void this.#keepInAddress());
  }

  #triesEdited(): void {
    if (this.#loading)
      return;
    this.#project.tries = this.#tries.editor.text;
    this.#later("link", linkDelay, () => void this.#keepInAddress());
  }

  async #keepInAddress(): Promise<void> {
    const fragment = await fragmentOf(this.#project);
    this.#tooLong = fragment === null;
    this.#written = fragment ?? "";
    history.replaceState(null, "", fragment ?? location.pathname + location.search);
  }

  /* How words look: colours and hints. */
  #look(): void {
    const project = this.#project;
    const documents = isDocument(project.reading);
    const blocks = documents && project.unit === "block";
    this.#splitter = new Splitter(this.#papni, project.reading, declarations(project));
    for (const side of sides)
      this.#editors[side].look(this.#splitter, blocks);
    this.#nesting.look(project);
    byId("words-hint").replaceChildren(
      blocks ? "Documents, with a line of --- between them; " : documents ? "One document per line; " : "One word per line; ",
      h("code", {}, "ε"), documents ? " alone is the empty document." : " alone on a line is the empty word.");
    byId("unit-field").hidden = !documents;
    byId("reset").hidden = Object.keys(project.settings).length === 0;
    byId("command").textContent = commandOf(project, this.#settings.effective);
  }

  // ---- learning ----

  async #learn(): Promise<void> {
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const project = this.#project;
    const composed = (this.#composed = compose(project));
    const words = { right: 0, wrong: 0 };
    for (const { side } of composed.places)
      words[side]++;
    for (const side of sides)
      byId(`${side}-count`).textContent = count(words[side], "word");
    byId("imported").hidden = true;
    this.#nesting.suggest(project, composed, this.#splitter);
    try {
      if (project.model !== null)
        await this.#showOpened(project.model, signal);
      else if (!composed.places.length)
        this.#empty();
      else
        await this.#showLearned(project, words.wrong > 0, signal);
    } catch (error) {
      if (signal.aborted)
        return;
      this.#problems.complain(error as PapniError, composed);
      this.#automaton.status("");
      this.#question.say("There is nothing to ask as long as the words cannot be learned.");
      busy("model", false);
    }
  }

  async #showLearned(project: Project, anyWrong: boolean, signal: AbortSignal): Promise<void> {
    const composed = this.#composed;
    const settings = this.#settings.effective;
    const slow = setTimeout(() => this.#automaton.status("learning …"), 250);
    try {
      const { statistics, exports, milliseconds, model: text, dropped } = await this.#background.learner.run("learn", {
        ...wordsOf(project, composed), settings, exports: ["dot", "ebnf"],
      }, signal);
      const file = JSON.parse(text) as ModelFile;
      this.#problems.clear();
      this.#problems.drop(dropped, statistics.droppedPositive, statistics.droppedNegative, composed);
      if (!anyWrong)
        this.#problems.say(withoutWrong(settings, file));
      this.#shown({ text, file, exports }, `learned in ${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`, this.#splitter, signal);
      this.#question.ask(project, composed, settings, this.#splitter);
    } finally {
      clearTimeout(slow);
    }
  }

  async #showOpened(text: string, signal: AbortSignal): Promise<void> {
    const run = (format: "dot" | "ebnf") => this.#background.checker.run("export", { model: text, format }, signal);
    const dot = await run("dot");
    const ebnf = await run("ebnf").catch(() => undefined);
    signal.throwIfAborted();
    const file = JSON.parse(text) as ModelFile;
    const splitter = Splitter.of(this.#papni, file);
    this.#problems.clear();
    byId("imported").hidden = false;
    byId("imported").replaceChildren(
      "This model comes from a file. As soon as a word or a setting changes, it is learned again. ",
      splitter.reading === "tokens" ? "Write the symbols of words to try with spaces between them. " : "",
      h("button", { type: "button", class: "button small", onclick: () => this.#edited() }, "Learn from the words"));
    this.#shown({ text, file, exports: { dot, ...(ebnf === undefined ? {} : { ebnf }) } }, "from a file", splitter, signal);
    this.#question.say("This model comes from a file: there are no words of yours to ask about.");
  }

  #empty(): void {
    this.#current = null;
    this.#problems.clear();
    this.#automaton.status("");
    this.#automaton.picture.say("Type a few words that are right, and some that are wrong. The automaton that tells them apart appears here.");
    this.#grammar.show(null);
    this.#tries.show(null, this.#splitter);
    this.#question.say("Type a few words first.");
    busy("model", false);
  }

  /* A model, learned or opened, goes to all that show it. */
  #shown(current: Current, how: string, splitter: Splitter, signal: AbortSignal): void {
    const { file } = current;
    this.#current = current;
    const kind = ["dfa", "vpa", "sevpa", "general"].includes(file.model) ? "" : `${file.model}, `;
    this.#automaton.status(`${kind}${count(file.states, "state")}, ${count(file.transitions.length + (file.enter?.length ?? 0), "transition")}${file.counts ? ", with counts" : ""} · ${how}`);
    this.#grammar.show(current);
    this.#tries.show(current, splitter);
    void this.#automaton.show(current, signal, () => {
      byId("picture").dataset["ms"] = String(Math.round(performance.now() - this.#changedAt));
      this.#stepper.light();
    }).then(() => {
      if (!signal.aborted)
        busy("model", false);
    });
  }
}

/* What is learned from right words alone, or "" where that is nothing special. */
function withoutWrong({ model, method, evidence }: Record<string, string>, file: ModelFile): string {
  if (!model && !method)
    return "No word is wrong: what never follows in the right words is taken to be wrong.";
  const merges = ["dfa", "vpa", "sevpa"].includes(file.model) && model !== "auto" && evidence !== "bits";
  return merges && method !== "contexts" && method !== "k-tails"
    ? "No word is wrong: nothing prevents a merge, so the model accepts too much."
    : "";
}
