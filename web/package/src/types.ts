/* types.ts - what goes in and out. */

export type Kind = "internal" | "call" | "return";

/** What the symbols do to the stack. A return in a pair pops only its call; one that is
 * in no pair pops any. With `internal`, only symbols that are declared may occur. */
export interface Declarations {
  calls?: readonly string[];
  returns?: readonly string[];
  pairs?: readonly (readonly [string, string])[];
  internal?: readonly string[];
}

export interface SymbolOf {
  name: string;
  kind: Kind;
}

export interface LabelledWord {
  word: string[];
  label: boolean | null; // null: unknown
  line: number; // in what was read, or 0
}

export type Format = "auto" | "tokens" | "chars" | "abbadingo" | "csv" | "jsonl";

export interface Reading {
  format?: Format;
  lexer?: string; // each line is a label and a document
}

/** A word that is not well-matched: which one, the symbol that broke the match, and why. */
export interface Mismatch {
  word: number;
  at: number;
  reason: "no call" | "wrong call" | "open calls";
}

export interface Token {
  name: string;
  kind: Kind;
  partner: string | null; // the other one of its pair
  problem: string | null; // why it does not lex
  line: number;
  column: number; // from 1, in bytes of UTF-8
}

/** Calls and returns that were found in the words. */
export interface Nesting {
  declarations: Declarations; // empty if nothing nests
  lines: string; // the same, as the lines of a file
  bits: number; // that the words take with them
  flatBits: number; // and without
}

/** A setting of learning, as the library describes it. */
export interface Setting {
  name: string;
  values: string; // "states|labels", or what a number means: "N"
  defaults: string; // "states; dfa: labels"
  bare: string | null; // what the name alone means
  models: string | null; // "dfa|vpa": only these have it
  help: string;
  most: number;
}

export type Settings = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Statistics {
  words: number;
  positive: number;
  negative: number;
  droppedPositive: number; // not well-matched
  droppedNegative: number;
}

/** A machine is a dfa over symbols named input/output (mc: outputs), a vpt such a vpa. */
export type ModelKind = "dfa" | "vpa" | "sevpa" | "general" | "moore" | "mealy" | "mc" | "mdp" | "smm" | "vpt";

/** A model's file: docs/model.md. */
export interface ModelFile {
  format: "papni-model";
  version: 1;
  model: ModelKind;
  alphabet: {
    lexer?: string;
    internal: string[];
    call: string[];
    return: string[];
    classes?: string[][];
    pairs: [string, string][];
  };
  states: number;
  output?: string; // of the start, if the states of a machine have outputs
  accept: number[];
  enter?: [string, number][];
  transitions: (
    | [from: number, symbol: string, to: number]
    | [from: number, ret: string, popped: string, to: number]
    | [from: number, ret: string, caller: number, popped: string, to: number]
  )[];
  counts?: { end: number[]; enter?: number[][]; transitions: number[] };
}

export type Verdict =
  | "accept"
  | "rejecting state"
  | "open calls"
  | "no transition"
  | "dead end"
  | "no call"
  | "wrong call"
  | "unknown symbol";

export interface Check {
  accepted: boolean;
  verdict: Verdict;
  read: number; // symbols that could be read; the next one is where it went wrong
  expected: string[]; // the symbols after which it can still be accepted
  end: boolean; // could the word have ended there?
}

/** Where a run is after each symbol. */
export interface Configuration {
  state: number;
  depth: number; // open calls
}

export type Operation = "union" | "intersection" | "difference" | "either" | "complement";

/** A word that tells two models apart; null where it is longer than was asked for. */
export interface Difference {
  word: string[] | null;
  length: number;
  first: boolean; // does the first model accept it?
  second: boolean;
}

export interface Generation {
  positive?: number;
  negative?: number;
  least?: number; // symbols in a word
  most?: number;
  seed?: number | bigint;
}

export type ExportFormat =
  | "json"
  | "table"
  | "dot"
  | "mermaid"
  | "ebnf"
  | "antlr"
  | "gbnf"
  | "lark"
  | "tree-sitter"
  | "grammarinator"
  | "fuzzingbook"
  | "railroad"
  | "aalpy"
  | "automatalib"
  | "prism"
  | "jani"
  | "c";

/** The terminals of a grammar: what the lexer reads, or names of symbols. auto: text if the
 * model has a lexer. */
export type Terminals = "auto" | "text" | "names";
