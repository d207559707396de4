/* model.ts - a learned automaton, and what can be done with it. */
import { Samples } from "./samples.js";
import type { Wasm } from "./wasm.js";
import type {
  Check, Configuration, Difference, ExportFormat, Generation, LabelledWord, ModelFile, Operation, Terminals, Verdict,
} from "./types.js";

const choices: Terminals[] = ["auto", "text", "names"];
const operations: Operation[] = ["union", "intersection", "difference", "either", "complement"];
const noSymbol = 0xffff;
const longest = 10_000; // symbols in a word that is looked for

const released = new FinalizationRegistry(({ wasm, handle }: { wasm: Wasm; handle: number }) =>
  wasm.call("papni_model_free", handle));

export class Model {
  readonly #wasm: Wasm;
  readonly #handle: number;
  readonly #names: string[];
  readonly #symbols: Map<string, number>;
  #file: ModelFile | undefined;

  /** @internal */
  constructor(wasm: Wasm, handle: number) {
    this.#wasm = wasm;
    this.#handle = handle;
    released.register(this, { wasm, handle }, this);
    wasm.must("web_alphabet", wasm.web, wasm.call("papni_model_alphabet", handle));
    const { symbols } = JSON.parse(wasm.output()) as { symbols: [string, number][] };
    this.#names = symbols.map(([name]) => name);
    this.#symbols = new Map(this.#names.map((name, index) => [name, index]));
  }

  free(): void {
    if (released.unregister(this))
      this.#wasm.call("papni_model_free", this.#handle);
  }

  /** The model as its file has it: kind, alphabet, states, transitions. */
  get file(): ModelFile {
    return (this.#file ??= JSON.parse(this.export("json")) as ModelFile);
  }

  /** The model in one of the formats that `papni export` writes. */
  export(format: ExportFormat = "json", terminals: Terminals = "auto"): string {
    const choice = choices.indexOf(terminals);
    this.#wasm.room((room) => this.#wasm.must("web_write", this.#wasm.web, this.#handle, room.string(format), choice));
    return this.#wasm.output();
  }

  /** The model with counts: how often the accepted words of samples take what it has. */
  count(samples: Samples): Model {
    const wasm = this.#wasm;
    return new Model(wasm, wasm.handle("papni_model_count", this.#handle, samples.handle, 0, wasm.web));
  }

  toJSON(): ModelFile {
    return this.file;
  }

  accepts(word: Iterable<string>): boolean {
    return this.check(word).accepted;
  }

  /** Is the word accepted? If not: where it leaves the language, and what was expected. */
  check(word: Iterable<string>): Check {
    const symbols = this.#numbers(word);
    this.#wasm.room((room) =>
      this.#wasm.must("web_check", this.#wasm.web, this.#handle, room.symbols(symbols), symbols.length));
    const { verdict, read, expected, end } = JSON.parse(this.#wasm.output()) as {
      verdict: Verdict; read: number; expected: number[]; end: boolean;
    };
    return {
      accepted: verdict === "accept",
      verdict,
      read,
      expected: expected.map((symbol) => this.#names[symbol]!),
      end,
    };
  }

  /** Where the run is before the first symbol and after each that can be read. */
  trace(word: Iterable<string>): Configuration[] {
    const symbols = this.#numbers(word);
    this.#wasm.room((room) =>
      this.#wasm.must("web_trace", this.#wasm.web, this.#handle, room.symbols(symbols), symbols.length));
    const rows = JSON.parse(this.#wasm.output()) as [number, number][];
    return rows.map(([state, depth]) => ({ state, depth }));
  }

  #numbers(word: Iterable<string>): number[] {
    return Array.from(word, (name) => this.#symbols.get(name) ?? noSymbol);
  }

  /** The smallest model of its kind that accepts the same words. */
  minimize(): Model {
    return new Model(this.#wasm, this.#wasm.handle("web_minimize", this.#wasm.web, this.#handle));
  }

  /** A model of the words that the combination of both accepts. */
  combine(operation: Operation, other?: Model): Model {
    const index = operations.indexOf(operation);
    const handle = this.#wasm.handle("web_combine", this.#wasm.web, this.#handle, other ? other.#handle : 0, index);
    return new Model(this.#wasm, handle);
  }

  /** The least words on which the models differ; none if they accept the same words. */
  diff(other: Model, count = 1): Difference[] {
    return this.#least("either", other, count);
  }

  /** The least accepted words. */
  shortest(count: number): string[][] {
    return this.#least("union", undefined, count).flatMap(({ word }) => (word ? [word] : []));
  }

  #least(operation: Operation, other: Model | undefined, count: number): Difference[] {
    const wasm = this.#wasm;
    wasm.must("web_least", wasm.web, this.#handle, other ? other.#handle : 0, operations.indexOf(operation), count, longest);
    const { symbols, words } = JSON.parse(wasm.output()) as {
      symbols: string[]; words: [number, number, number, number[] | null][];
    };
    return words.map(([length, first, second, word]) => ({
      word: word && word.map((symbol) => symbols[symbol]!),
      length,
      first: first === 1,
      second: second === 1,
    }));
  }

  /** Labelled words: accepted ones drawn evenly, rejected ones near and far. */
  generate({ positive = 0, negative = 0, least = 0, most = 20, seed = 1 }: Generation): LabelledWord[] {
    const wasm = this.#wasm;
    const samples = new Samples(wasm);
    const bits = BigInt.asUintN(64, BigInt(seed));
    const halves = [Number(bits & 0xffffffffn), Number(bits >> 32n)];
    try {
      wasm.room((room) =>
        wasm.must("web_generate", wasm.web, this.#handle, samples.handle, room.numbers([positive, negative]),
          room.numbers([least, most]), room.numbers(halves)));
      return samples.words();
    } finally {
      samples.free();
    }
  }

  /** Accepted words that together take every transition. */
  cover(): string[][] {
    const samples = new Samples(this.#wasm);
    try {
      this.#wasm.must("web_cover", this.#wasm.web, this.#handle, samples.handle, longest);
      return samples.words().map(({ word }) => word);
    } finally {
      samples.free();
    }
  }
}
