/* index.ts - papni in JavaScript: samples, learning, models.
 *
 *     const papni = await load();
 *     const samples = papni.samples({ pairs: [["(", ")"]] });
 *     samples.add("(())", true);
 *     const model = papni.learn(samples).model;
 *     model.accepts("((()))");
 *
 * A word is anything that gives strings one by one: an array of symbols, or a string, of
 * which each character is a symbol. What is not used any more is released by itself;
 * `free` does it at once. */
import { Model } from "./model.js";
import { readModelFile } from "./modelfile.js";
import { Samples } from "./samples.js";
import { compile, type Progress, type Source, Wasm } from "./wasm.js";
import type { Declarations, Kind, Setting, Settings, Statistics, Token } from "./types.js";

export * from "./types.js";
export { compile, PapniError, type ErrorCode, type Progress, type Source } from "./wasm.js";
export { Model } from "./model.js";
export { Samples } from "./samples.js";

export interface Learned {
  model: Model;
  statistics: Statistics;
}

const kinds: Kind[] = ["internal", "call", "return"];

/** Loads the library. Without a source it comes from beside this file. */
export async function load(source?: Source): Promise<Papni> {
  return new Papni(await Wasm.start(await compile(source)));
}

export class Papni {
  readonly #wasm: Wasm;
  readonly version: string;
  /** The settings of learning. */
  readonly settings: readonly Setting[];
  /** The built-in languages. */
  readonly languages: readonly { name: string; about: string }[];

  constructor(wasm: Wasm) {
    this.#wasm = wasm;
    this.version = wasm.text(wasm.call("papni_version"));
    wasm.must("web_settings", wasm.web);
    this.settings = JSON.parse(wasm.output()) as Setting[];
    this.languages = Array.from({ length: wasm.call("papni_language_count") }, (_, i) => ({
      name: wasm.text(wasm.call("papni_language_name", i)),
      about: wasm.text(wasm.call("papni_language_about", i)),
    }));
  }

  /** No words yet, over an alphabet of which this is known. */
  samples(declarations?: Declarations): Samples {
    return new Samples(this.#wasm, declarations);
  }

  /** Learns a model. The same words give the same model, whatever their order. */
  learn(samples: Samples, settings: Settings = {}, progress?: Progress): Learned {
    const wasm = this.#wasm;
    const options = wasm.handle("papni_options_new", 0, wasm.web);
    try {
      for (const [name, value] of Object.entries(settings))
        if (value !== undefined && value !== false)
          wasm.room((room) => {
            const text = value === true ? this.#bare(name) : String(value);
            wasm.must("papni_options_set", options, room.string(name), room.string(text), wasm.web);
          });
      wasm.progress = progress;
      const model = wasm.handle("web_learn", wasm.web, samples.handle, options);
      const statistics = JSON.parse(wasm.output()) as Statistics;
      return { model: new Model(wasm, model), statistics };
    } finally {
      wasm.progress = undefined;
      wasm.call("papni_options_free", options);
    }
  }

  #bare(name: string): string {
    return this.settings.find((setting) => setting.name === name)?.bare ?? "";
  }

  /** A model from its file. */
  model(json: string): Model {
    return new Model(this.#wasm, readModelFile(this.#wasm, json));
  }

  /** A model of another program; what is known of its symbols may be declared. */
  importModel(text: string, format: "aalpy" | "table", declarations?: Declarations): Model {
    const samples = this.samples(declarations);
    try {
      return this.#wasm.room((room) => {
        const { at, size } = room.text(text);
        const wasm = this.#wasm;
        return new Model(wasm, wasm.handle("web_import", wasm.web, at, size, room.string(format), samples.alphabet));
      });
    } finally {
      samples.free();
    }
  }

  /** A built-in language. */
  language(name: string): Model {
    const index = this.languages.findIndex((language) => language.name === name);
    return new Model(this.#wasm, this.#wasm.handle("papni_language_model", index < 0 ? this.languages.length : index, 0, this.#wasm.web));
  }

  /** The tokens of a document; the lexer is json, xml, xml:attributes, chars or words. */
  tokens(lexer: string, text: string): Token[] {
    const wasm = this.#wasm;
    const handle = wasm.room((room) => wasm.handle("papni_lexer_new", room.string(lexer), 0, wasm.web));
    try {
      wasm.room((room) => {
        const { at, size } = room.text(text);
        wasm.must("web_tokens", wasm.web, handle, at, size);
      });
      const rows = JSON.parse(wasm.output()) as [string | null, number, string | null, string | null, number, number][];
      return rows.flatMap(([name, kind, partner, problem, line, column]) =>
        name === null ? [] : [{ name, kind: kinds[kind]!, partner, problem, line, column }]);
    } finally {
      wasm.call("papni_lexer_free", handle);
    }
  }
}
