// support.mjs - what the tests share: the command, and random samples.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const npm = join(root, "build/npm");
export const web = join(root, "build/web");
export const read = (path) => readFileSync(join(root, path), "utf8");

/** The command: its output, or its error. */
export async function papni(...values) {
  const { stdout } = await run(join(root, "build/papni"), values, { maxBuffer: 1 << 28, cwd: root });
  return stdout;
}

/** A folder for the files of a test, removed by `done`. */
export function folder() {
  const path = mkdtempSync(join(tmpdir(), "papni-web-"));
  return {
    path,
    write(name, text) {
      writeFileSync(join(path, name), text);
      return join(path, name);
    },
    read: (name) => readFileSync(join(path, name), "utf8"),
    done: () => rmSync(path, { recursive: true }),
  };
}

/** Numbers below a bound, the same on every run. */
export function random(seed) {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** Labelled words of a random nested language: a word is right if a small random automaton
 * with a stack says so. They are well-matched more often than not. */
export function randomSample(seed) {
  const next = random(seed);
  const states = 2 + next(3);
  const symbols = ["a", "b", "(", ")", "[", "]"].slice(0, next(3) ? 6 : 4);
  const table = new Map();
  const step = (key) => {
    if (!table.has(key))
      table.set(key, next(states + 1) - 1);
    return table.get(key);
  };
  const accepts = (word) => {
    const stack = [];
    let state = 0;
    for (const symbol of word) {
      if (symbol === "(" || symbol === "[")
        stack.push([symbol, state]);
      let key = `${state} ${symbol}`;
      if (symbol === ")" || symbol === "]") {
        const top = stack.pop();
        if (!top || (top[0] === "(") !== (symbol === ")"))
          return false;
        key += ` ${top}`;
      }
      state = step(key);
      if (state < 0)
        return false;
    }
    return stack.length === 0 && state % 2 === 0;
  };
  const lines = new Set();
  for (let i = 0; i < 60; i++) {
    const word = [];
    const open = [];
    for (let left = next(12); left > 0; left--) {
      const symbol = symbols[next(symbols.length)];
      if (symbol === "(" || symbol === "[")
        open.push(symbol === "(" ? ")" : "]");
      if ((symbol === ")" || symbol === "]") && next(8))
        word.push(open.pop() ?? "a");
      else
        word.push(symbol);
    }
    if (next(8))
      word.push(...open.reverse());
    lines.add([accepts(word) ? "+" : "-", ...word].join(" "));
  }
  return `%pair ( )\n%pair [ ]\n${[...lines].join("\n")}\n`;
}
