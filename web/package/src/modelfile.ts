/* modelfile.ts - reads a model's file (docs/model.md). The module has no reader of JSON:
 * the host has one. Nothing in the file is trusted. */
import { PapniError, type Room, type Wasm } from "./wasm.js";

const kinds = ["dfa", "vpa", "sevpa", "general"];
const machines = ["", "moore", "mealy", "mc", "mdp", "smm"];
const nested = "vpt"; // a mealy with a stack
const withOutputs = ["moore", "mc", "mdp"]; // those whose states have them
const noSymbol = 0xffff;
const noState = 0xffffffff;
const mostTransitions = 1 << 22; // that "enter" expands to
const freeStates = 1 << 16; // beyond this, the size of the file limits them

/** A model under construction: its alphabet, and its transitions as the file has them. */
interface Parts {
  names: string[]; // of the symbols, by number
  states: number;
  rows: number[]; // papni_transition: from, caller, to, then symbol and popped in one number
  entered: number; // transitions that come from "enter": the first ones
}

function bad(why: string): PapniError {
  return new PapniError("input", why);
}

function array(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value))
    throw bad(`${what} must be an array`);
  return value;
}

/** Returns a handle of a model. */
export function readModelFile(wasm: Wasm, json: string): number {
  let root: Record<string, unknown>;
  try {
    root = JSON.parse(json.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw bad(`this is not a papni model: broken JSON: ${(error as Error).message}`);
  }
  if (root?.["format"] !== "papni-model")
    throw bad('this is not a papni model: "format" is not "papni-model"');
  if (root["version"] !== 1)
    throw bad("this model's version is not 1");
  const alphabet = wasm.handle("papni_alphabet_new", 0, wasm.web);
  try {
    return wasm.room((room) => build(wasm, room, root, alphabet, json.length));
  } finally {
    wasm.call("papni_alphabet_free", alphabet);
  }
}

function build(wasm: Wasm, room: Room, root: Record<string, unknown>, alphabet: number, size: number): number {
  const name = root["model"] as string;
  const machine = name === nested ? machines.indexOf("mealy") : Math.max(0, machines.indexOf(name));
  const kind = name === nested ? kinds.indexOf("vpa") : machine ? 0 : kinds.indexOf(name);
  if (kind < 0)
    throw bad(`"model" is none of ${[...kinds, ...machines.slice(1), nested].join(", ")}`);
  const output = root["output"];
  if (output !== undefined && (typeof output !== "string" || !withOutputs.includes(root["model"] as string)))
    throw bad('"output" must be a string, and is for machines whose states have outputs');
  const symbols = readAlphabet(wasm, root["alphabet"], alphabet);
  const states = root["states"];
  if (typeof states !== "number" || !Number.isInteger(states) || states < 1)
    throw bad('"states" must be a number, at least 1');
  if (states > freeStates + size)
    throw bad("more states than a file of this size can have");
  const accepting = new Uint8Array(states);
  for (const [i, q] of array(root["accept"], '"accept"').entries())
    accepting[stateOf(q, states, `accept ${i + 1}`)] = 1;
  const parts: Parts = { names: [...symbols.keys()], states, rows: [], entered: 0 };
  if (root["model"] === "sevpa")
    readEntries(root, symbols, parts);
  readTransitions(root, symbols, parts);
  const fields = [kind, alphabet, states, room.bytes(accepting), room.numbers(parts.rows), parts.rows.length / 4]; // papni_parts
  const start = output === undefined ? 0 : room.string(output as string);
  const model = wasm.handle("papni_machine_new", room.numbers(fields), machine, start, wasm.web);
  if (root["counts"] === undefined)
    return model;
  try {
    return withCounts(wasm, room, root["counts"], parts, model);
  } finally {
    wasm.call("papni_model_free", model);
  }
}

function stateOf(value: unknown, states: number, what: string): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value >= states)
    throw bad(`${what}: no such state`);
  return value;
}

function symbolOf(value: unknown, symbols: Map<string, number>, what: string): number {
  const found = typeof value === "string" ? symbols.get(value) : undefined;
  if (found === undefined)
    throw bad(`${what}: no such symbol in the alphabet`);
  return found;
}

/* [call, state] is a transition from every state. */
function readEntries(root: Record<string, unknown>, symbols: Map<string, number>, { states, rows }: Parts): void {
  for (const [i, item] of array(root["enter"], '"enter" of a sevpa').entries()) {
    const [call, to] = array(item, `enter ${i + 1}`);
    const read = symbolOf(call, symbols, `enter ${i + 1}`);
    const entry = stateOf(to, states, `enter ${i + 1}`);
    if (rows.length / 4 + states > mostTransitions)
      throw bad("more states and calls than fit");
    for (let from = 0; from < states; from++)
      rows.push(from, noState, entry, read | (noSymbol << 16));
  }
}

function readTransitions(root: Record<string, unknown>, symbols: Map<string, number>, parts: Parts): void {
  const { states, rows } = parts;
  parts.entered = rows.length / 4;
  for (const [i, item] of array(root["transitions"], '"transitions"').entries()) {
    const what = `transition ${i + 1}`;
    const row = array(item, what);
    if (row.length < 3 || row.length > 5)
      throw bad(`${what}: it has three to five parts`);
    const popped = row.length > 3 ? symbolOf(row[row.length - 2], symbols, what) : noSymbol;
    const caller = row.length === 5 ? stateOf(row[2], states, what) : noState;
    const from = stateOf(row[0], states, what);
    rows.push(from, caller, stateOf(row[row.length - 1], states, what), symbolOf(row[1], symbols, what) | (popped << 16));
  }
}

function countsOf(value: unknown, size: number, what: string): number[] {
  const list = array(value, what);
  if (list.length !== size)
    throw bad(`${what} needs ${size} counts`);
  for (const [i, count] of list.entries())
    if (typeof count !== "number" || !Number.isSafeInteger(count) || count < 0)
      throw bad(`${what}: count ${i + 1} must be a number, at least 0`);
  return list as number[];
}

/* A copy of the model with the counts of its file, which are in the order of the file. */
function withCounts(wasm: Wasm, room: Room, value: unknown, { names, states, rows, entered }: Parts, model: number): number {
  if (typeof value !== "object" || value === null)
    throw bad('"counts" must be an object');
  const from = value as Record<string, unknown>;
  const ends = countsOf(from["end"], states, '"end" of "counts"');
  const enter = array(from["enter"] ?? [], '"enter" of "counts"');
  if (enter.length * states !== entered)
    throw bad('"counts" needs a list for each call of a sevpa');
  const taken = [
    ...enter.flatMap((list, i) => countsOf(list, states, `"enter" of "counts", list ${i + 1}`)),
    ...countsOf(from["transitions"], rows.length / 4 - entered, '"transitions" of "counts"'),
  ];
  const places = new Map<string, number>(); // of the model's transitions
  wasm.must("web_transitions", wasm.web, model);
  const own = JSON.parse(wasm.output()) as [from: number, symbol: number, popped: number, caller: number][];
  wasm.must("web_alphabet", wasm.web, wasm.call("papni_model_alphabet", model));
  const numbers = new Map((JSON.parse(wasm.output()) as { symbols: [string, number][] }).symbols.map(([name], i) => [name, i]));
  for (const [i, row] of own.entries())
    places.set(row.join(" "), i);
  const number = (symbol: number) => (symbol === noSymbol ? -1 : numbers.get(names[symbol]!)!);
  const ordered = new Array<number>(own.length).fill(0);
  for (const [i, count] of taken.entries()) {
    const [state, caller, , read] = rows.slice(4 * i, 4 * i + 4) as [number, number, number, number];
    const key = [state, number(read & 0xffff), number(read >>> 16), caller === noState ? -1 : caller].join(" ");
    ordered[places.get(key)!] = count;
  }
  return wasm.handle("papni_model_with_counts", model, room.longs(ends), room.longs(ordered), wasm.web);
}

/** Declares the symbols; returns their numbers. */
function readAlphabet(wasm: Wasm, value: unknown, alphabet: number): Map<string, number> {
  if (typeof value !== "object" || value === null)
    throw bad('"alphabet" is missing or is no object');
  const from = value as Record<string, unknown>;
  const symbols = new Map<string, number>();
  for (const [kind, field] of ["internal", "call", "return"].entries())
    for (const name of array(from[field], `"${field}"`)) {
      if (typeof name !== "string")
        throw bad(`"${field}": a symbol is a string`);
      wasm.room((room) => wasm.must("papni_alphabet_declare", alphabet, kind, room.string(name), wasm.web));
      if (!symbols.has(name))
        symbols.set(name, symbols.size);
    }
  for (const [i, pair] of array(from["pairs"], '"pairs"').entries()) {
    const [call, ret] = array(pair, `pair ${i + 1}`);
    if (!symbols.has(call as string) || !symbols.has(ret as string))
      throw bad(`pair ${i + 1}: a pair is a call and a return of the alphabet`);
    wasm.room((room) =>
      wasm.must("papni_alphabet_pair", alphabet, room.string(call as string), room.string(ret as string), wasm.web));
  }
  for (const [i, members] of array(from["classes"] ?? [], '"classes"').entries()) {
    const names = array(members, `class ${i + 1}`) as string[];
    if (!names.every((name) => symbols.has(name)))
      throw bad(`class ${i + 1}: a class is a list of internal symbols of the alphabet`);
    wasm.room((room) =>
      wasm.must("papni_alphabet_class", alphabet, room.strings(names), names.length, wasm.web));
  }
  const lexer = from["lexer"];
  if (lexer !== undefined && typeof lexer !== "string")
    throw bad('"lexer" must be a string');
  if (lexer?.startsWith("rules:")) // there are none here, but the model keeps them
    wasm.room((room) => wasm.must("papni_alphabet_record_lexer", alphabet, room.string(lexer), wasm.web));
  else if (lexer !== undefined)
    useLexer(wasm, alphabet, lexer);
  return symbols;
}

function useLexer(wasm: Wasm, alphabet: number, name: string): void {
  const lexer = wasm.room((room) => wasm.handle("papni_lexer_new", room.string(name), 0, wasm.web));
  try {
    wasm.must("web_use_lexer", wasm.web, alphabet, lexer);
  } finally {
    wasm.call("papni_lexer_free", lexer);
  }
}
