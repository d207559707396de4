/* question.ts - asks about a word: models that were learned in several ways all fit the
 * words so far, and disagree on this one. Its label would tell which of them are wrong. */
import type { PapniWorker } from "../package/src/client.js";
import { isMachine } from "./current.js";
import { h } from "./dom.js";
import type { Project } from "./project.js";
import { type Composed, type Splitter, wordsOf } from "./words.js";

const delay = 350; // milliseconds after learning
const most = 5000; // words for which it is asked unbidden

type Settings = Record<string, string>;

/** Ways to learn: the one that was chosen, and others of its sort. */
function ways(chosen: Settings): Settings[] {
  const others: Settings[] = chosen["model"] === "dfa"
    ? [{ model: "dfa", method: "rpni" }, { model: "dfa", evidence: "states" }, { model: "dfa", focus: "positive" }]
    : [
      { model: "vpa" }, { model: "vpa", method: "rpni" }, { model: "vpa", focus: "all" }, { model: "sevpa", evidence: "bits" },
      { model: "sevpa" }, { model: "sevpa", modules: "one" }, { model: "sevpa", method: "rpni" },
    ];
  return chosen["model"] === "auto" || chosen["search"] ? others : [chosen, ...others];
}

export class QuestionView {
  readonly #box: HTMLElement;
  readonly #worker: PapniWorker;
  readonly #answer: (word: string, label: boolean) => void;
  #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #skipped: string[][] = [];

  constructor(box: HTMLElement, worker: PapniWorker, answer: (word: string, label: boolean) => void) {
    this.#box = box;
    this.#worker = worker;
    this.#answer = answer;
    this.clear();
  }

  /** Another project: what was skipped may be asked again. */
  forget(): void {
    this.#skipped = [];
  }

  clear(): void {
    this.#abort.abort();
    clearTimeout(this.#timer);
    this.#box.classList.add("waiting");
  }

  ask(project: Project, composed: Composed, settings: Settings, splitter: Splitter): void {
    this.clear();
    if (isMachine(settings["model"]))
      return this.say("A machine is learned from traces, which are neither right nor wrong: there is nothing to ask.");
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const look = () => void this.#look(project, composed, settings, splitter, signal);
    if (composed.places.length <= most)
      this.#timer = setTimeout(look, delay);
    else
      this.#say(h("p", {}, "With so many words, looking for a question takes a while. "),
        h("button", { type: "button", class: "button small", onclick: look }, "Look for one"));
  }

  /** Says why nothing is asked. */
  say(text: string): void {
    this.clear();
    this.#say(h("p", { class: "hint" }, text));
  }

  #say(...content: Node[]): void {
    this.#box.classList.remove("waiting");
    this.#box.replaceChildren(...content);
  }

  async #look(project: Project, composed: Composed, settings: Settings, splitter: Splitter, signal: AbortSignal): Promise<void> {
    try {
      const skipped = this.#skipped;
      for (;;) {
        const question = await this.#worker.run("question", { ...wordsOf(project, composed), settings: ways(settings), asked: skipped }, signal);
        if (signal.aborted)
          return;
        if (!question)
          return this.#say(h("p", { class: "hint" }, "All ways of learning agree on these words: there is nothing to ask."));
        const typed = splitter.typed(question.word);
        if (typed !== null && !typed.includes("\n"))
          return this.#show(question.word, typed, question, () => this.ask(project, composed, settings, splitter));
        skipped.push(question.word); // it cannot be typed
      }
    } catch (error) {
      if (!signal.aborted)
        this.#say(h("p", { class: "hint" }, (error as Error).message));
    }
  }

  #show(word: string[], typed: string, { accepting, models }: { accepting: number; models: number }, again: () => void): void {
    const answer = (label: boolean) => () => this.#answer(typed, label);
    this.#say(
      h("p", { class: "asked" }, "Would this be right? ", h("code", { id: "question-word" }, typed)),
      h("div", { class: "answers" },
        h("button", { type: "button", class: "button good", id: "answer-right", onclick: answer(true) }, "Right"),
        h("button", { type: "button", class: "button wrong", id: "answer-wrong", onclick: answer(false) }, "Wrong"),
        h("button", { type: "button", class: "button quiet", id: "answer-skip", onclick: () => {
          this.#skipped.push(word);
          again();
        } }, "Another one")),
      h("p", { class: "hint" }, `${models} different automata fit all your words; ${accepting === 1 ? "one accepts" : `${accepting} accept`} this one. The answer becomes a word of yours.`));
  }
}
