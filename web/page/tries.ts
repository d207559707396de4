/* tries.ts - words to try: each with its verdict, its place and what was expected. The word
 * with the cursor goes to the stepper. */
import type { PapniWorker } from "../package/src/client.js";
import type { Check } from "../package/src/index.js";
import { busy } from "./busy.js";
import type { Current } from "./current.js";
import { byId } from "./dom.js";
import { Editor, type Mark } from "./editor.js";
import { expectation, reason, type Stepper } from "./stepper.js";
import { type Piece, pieces, type Splitter, type Spot } from "./words.js";

const delay = 40; // milliseconds after the last key
const most = { words: 500, characters: 1_000_000 };

export class TriesView {
  readonly editor: Editor;
  readonly #checker: PapniWorker;
  readonly #stepper: Stepper;
  #current: Current | null = null;
  #splitter: Splitter | null = null;
  #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(checker: PapniWorker, stepper: Stepper, edited: () => void) {
    this.#checker = checker;
    this.#stepper = stepper;
    this.editor = new Editor(byId("tries"), {
      label: "Words to try, one per line", placeholder: "words to try",
      onChange: edited, onCursor: () => this.#later(),
    });
  }

  /** Tries the words on a model. */
  show(current: Current | null, splitter: Splitter): void {
    this.#current = current;
    this.#splitter = splitter;
    this.editor.look(splitter, false);
    clearTimeout(this.#timer);
    void this.#check();
  }

  #later(): void {
    this.#abort.abort(); // what is being checked is not what is shown any more
    busy("tries", true);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), delay);
  }

  async #check(): Promise<void> {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    busy("tries", true);
    try {
      await this.#tryAll(signal);
    } catch (error) {
      if (!signal.aborted)
        byId("tries-status").textContent = (error as Error).message;
    }
    if (!signal.aborted)
      busy("tries", false);
  }

  async #tryAll(signal: AbortSignal): Promise<void> {
    const [current, splitter] = [this.#current, this.#splitter];
    const { list, whole } = first(this.editor.text);
    if (!current || !splitter || !list.length) {
      this.editor.mark([]);
      byId("tries-status").textContent = whole ? "" : "too long to be tried here: use the command";
      return this.#stepper.hide();
    }
    const spots = list.map(({ text }) => splitter.spots(text));
    const words = spots.map((word) => word.map(({ name }) => name));
    const checks = await this.#checker.run("check", { model: current.text, words });
    if (signal.aborted)
      return;
    const line = this.editor.line;
    const chosen = Math.max(0, list.findIndex(({ from }) => from >= line));
    this.editor.mark(list.flatMap((piece, i) => marksOf(piece, spots[i]!, words[i]!, checks[i]!, i === chosen)));
    const accepted = checks.filter((check) => check.accepted).length;
    byId("tries-status").textContent = `${accepted} of ${whole ? "" : "the first "}${list.length} accepted`;
    const trace = await this.#checker.run("trace", { model: current.text, word: words[chosen]! });
    if (!signal.aborted)
      this.#stepper.show(words[chosen]!, trace, checks[chosen]!, current.file);
  }
}

/* As many words as can be tried, and whether these are all. */
function first(text: string): { list: Piece[]; whole: boolean } {
  const list: Piece[] = [];
  let size = 0;
  for (const piece of pieces(text, false)) {
    size += piece.text.length;
    if (list.length === most.words || size > most.characters)
      return { list, whole: false };
    list.push(piece);
  }
  return { list, whole: true };
}

function marksOf(piece: Piece, spots: Spot[], word: string[], check: Check, current: boolean): Mark[] {
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
