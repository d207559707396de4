/* exports.ts - the model in other formats, each made once. */
import type { ExportFormat, Terminals } from "../package/src/index.js";
import type { PapniWorker } from "../package/src/client.js";
import type { Current } from "./current.js";

const grammars: ExportFormat[] = ["ebnf", "antlr", "gbnf", "lark", "tree-sitter", "railroad"];

/** Terminals are as the command has them, or, if a grammar cannot express what the lexer
 * reads, names. */
export async function exported(current: Current, format: ExportFormat, worker: PapniWorker, terminals: Terminals = "auto"): Promise<string> {
  const { text, file, exports } = current;
  if (format === "json")
    return text;
  if (["mc", "mdp", "smm"].includes(file.model) && grammars.includes(format))
    throw new Error("A model with probabilities has no grammar: see its table.");
  const run = (choice: Terminals) => worker.run("export", { model: text, format, terminals: choice });
  if (file.alphabet.lexer === undefined)
    return (exports[format] ??= await run("auto"));
  const names = `${format} names`;
  if (terminals === "names")
    return (exports[names] ??= await run("names"));
  return (exports[format] ??= await run(terminals).catch(() => run("names")));
}
