/* modelfile.ts - reads a model's file (docs/model.md). The module has no reader of JSON:
 * the host has one. Nothing in the file is trusted. */
import { PapniError, type Room, type Wasm } from "./wasm.js";

const kinds = ["dfa", "vpa", "sevpa", "general"];
const noSymbol = 0xffff;
const noState = 0xffffffff;
const mostTransitions = 1 << 22;

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
    return wasm.room((room) => build(wasm, room, root, alphabet));
  } finally {
    wasm.call("papni_alphabet_free", alphabet);
  }
}

function build(wasm: Wasm, room: Room, root: Record<string, unknown>, alphabet: number): number {
  const kind = kinds.indexOf(root["model"] as string);
  if (kind < 0)
    throw bad(`"model" is none of ${kinds.join(", ")}`);
  const symbols = readAlphabet(wasm, root["alphabet"], alphabet);
  const states = root["states"];
  if (typeof states !== "number" || !Number.isInteger(states) || states < 1 || states > mostTransitions)
    throw bad('"states" must be a number, at least 1');
  const state = (value: unknown, what: string): number => {
    if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value >= states)
      throw bad(`${what}: no such state`);
    return value;
  };
  const symbol = (value: unknown, what: string): number => {
    const found = typeof value === "string" ? symbols.get(value) : undefined;
    if (found === undefined)
      throw bad(`${what}: no such symbol in the alphabet`);
    return found;
  };
  const accepting = new Uint8Array(states);
  for (const [i, q] of array(root["accept"], '"accept"').entries())
    accepting[state(q, `accept ${i + 1}`)] = 1;

  const rows: number[] = []; // papni_transition: from, caller, to, then symbol and popped in one number
  const push = (from: number, caller: number, to: number, read: number, popped: number) =>
    rows.push(from, caller, to, read | (popped << 16));
  if (root["model"] === "sevpa")
    for (const [i, item] of array(root["enter"], '"enter" of a sevpa').entries()) {
      const [call, to] = array(item, `enter ${i + 1}`);
      const read = symbol(call, `enter ${i + 1}`);
      const entry = state(to, `enter ${i + 1}`);
      if (rows.length / 4 + states > mostTransitions)
        throw bad("more states and calls than fit");
      for (let from = 0; from < states; from++)
        push(from, noState, entry, read, noSymbol);
    }
  for (const [i, item] of array(root["transitions"], '"transitions"').entries()) {
    const what = `transition ${i + 1}`;
    const row = array(item, what);
    if (row.length < 3 || row.length > 5)
      throw bad(`${what}: it has three to five parts`);
    const popped = row.length > 3 ? symbol(row[row.length - 2], what) : noSymbol;
    const caller = row.length === 5 ? state(row[2], what) : noState;
    push(state(row[0], what), caller, state(row[row.length - 1], what), symbol(row[1], what), popped);
  }
  const parts = [kind, alphabet, states, room.bytes(accepting), room.numbers(rows), rows.length / 4]; // papni_parts
  return wasm.handle("papni_model_new", room.numbers(parts), wasm.web);
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
  if (typeof lexer === "string" && !lexer.startsWith("rules:"))
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
