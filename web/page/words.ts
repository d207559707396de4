/* words.ts - from the text of an editor to words, and back.
 *
 * A word is a line, or with documents in blocks what is between lines of "---". Blank
 * ones do not count; "ε" alone is the empty word. All words together become one file as
 * the command reads it: a label, a blank and the word, one per line. A place in that file
 * leads back to the place in the editor. */
import type { Declarations, ModelFile, Papni, SymbolOf, Token } from "../package/src/index.js";
import type { Words } from "../package/src/tasks.js";
import type { Project } from "./project.js";

export type Side = "right" | "wrong";

/** A word in an editor: its text, and where it begins. */
export interface Piece {
  text: string;
  from: number;
}

/** A symbol of a word, and where in the word it stands. */
export interface Spot {
  name: string;
  kind: "internal" | "call" | "return";
  from: number;
  to: number;
}

export const emptyWord = "ε";
const separator = /^---[ \t]*$/gm;
// As in the command, spaces and tabs are blanks; other white space is part of a word.
const around = { line: /^[ \t]+|[ \t]+$/g, block: /^[ \t\r\n]+|[ \t\r\n]+$/g };
const symbols = { chars: /[^ \t]/gu, tokens: /[^ \t]+/gu };

export function isDocument(reading: string): boolean {
  return reading !== "chars" && reading !== "tokens";
}

export function* pieces(text: string, blocks: boolean): Generator<Piece> {
  let from = 0;
  while (from <= text.length) {
    let end: number, next: number;
    if (blocks) {
      separator.lastIndex = from;
      const match = separator.exec(text);
      end = match ? match.index : text.length;
      next = match ? match.index + match[0].length + 1 : text.length + 1;
    } else {
      const newline = text.indexOf("\n", from);
      end = newline < 0 ? text.length : newline;
      next = end + 1;
    }
    const line = text.slice(from, end);
    const trimmed = line.replace(blocks ? around.block : around.line, "");
    if (trimmed)
      yield { text: trimmed, from: from + line.indexOf(trimmed) };
    from = next;
  }
}

/** Where line n of the file stands in the editors. */
export interface Place extends Piece {
  side: Side;
}

export interface Composed {
  text: string;
  places: Place[];
}

export function compose(project: Project): Composed {
  const blocks = project.unit === "block" && isDocument(project.reading);
  const lines: string[] = [];
  const places: Place[] = [];
  for (const side of ["right", "wrong"] as const)
    for (const piece of pieces(project[side], blocks)) {
      const word = piece.text === emptyWord ? "" : ` ${piece.text.replaceAll("\n", " ")}`;
      lines.push(`${side === "right" ? "+" : "-"}${word}`);
      places.push({ ...piece, side });
    }
  return { text: lines.length ? lines.join("\n") + "\n" : "", places };
}

/** What the learner is asked to read. */
export function wordsOf(project: Project, composed: Composed): Words {
  return isDocument(project.reading)
    ? { text: composed.text, lexer: project.reading }
    : { text: composed.text, format: project.reading as "chars" | "tokens", declarations: declarations(project) };
}

export function names(text: string): string[] {
  return text.split(/[ \t]+/).filter(Boolean);
}

export function declarations(project: Project): Declarations {
  const paired = names(project.pairs);
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < paired.length; i += 2)
    pairs.push([paired[i]!, paired[i + 1]!]);
  return {
    pairs,
    calls: [...names(project.calls), ...(paired.length % 2 ? [paired.at(-1)!] : [])],
    returns: names(project.returns),
    internal: names(project.internal),
  };
}

/** A column of the file, in bytes from 1, as a place in the editor. */
export function placeOf(place: Place, column: number): number {
  const label = 2; // "+ "
  return place.from + characters(place.text, column - 1 - label);
}

/* How many UTF-16 units the first bytes of a text are. */
function characters(text: string, bytes: number): number {
  let at = 0;
  for (let used = 0; at < text.length && used < bytes;) {
    const c = text.codePointAt(at)!;
    used += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    at += c < 0x10000 ? 1 : 2;
  }
  return at;
}

/** Splits words as the project reads them. */
export class Splitter {
  readonly #reading: string;
  readonly #kinds = new Map<string, "call" | "return">();
  readonly #pairs = new Map<string, Set<string>>(); // a return's calls
  readonly #papni: Papni;

  constructor(papni: Papni, reading: string, { calls = [], returns = [], pairs = [] }: Declarations) {
    this.#papni = papni;
    this.#reading = reading;
    for (const name of calls)
      this.#kinds.set(name, "call");
    for (const name of returns)
      this.#kinds.set(name, "return");
    for (const [call, ret] of pairs) {
      this.#kinds.set(call, "call");
      this.#kinds.set(ret, "return");
      this.#pairs.set(ret, (this.#pairs.get(ret) ?? new Set()).add(call));
    }
  }

  /** Splits words as a model does that was opened. */
  static of(papni: Papni, { alphabet }: ModelFile): Splitter {
    const { internal, call: calls, return: returns, pairs, lexer } = alphabet;
    const single = [...internal, ...calls, ...returns].every((name) => [...name].length === 1);
    const reading = lexer !== undefined && !lexer.startsWith("rules:") ? lexer : single ? "chars" : "tokens";
    return new Splitter(papni, reading, { calls, returns, pairs });
  }

  get reading(): string {
    return this.#reading;
  }

  spots(text: string): Spot[] {
    if (text === emptyWord)
      return [];
    if (isDocument(this.#reading))
      return this.#document(text);
    const found: Spot[] = [];
    for (const match of text.matchAll(symbols[this.#reading as "chars" | "tokens"])) {
      const name = match[0];
      found.push({ name, kind: this.#kinds.get(name) ?? "internal", from: match.index, to: match.index + name.length });
    }
    return found;
  }

  #document(text: string): Spot[] {
    let tokens: Token[];
    try {
      tokens = this.#papni.tokens(this.#reading, text.replaceAll("\n", " "));
    } catch {
      return [];
    }
    const from = tokens.map((token) => characters(text, token.column - 1));
    return tokens.map(({ name, kind, partner }, i) => {
      if (kind === "return" && partner !== null)
        this.#pairs.set(name, new Set([partner]));
      const next = from[i + 1] ?? text.length;
      return { name, kind, from: from[i]!, to: from[i]! + text.slice(from[i], next).trimEnd().length };
    });
  }

  pops(ret: string, call: string): boolean {
    return this.#pairs.get(ret)?.has(call) ?? true;
  }

  /** A word as one would type it, or null where that is not possible. */
  typed(word: readonly string[]): string | null {
    if (!word.length)
      return emptyWord;
    const text =
      this.#reading === "tokens" ? word.join(" ")
      : this.#reading === "chars" ? word.join("")
      : word.map((name) => specimen(name, this.#reading)).join(this.#reading === "json" ? " " : "");
    const read = this.spots(text).map((spot) => spot.name);
    return text !== emptyWord && read.length === word.length && read.every((name, i) => name === word[i]) ? text : null;
  }
}

/* A piece of a document that lexes as the symbol. */
function specimen(name: string, lexer: string): string {
  if (lexer === "json")
    return { string: '"a"', number: "1" }[name] ?? name;
  return { text: "text", comment: "<!-- -->", cdata: "<![CDATA[ ]]>", doctype: "<!DOCTYPE a>" }[name] ?? name;
}

/** Which symbols occur, calls and returns first. */
export function symbolsOf(splitter: Splitter, texts: Iterable<Piece>, most = 400): SymbolOf[] {
  const found = new Map<string, SymbolOf>();
  let left = 20_000; // characters: a glance is enough
  for (const { text } of texts) {
    if (left < 0)
      break;
    left -= text.length;
    for (const { name, kind } of splitter.spots(text.slice(0, 2000)))
      if (found.size < most)
        found.set(name, { name, kind });
  }
  const order = { call: 0, return: 1, internal: 2 };
  return [...found.values()].sort((a, b) => order[a.kind] - order[b.kind] || (a.name < b.name ? -1 : 1));
}
