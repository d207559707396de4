/* tasks.ts - what a worker can be asked for. A task says everything that it needs, models
 * as the text of their files, so that a worker can be stopped and replaced at any time. */
import { type Model, type Papni, PapniError, type Samples } from "./index.js";
import type {
  Check, Configuration, Declarations, Difference, ExportFormat, Generation, LabelledWord, Nesting, Operation, Reading,
  Settings, Statistics, SymbolOf, Terminals,
} from "./types.js";

/** Words: the text of a file and how to read it, or the words themselves. */
export interface Words extends Reading {
  declarations?: Declarations;
  text?: string;
  words?: readonly (readonly [word: readonly string[], label: boolean])[];
}

export interface Tasks {
  learn: {
    ask: Words & { settings?: Settings; exports?: readonly ExportFormat[] };
    answer: LearnAnswer;
  };
  check: { ask: { model: string; words: readonly (readonly string[])[] }; answer: Check[] };
  trace: { ask: { model: string; word: readonly string[] }; answer: Configuration[] };
  export: { ask: { model: string; format: ExportFormat; terminals?: Terminals }; answer: string };
  minimize: { ask: { model: string }; answer: string };
  combine: { ask: { model: string; other?: string; operation: Operation }; answer: string };
  diff: { ask: { model: string; other: string; count?: number }; answer: Difference[] };
  generate: { ask: { model: string } & Generation; answer: LabelledWord[] };
  question: { ask: Words & { settings: readonly Settings[]; asked?: readonly (readonly string[])[] }; answer: Question | null };
  nesting: { ask: Words; answer: Nesting };
  words: { ask: Words; answer: { words: LabelledWord[]; symbols: SymbolOf[] } };
  import: { ask: { text: string; format: "json" | "aalpy" | "table"; declarations?: Declarations }; answer: string };
}

export interface LearnAnswer {
  model: string; // its file
  statistics: Statistics;
  milliseconds: number; // that learning took
  exports: Record<string, string>; // a format that cannot express the model is left out
  dropped: { line: number; at: number; reason: string }[]; // words that are not well-matched, the first thousand
}

/** A word on which models disagree that all fit the words so far. */
export interface Question {
  word: string[];
  accepting: number; // so many of the models accept it
  models: number;
}

const mostDropped = 1000;
const candidates = 8; // words from each pair of models

type Doing = { [Name in keyof Tasks]: (papni: Papni, ask: Tasks[Name]["ask"]) => Tasks[Name]["answer"] };

export const doing: Doing = {
  learn(papni, ask) {
    return withSamples(papni, ask, (samples) => {
      const begun = performance.now();
      const { model, statistics } = papni.learn(samples, ask.settings);
      const milliseconds = performance.now() - begun;
      const exports: Record<string, string> = {};
      for (const format of ask.exports ?? [])
        try {
          exports[format] = model.export(format);
        } catch (error) {
          if (!(error instanceof PapniError && error.code === "input"))
            throw error;
        }
      const dropped = statistics.droppedPositive + statistics.droppedNegative ? mismatches(samples) : [];
      const answer = { model: model.export("json"), statistics, milliseconds, exports, dropped };
      model.free();
      return answer;
    });
  },
  check: (papni, { model, words }) => withModel(papni, model, (m) => words.map((word) => m.check(word))),
  trace: (papni, { model, word }) => withModel(papni, model, (m) => m.trace(word)),
  export: (papni, { model, format, terminals }) => withModel(papni, model, (m) => m.export(format, terminals)),
  minimize: (papni, { model }) => withModel(papni, model, (m) => m.minimize().export("json")),
  combine: (papni, { model, other, operation }) =>
    withModel(papni, model, (one) =>
      other === undefined
        ? one.combine(operation).export("json")
        : withModel(papni, other, (two) => one.combine(operation, two).export("json"))),
  diff: (papni, { model, other, count }) =>
    withModel(papni, model, (one) => withModel(papni, other, (two) => one.diff(two, count))),
  generate: (papni, { model, ...how }) => withModel(papni, model, (m) => m.generate(how)),
  question: (papni, ask) => withSamples(papni, ask, (samples) => questionOf(papni, samples, ask.settings, ask.asked ?? [])),
  nesting: (papni, ask) => withSamples(papni, ask, (samples) => samples.findNesting()),
  words: (papni, ask) => withSamples(papni, ask, (samples) => ({ words: samples.words(), symbols: samples.symbols() })),
  import(papni, { text, format, declarations }) {
    const model = format === "json" ? papni.model(text) : papni.importModel(text, format, declarations);
    try {
      return model.export("json");
    } finally {
      model.free();
    }
  },
};

function withSamples<T>(papni: Papni, ask: Words, use: (samples: Samples) => T): T {
  const samples = papni.samples(ask.declarations);
  try {
    if (ask.text !== undefined)
      samples.read(ask.text, ask);
    for (const [word, label] of ask.words ?? [])
      samples.add(word, label);
    return use(samples);
  } finally {
    samples.free();
  }
}

function withModel<T>(papni: Papni, file: string, use: (model: Model) => T): T {
  const model = papni.model(file);
  try {
    return use(model);
  } finally {
    model.free();
  }
}

function mismatches(samples: Samples): LearnAnswer["dropped"] {
  const words = samples.words();
  return samples.mismatches().slice(0, mostDropped).map(({ word, at, reason }) => ({ line: words[word]!.line, at, reason }));
}

/* Learns with each setting. Words on which two of the models differ are put to all of
 * them: the word that divides them most evenly is asked for, of several the shortest. */
function questionOf(
  papni: Papni, samples: Samples, settings: readonly Settings[], asked: readonly (readonly string[])[],
): Question | null {
  const models: Model[] = [];
  for (const setting of settings) {
    const { model } = papni.learn(samples, setting);
    if (models.every((other) => other.diff(model).length > 0))
      models.push(model);
  }
  const known = new Set([...samples.words(), ...asked.map((word) => ({ word }))].map(({ word }) => JSON.stringify(word)));
  let best: Question | null = null;
  const seen = new Set<string>();
  for (const [i, one] of models.entries())
    for (const other of models.slice(i + 1))
      for (const { word } of one.diff(other, candidates)) {
        const key = JSON.stringify(word);
        if (!word || known.has(key) || seen.has(key))
          continue;
        seen.add(key);
        const question = { word, accepting: models.filter((m) => m.accepts(word)).length, models: models.length };
        if (!best || better(question, best))
          best = question;
      }
  for (const model of models)
    model.free();
  return best;
}

function better(one: Question, other: Question): boolean {
  const balance = ({ accepting, models }: Question) => Math.min(accepting, models - accepting);
  return balance(one) > balance(other) || (balance(one) === balance(other) && one.word.length < other.word.length);
}
