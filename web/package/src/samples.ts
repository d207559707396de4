/* samples.ts - labelled words and their alphabet. */
import { PapniError, type Wasm } from "./wasm.js";
import type { Declarations, Kind, LabelledWord, Mismatch, Nesting, Reading, SymbolOf } from "./types.js";

const kinds: Kind[] = ["internal", "call", "return"];

const released = new FinalizationRegistry(({ wasm, samples, alphabet }: { wasm: Wasm; samples: number; alphabet: number }) => {
  wasm.call("papni_samples_free", samples);
  wasm.call("papni_alphabet_free", alphabet);
});

export class Samples {
  readonly #wasm: Wasm;
  readonly alphabet: number;
  readonly handle: number;

  /** @internal */
  constructor(wasm: Wasm, declarations?: Declarations) {
    this.#wasm = wasm;
    this.alphabet = wasm.handle("papni_alphabet_new", 0, wasm.web);
    this.handle = wasm.handle("papni_samples_new", this.alphabet, wasm.web);
    released.register(this, { wasm, samples: this.handle, alphabet: this.alphabet }, this);
    this.declare(declarations ?? {});
  }

  free(): void {
    if (released.unregister(this)) {
      this.#wasm.call("papni_samples_free", this.handle);
      this.#wasm.call("papni_alphabet_free", this.alphabet);
    }
  }

  /** Says what symbols do to the stack. */
  declare({ calls = [], returns = [], pairs = [], internal = [] }: Declarations): void {
    const wasm = this.#wasm;
    for (const [kind, names] of [internal, calls, returns].entries())
      for (const name of names)
        wasm.room((room) => wasm.must("papni_alphabet_declare", this.alphabet, kind, room.string(name), wasm.web));
    for (const [call, ret] of pairs)
      wasm.room((room) => wasm.must("papni_alphabet_pair", this.alphabet, room.string(call), room.string(ret), wasm.web));
  }

  /** Adds a word: true if it is right, false if it is wrong. */
  add(word: Iterable<string>, label: boolean | null): void {
    const wasm = this.#wasm;
    const symbols = [...word];
    wasm.room((room) =>
      wasm.must("papni_samples_add", this.handle, room.strings(symbols), symbols.length, number(label), wasm.web));
  }

  /** Adds a document, split into symbols by a lexer. */
  addDocument(text: string, lexer: string, label: boolean | null): void {
    const wasm = this.#wasm;
    this.#withLexer(lexer, (handle) =>
      wasm.room((room) => {
        const { at, size } = room.text(text);
        wasm.must("web_add_document", wasm.web, this.handle, handle, at, size, number(label));
      }));
  }

  /** Reads the words of a file. */
  read(text: string, { format = "auto", lexer }: Reading = {}): void {
    if (format === "jsonl" || (format === "auto" && !lexer && text.trimStart().startsWith("{")))
      return this.#readJsonLines(text);
    const wasm = this.#wasm;
    this.#withLexer(lexer, (handle) =>
      wasm.room((room) => {
        const { at, size } = room.text(text);
        wasm.must("web_read", wasm.web, this.handle, at, size, room.string(format), handle);
      }));
  }

  /* The module has no reader of JSON: the host has one. */
  #readJsonLines(text: string): void {
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      if (!line.trim())
        continue;
      const wrong = (why: string) => new PapniError("input", why, index + 1, 1);
      let item: { word?: unknown; text?: unknown; label?: unknown };
      try {
        item = JSON.parse(line);
      } catch {
        throw wrong("broken JSON");
      }
      const word = typeof item?.text === "string" ? [...item.text] : item?.word;
      if (!Array.isArray(word) || !word.every((name) => typeof name === "string" || Number.isInteger(name)))
        throw wrong('a line needs "word", an array of symbols, or "text"');
      const label = labels.get(item.label);
      if (label === undefined)
        throw wrong('"label" must be true or false');
      this.add(word.map(String), label);
    }
  }

  #withLexer(name: string | undefined, use: (handle: number) => void): void {
    const wasm = this.#wasm;
    if (name === undefined)
      return use(0);
    const handle = wasm.room((room) => wasm.handle("papni_lexer_new", room.string(name), 0, wasm.web));
    try {
      use(handle);
    } finally {
      wasm.call("papni_lexer_free", handle);
    }
  }

  get size(): number {
    return this.#wasm.call("papni_samples_size", this.handle);
  }

  /** The symbols of all words, in the order in which they were met. */
  symbols(): SymbolOf[] {
    this.#wasm.must("web_alphabet", this.#wasm.web, this.alphabet);
    const { symbols } = JSON.parse(this.#wasm.output()) as { symbols: [string, number][] };
    return symbols.map(([name, kind]) => ({ name, kind: kinds[kind]! }));
  }

  words(): LabelledWord[] {
    const names = this.symbols().map((symbol) => symbol.name);
    this.#wasm.must("web_words", this.#wasm.web, this.handle);
    const rows = JSON.parse(this.#wasm.output()) as [number, number, number[]][];
    return rows.map(([label, line, symbols]) => ({
      word: symbols.map((symbol) => names[symbol]!),
      label: label === 0 ? null : label === 2,
      line,
    }));
  }

  /** Finds out which symbols call and which return, whatever is declared. To use it:
   * declare it in samples that have no declarations yet. */
  findNesting(): Nesting {
    this.#wasm.must("web_nesting", this.#wasm.web, this.handle);
    const { lines, bits, flatBits, calls, returns } = JSON.parse(this.#wasm.output()) as Found;
    const loose = new Set(lines.split("\n").filter((line) => line.startsWith("%return ")).flatMap((line) => line.split(" ").slice(1)));
    const pairs = returns.flatMap(([ret, popped]) => (loose.has(ret) ? [] : popped.map((call): [string, string] => [call, ret])));
    const paired = new Set(pairs.map(([call]) => call));
    return {
      declarations: { calls: calls.filter((call) => !paired.has(call)), returns: returns.map(([ret]) => ret).filter((ret) => loose.has(ret)), pairs },
      lines, bits, flatBits,
    };
  }

  /** The words that are not well-matched: learning drops them. */
  mismatches(): Mismatch[] {
    this.#wasm.must("web_mismatches", this.#wasm.web, this.handle);
    const rows = JSON.parse(this.#wasm.output()) as [number, number, Mismatch["reason"]][];
    return rows.map(([word, at, reason]) => ({ word, at, reason }));
  }
}

/* What the module says of the nesting: the calls, and for each return the calls that it pops. */
interface Found {
  lines: string;
  bits: number;
  flatBits: number;
  calls: string[];
  returns: [ret: string, popped: string[]][];
}

const labels = new Map<unknown, boolean | null>([
  [true, true], [1, true], ["+", true], ["1", true], ["true", true],
  [false, false], [0, false], ["-", false], ["0", false], ["false", false],
  [null, null],
]);

function number(label: boolean | null): number {
  return label === null ? 0 : label ? 2 : 1;
}
