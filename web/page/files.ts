/* files.ts - opening files of words and models, and saving them. */
import type { PapniWorker } from "../package/src/client.js";
import type { SymbolOf } from "../package/src/index.js";
import { count } from "./dom.js";
import { nothing, type Project } from "./project.js";
import { compose, declarations, emptyWord, isDocument, names } from "./words.js";

export interface Opened {
  project: Partial<Project>;
  note: string;
}

const largest = 200_000_000; // bytes

/** Reads a file: a model (papni's or AALpy's), or words in any format that papni reads. */
export async function openFile(file: File, worker: PapniWorker): Promise<Opened> {
  if (file.size > largest)
    throw new Error(`more than ${largest / 1e6} MB: use the command for it`);
  const packed = /\.gz$/i.test(file.name);
  const stream = packed ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
  const name = file.name.replace(/\.gz$/i, "");
  const text = await new Response(stream).text().catch(() => {
    throw new Error("it cannot be unpacked");
  });
  if (/\.dot$/i.test(name))
    return { project: { model: await worker.run("import", { text, format: "aalpy" }) }, note: `${name}: a model of AALpy` };
  if (/\.zst$/i.test(name))
    throw new Error("files of zstd are not read here: unpack it first, or use the command");
  if (/\.(xes|parquet|ptree)$/i.test(name) || /^\s*(?:<\?xml|<log\b|\{\s*"(?:traceEvents|resourceSpans)")/.test(text))
    throw new Error("logs, traces and trees are read by the command alone: save what it makes of them as words or as a model");
  if (/\.json$/i.test(name) || /^\s*\{\s*"format"/.test(text))
    return { project: { model: await worker.run("import", { text, format: "json" }) }, note: `${name}: a model` };
  return openWords(text, name, worker);
}

/** The declarations at the top of a file. */
function header(text: string): Pick<Project, "calls" | "returns" | "pairs" | "internal"> & { patterns: string[][]; chars: boolean } {
  const found: Record<string, string[]> = { call: [], return: [], pair: [], pattern: [], internal: [], format: [] };
  for (const [line] of text.matchAll(/^.*$/gm)) {
    const match = /^\s*%(\w+)\s+(.*)$/.exec(line);
    if (match && found[match[1]!])
      found[match[1]!]!.push(match[2]!.trim());
    else if (line.trim() && !/^\s*#/.test(line))
      break;
  }
  const join = (name: string) => found[name]!.join("  ");
  return {
    calls: join("call"), returns: join("return"), pairs: join("pair"), internal: join("internal"),
    patterns: found["pattern"]!.map(names), chars: found["format"]!.includes("chars"),
  };
}

/* The pairs that patterns such as "enter_* exit_*" make of the symbols of the words. */
function pairsOf(patterns: readonly string[][], symbols: readonly SymbolOf[]): string {
  const pairs: string[] = [];
  for (const { name, kind } of symbols)
    for (const pattern of patterns) {
      const [[before, after], other] = [pattern[kind === "return" ? 1 : 0]!.split("*"), pattern[kind === "return" ? 0 : 1]!];
      const middle = name.slice(before!.length, name.length - after!.length);
      if (kind === "internal" || !middle || name !== `${before}${middle}${after}`)
        continue;
      const partner = other.replace("*", () => middle);
      pairs.push(kind === "call" ? `${name} ${partner}` : `${partner} ${name}`);
    }
  return [...new Set(pairs)].join("  ");
}

async function openWords(text: string, name: string, worker: PapniWorker): Promise<Opened> {
  const { chars: declared, patterns, ...rest } = header(text);
  const csv = /\.csv$/i.test(name);
  const jsonl = /\.jsonl$/i.test(name);
  const { words, symbols } = await worker.run("words", { text, format: jsonl ? "jsonl" : csv ? "csv" : declared ? "chars" : "auto" });
  const spaced = symbols.find((symbol) => /[ \t\r\n]/.test(symbol.name));
  if (spaced !== undefined)
    throw new Error(`the symbol “${spaced.name}” has a blank in it, which cannot be typed here: use the command for it`);
  if (words.some(({ word }) => word.length === 1 && word[0] === emptyWord))
    throw new Error(`the word “${emptyWord}” would be read as the empty word here: use the command for it`);
  rest.pairs = [rest.pairs, pairsOf(patterns, symbols)].filter(Boolean).join("  ");
  const chars = declared || ((csv || jsonl) && symbols.every((symbol) => [...symbol.name].length === 1));
  const side = (label: boolean) => words.filter((word) => word.label === label)
    .map(({ word }) => (word.length ? word.join(chars ? "" : " ") : "ε")).join("\n");
  const unknown = words.filter((word) => word.label === null).length;
  return {
    project: { ...nothing, ...rest, reading: chars ? "chars" : "tokens", right: side(true), wrong: side(false) },
    note: `${name}: ${count(words.length, "word")}${unknown ? `, of which ${unknown} have no label and were left out` : ""}`,
  };
}

/** The words as a file that the command reads. */
export function wordsFile(project: Project): string {
  const lines: string[] = [];
  if (!isDocument(project.reading)) {
    const { calls, returns, pairs, internal } = declarations(project);
    if (project.reading === "chars")
      lines.push("%format chars");
    for (const [call, ret] of pairs!)
      lines.push(`%pair ${call} ${ret}`);
    for (const [word, names] of [["call", calls!], ["return", returns!], ["internal", internal!]] as const)
      if (names.length)
        lines.push(`%${word} ${names.join(" ")}`);
  }
  return lines.map((line) => `${line}\n`).join("") + compose(project).text;
}

/** The command that does what the page does. */
export function commandOf(project: Project, settings: Record<string, string>): string {
  const lexer = isDocument(project.reading) ? ` --lexer ${project.reading}` : "";
  const options = Object.entries(settings).map(([name, value]) => ` --${name} ${value}`);
  return `papni learn words.txt${lexer}${options.join("")}`;
}

/** Hands a file to the browser. */
export function save(name: string, content: string, type = "text/plain"): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
