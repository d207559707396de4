/* problems.ts - what is wrong with the words, at its place: errors, and words that are not
 * well-matched. */
import type { PapniError } from "../package/src/index.js";
import { byId, count, h } from "./dom.js";
import type { Editor, Mark } from "./editor.js";
import { type Composed, placeOf, type Side } from "./words.js";

const mostMarked = 1000; // lines

const mismatches: Record<string, string> = {
  "open calls": "something stays open", "no call": "closes nothing", "wrong call": "closes the wrong one",
};

export class Problems {
  readonly #editors: Record<Side, Editor>;

  constructor(editors: Record<Side, Editor>) {
    this.#editors = editors;
  }

  clear(): void {
    byId("problem").hidden = true;
    byId("dropped").hidden = true;
    byId("automaton").classList.remove("stale");
    for (const editor of Object.values(this.#editors))
      editor.mark([]);
  }

  /** Shows an error; the picture stays, faint. */
  complain(error: PapniError, composed: Composed): void {
    this.clear();
    const box = byId("problem");
    box.hidden = false;
    byId("automaton").classList.add("stale");
    const place = composed.places[error.line - 1];
    const message = error.message.replace(/\bwords:(\d+)(?::\d+)?/g, (_, line: string) => this.#where(Number(line), composed));
    if (!place) {
      box.replaceChildren(capital(message));
      return;
    }
    const from = error.column > 2 ? placeOf(place, error.column) : place.from;
    const editor = this.#editors[place.side];
    editor.mark([{ from, to: Math.min(place.from + place.text.length, from + 1), style: "bad" }]);
    box.replaceChildren(`${capital(place.side)} words: ${message} `,
      h("button", { type: "button", class: "button small", onclick: () => editor.goTo(from) }, "Show it"));
  }

  /* "right, line 3": where a line of the file stands. */
  #where(line: number, composed: Composed): string {
    const place = composed.places[line - 1];
    return place ? `${place.side}, line ${this.#editors[place.side].lineNumber(place.from)}` : `line ${line}`;
  }

  /** Marks words that are not learned from. */
  drop(dropped: readonly { line: number; reason: string }[], right: number, wrong: number, composed: Composed): void {
    if (!dropped.length)
      return;
    const lists: Record<Side, Mark[]> = { right: [], wrong: [] };
    for (const { line, reason } of dropped.slice(0, mostMarked)) {
      const place = composed.places[line - 1];
      if (place)
        lists[place.side].push({ from: place.from, to: place.from, style: "dropped", note: mismatches[reason] ?? reason });
    }
    this.#editors.right.mark(lists.right);
    this.#editors.wrong.mark(lists.wrong);
    const what = [right ? count(right, "right word") : "", wrong ? count(wrong, "wrong word") : ""].filter(Boolean).join(" and ");
    this.say(`${what} ${right + wrong === 1 ? "is" : "are"} not well-matched, and not learned from${right ? ": is the nesting declared as it should be?" : "."}`, right > 0);
  }

  /** Says something below the words, after what is there. */
  say(text: string, bad = false): void {
    const box = byId("dropped");
    if (!text)
      return;
    box.replaceChildren(box.hidden ? text : `${box.textContent} ${text}`);
    box.classList.toggle("bad", bad || (!box.hidden && box.classList.contains("bad")));
    box.hidden = false;
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
