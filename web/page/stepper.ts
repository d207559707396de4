/* stepper.ts - a word on its way through the automaton, symbol by symbol. */
import type { Check, Configuration, ModelFile } from "../package/src/index.js";
import { h, svg } from "./dom.js";
import type { Picture } from "./picture.js";

const mostShown = 300; // symbols in the row
const pause = 650; // milliseconds between two steps, when it plays

/** The reason of a verdict, for people. */
export function reason(check: Check, word: readonly string[]): string {
  const read = word[check.read];
  switch (check.verdict) {
    case "accept": return "accepted";
    case "rejecting state": return "the word ends here, in a rejecting state";
    case "open calls": return "the word ends here, with open calls";
    case "no transition": return `unexpected ${read}: not allowed here`;
    case "dead end": return `unexpected ${read}: no accepted word continues like this`;
    case "no call": return `unexpected ${read}: no call is open`;
    case "wrong call": return `unexpected ${read}: it does not match the open call`;
    case "unknown symbol": return `unexpected ${read}: the model has no such symbol`;
  }
}

export function expectation({ expected, end }: Check): string {
  const shown = expected.slice(0, 12);
  const parts = [...shown, ...(expected.length > shown.length ? ["…"] : []), ...(end ? ["end of word"] : [])];
  return parts.length ? `expected: ${parts.join("  ")}` : "";
}

export class Stepper {
  readonly #box: HTMLElement;
  readonly #picture: Picture;
  #word: string[] = [];
  #trace: Configuration[] = [];
  #check: Check | null = null;
  #model: ModelFile | null = null;
  #at = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(box: HTMLElement, picture: Picture) {
    this.#box = box;
    this.#picture = picture;
    box.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step && !event.altKey && !event.ctrlKey && !event.metaKey) {
        this.#stop();
        this.#go(this.#at + step, true);
        event.preventDefault();
      }
    });
  }

  hide(): void {
    this.#stop();
    this.#box.hidden = true;
    this.#trace = [];
    this.#picture.light(null, null, "on");
  }

  show(word: string[], trace: Configuration[], check: Check, model: ModelFile): void {
    const same = word.length === this.#word.length && word.every((name, i) => name === this.#word[i]);
    this.#stop();
    [this.#word, this.#trace, this.#check, this.#model] = [word, trace, check, model];
    this.#box.hidden = false;
    this.#build();
    this.#go(same ? Math.min(this.#at, this.#last) : 0, false);
  }

  /** Lights the state again, in a new picture. */
  light(): void {
    if (!this.#box.hidden && this.#trace.length)
      this.#say();
  }

  /* The last place that can be stepped to. */
  get #last(): number {
    return this.#trace.length - 1;
  }

  #build(): void {
    const row = h("div", { class: "steps", role: "group", "aria-label": "Symbols of the word" });
    for (const [i, name] of this.#word.slice(0, mostShown).entries())
      row.append(h("button", {
        type: "button", class: "step", "data-at": i + 1, tabindex: -1, disabled: i + 1 > this.#last,
        "aria-label": `after ${name}, symbol ${i + 1}`,
        onclick: () => {
          this.#stop();
          this.#go(i + 1, false);
        },
      }, name));
    if (this.#word.length > mostShown)
      row.append(h("span", { class: "hint" }, `… ${this.#word.length - mostShown} more`));
    if (!this.#word.length)
      row.append(h("span", { class: "hint" }, "the empty word"));
    this.#box.replaceChildren(
      h("div", { class: "stepper-tools" },
        this.#tool("step-first", "To the start", "M4 3h2v10H4zM13 3v10L6.5 8z", () => this.#go(0, false)),
        this.#tool("step-back", "Step back", "M11 3v10L4.5 8z", () => this.#go(this.#at - 1, false)),
        this.#tool("step-on", "Step", "M5 3v10l6.5-5z", () => this.#go(this.#at + 1, false)),
        h("button", { type: "button", class: "button small", id: "step-play", onclick: () => this.#play() }, "Play")),
      row,
      h("p", { class: "step-text", id: "step-text", role: "status" }));
  }

  #tool(id: string, label: string, shape: string, act: () => void): HTMLElement {
    const icon = svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: shape }));
    return h("button", { type: "button", class: "button icon", id, "aria-label": label, onclick: () => {
      this.#stop();
      act();
    } }, icon);
  }

  #play(): void {
    if (this.#timer !== undefined)
      return this.#stop();
    if (this.#at === this.#last)
      this.#go(0, false);
    this.#playing("Pause");
    this.#timer = setInterval(() => {
      this.#go(this.#at + 1, false);
      if (this.#at === this.#last)
        this.#stop();
    }, pause);
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#playing("Play");
  }

  #playing(text: string): void {
    const button = document.getElementById("step-play");
    if (button)
      button.textContent = text;
  }

  #go(to: number, focus: boolean): void {
    if (!this.#check || !this.#trace.length)
      return;
    this.#at = Math.max(0, Math.min(this.#last, to));
    for (const button of this.#box.querySelectorAll<HTMLButtonElement>(".step")) {
      const at = Number(button.dataset["at"]);
      button.classList.toggle("read", at <= this.#at);
      button.classList.toggle("now", at === this.#at);
      button.classList.toggle("broken", !this.#check.accepted && at === this.#check.read + 1);
      button.tabIndex = at === Math.max(1, this.#at) ? 0 : -1;
      if (focus && at === Math.max(1, this.#at))
        button.focus();
    }
    this.#say();
  }

  /* Lights the state, and says where the run is. */
  #say(): void {
    const { state } = this.#trace[this.#at]!;
    const open = this.#stack(this.#at);
    const end = this.#at === this.#last;
    const accepted = this.#check!.accepted;
    this.#picture.light(state, this.#arrow(), end ? (accepted ? "accept" : "reject") : "on");
    const text = document.getElementById("step-text")!;
    const stack = !["vpa", "sevpa", "general"].includes(this.#model!.model) ? "" : open.length ? ` · open: ${open.slice(-30).map((i) => this.#word[i]).join(" ")}` : " · nothing open";
    text.textContent = `${this.#at} of ${this.#word.length} read · state ${state}${stack}`;
    if (end)
      text.append(" · ", h("strong", { class: accepted ? "good" : "wrong" }, accepted ? "accepted" : `rejected: ${reason(this.#check!, this.#word)}`));
  }

  /* Where the calls stand that are open after so many symbols. */
  #stack(length: number): number[] {
    const open: number[] = [];
    for (let i = 0; i < length; i++)
      if (this.#model!.alphabet.call.includes(this.#word[i]!))
        open.push(i);
      else if (this.#model!.alphabet.return.includes(this.#word[i]!))
        open.pop();
    return open;
  }

  /* The arrow of the last step, as the picture names it. In the picture of a sevpa a call
   * comes from a dot of its own, and a return is an arrow from the state of its call. */
  #arrow(): string | null {
    if (this.#at === 0)
      return "start->0";
    const to = this.#trace[this.#at]!.state;
    const name = this.#word[this.#at - 1]!;
    const { model, alphabet } = this.#model!;
    if (model === "sevpa" && alphabet.call.includes(name))
      return `enter_${to}->${to}`;
    if (model === "sevpa" && alphabet.return.includes(name)) {
      const call = this.#stack(this.#at - 1).at(-1);
      return call === undefined ? null : `${this.#trace[call]!.state}->${to}`;
    }
    return `${this.#trace[this.#at - 1]!.state}->${to}`;
  }
}
