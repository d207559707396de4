/* editor.ts - a CodeMirror editor for words: calls and returns coloured by depth, and marks
 * at places that something is said about.
 *
 * It lives in a shadow root: there CodeMirror's styles are constructed sheets, which the
 * page's content security policy allows. Only what is in view is split into symbols. */
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { EditorState, type Range, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration, type DecorationSet, EditorView, keymap, placeholder, ViewPlugin, type ViewUpdate, WidgetType,
} from "@codemirror/view";
import { pieces, type Splitter } from "./words.js";

/** Something said about a piece of text: a class for it, and a title or a text behind the line. */
export interface Mark {
  from: number;
  to: number;
  style: "bad" | "dropped" | "accepted" | "rejected" | "current";
  note?: string;
}

interface Look {
  splitter: Splitter | null;
  blocks: boolean;
}

const longestWord = 5000; // characters that are coloured
const furthest = 20_000; // characters before and after the view in which a block's ends are looked for
const depths = 4; // colours

const setLook = StateEffect.define<Look>();
const setMarks = StateEffect.define<readonly Mark[]>();

const look = StateField.define<Look>({
  create: () => ({ splitter: null, blocks: false }),
  update: (value, transaction) => transaction.effects.reduce((now, effect) => (effect.is(setLook) ? effect.value : now), value),
});

class Note extends WidgetType {
  constructor(readonly text: string, readonly style: string) {
    super();
  }
  override eq(other: Note): boolean {
    return other.text === this.text && other.style === this.style;
  }
  toDOM(): HTMLElement {
    const note = document.createElement("span");
    note.className = `note ${this.style}`;
    note.textContent = this.text;
    return note;
  }
}

function decorationsOf(marks: readonly Mark[], state: EditorState): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  const length = state.doc.length;
  for (const { from, to, style, note } of marks) {
    if (from > length)
      continue;
    const line = state.doc.lineAt(from);
    ranges.push(Decoration.line({ class: `line-${style}` }).range(line.from));
    if (to > from && to <= length && (style === "bad" || style === "rejected"))
      ranges.push(Decoration.mark({ class: "place" }).range(from, to));
    if (note)
      ranges.push(Decoration.widget({ widget: new Note(note, style), side: 1 }).range(state.doc.lineAt(Math.min(to, length)).to));
  }
  return Decoration.set(ranges, true);
}

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setMarks))
        return decorationsOf(effect.value, transaction.state);
    return value.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/* The symbols of one word, in colours. */
function colour(splitter: Splitter, text: string, from: number, ranges: Range<Decoration>[]): void {
  const open: string[] = [];
  for (const spot of splitter.spots(text.slice(0, longestWord))) {
    if (spot.kind === "internal" || spot.to <= spot.from)
      continue;
    let style = "unmatched";
    if (spot.kind === "call") {
      style = `depth-${open.length % depths}`;
      open.push(spot.name);
    } else if (open.length && splitter.pops(spot.name, open.at(-1)!)) {
      open.pop();
      style = `depth-${open.length % depths}`;
    }
    ranges.push(Decoration.mark({ class: style }).range(from + spot.from, from + spot.to));
  }
}

function coloured(view: EditorView): DecorationSet {
  const { splitter, blocks } = view.state.field(look);
  const ranges: Range<Decoration>[] = [];
  if (!splitter)
    return Decoration.none;
  const doc = view.state.doc;
  for (const { from, to } of view.visibleRanges) {
    let begin = doc.lineAt(from).from;
    let end = Math.min(doc.lineAt(to).to, begin + 50 * longestWord);
    if (blocks) {
      const before = doc.sliceString(Math.max(0, begin - furthest), begin);
      const last = before.lastIndexOf("\n---");
      begin = last < 0 ? begin - before.length : begin - before.length + last + 1;
      end = Math.min(doc.length, end + furthest);
    }
    for (const piece of pieces(doc.sliceString(begin, end), blocks))
      colour(splitter, piece.text, begin + piece.from, ranges);
  }
  return Decoration.set(ranges, true);
}

const colours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = coloured(view);
    }
    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged || update.startState.field(look) !== update.state.field(look))
        this.decorations = coloured(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "14px", color: "var(--ink)", backgroundColor: "transparent" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", fontVariantLigatures: "none", lineHeight: "1.6", overflow: "auto" },
  ".cm-content": { padding: "10px 0", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 12px 0 12px", overflowWrap: "anywhere" },
  ".cm-cursor": { borderLeftColor: "var(--accent)" },
  ".cm-placeholder": { color: "var(--faint)" },
  ".depth-0": { color: "var(--depth-0)", fontWeight: "600" },
  ".depth-1": { color: "var(--depth-1)", fontWeight: "600" },
  ".depth-2": { color: "var(--depth-2)", fontWeight: "600" },
  ".depth-3": { color: "var(--depth-3)", fontWeight: "600" },
  ".unmatched": { color: "var(--bad)", textDecoration: "underline wavy 1px" },
  ".place": { backgroundColor: "var(--bad-fill)", borderRadius: "3px", boxShadow: "0 0 0 1px var(--bad)" },
  ".line-bad": { backgroundColor: "var(--bad-soft)" },
  ".line-dropped": { color: "var(--faint)", fontStyle: "italic" },
  ".line-accepted, .line-rejected": { paddingLeft: "30px", position: "relative" },
  ".line-accepted::before, .line-rejected::before": { position: "absolute", left: "10px", fontWeight: "700" },
  ".line-accepted::before": { content: "'✓'", color: "var(--good)" },
  ".line-rejected::before": { content: "'✗'", color: "var(--bad)" },
  ".line-current": { boxShadow: "inset 3px 0 0 var(--accent)" },
  ".note": { fontFamily: "var(--sans)", fontSize: "12.5px", color: "var(--soft)", marginLeft: "14px", userSelect: "none" },
});

export interface EditorOptions {
  label: string;
  placeholder: string;
  onChange: () => void;
  onCursor?: (line: number) => void;
}

export class Editor {
  readonly view: EditorView;
  #text: string | null = null;

  constructor(host: HTMLElement, options: EditorOptions) {
    const root = host.attachShadow({ mode: "open" });
    const box = document.createElement("div");
    box.style.height = "100%";
    root.append(box);
    this.view = new EditorView({
      parent: box,
      root,
      state: EditorState.create({
        extensions: [
          history(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": options.label, tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
          placeholder(options.placeholder),
          look,
          marks,
          colours,
          theme,
          EditorView.updateListener.of((update) => {
            if (update.docChanged) {
              this.#text = null;
              options.onChange();
            }
            if (update.docChanged || update.selectionSet)
              options.onCursor?.(this.line);
          }),
        ],
      }),
    });
  }

  get text(): string {
    return (this.#text ??= this.view.state.doc.toString().replace(/\p{Surrogate}/gu, "\ufffd")); // halves of characters are none
  }

  set text(text: string) {
    if (text !== this.text)
      this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  /** Where the line of the cursor begins. */
  get line(): number {
    return this.view.state.doc.lineAt(this.view.state.selection.main.head).from;
  }

  /** The number of the line of a place, from 1. */
  lineNumber(from: number): number {
    return this.view.state.doc.lineAt(Math.min(from, this.view.state.doc.length)).number;
  }

  /** Adds a line at the end, with a separator before it if something precedes it. */
  append(line: string, separator = ""): void {
    const doc = this.view.state.doc;
    const insert = doc.length === 0 ? line : `${doc.lineAt(doc.length).length ? "\n" : ""}${separator}${line}`;
    this.view.dispatch({ changes: { from: doc.length, insert }, selection: { anchor: doc.length + insert.length }, scrollIntoView: true });
  }

  look(splitter: Splitter, blocks: boolean): void {
    this.view.dispatch({ effects: setLook.of({ splitter, blocks }) });
  }

  mark(list: readonly Mark[]): void {
    this.view.dispatch({ effects: setMarks.of(list) });
  }

  goTo(from: number): void {
    const at = Math.min(from, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }
}
