/* examples.ts - projects to begin with, from the files in examples/. */
import arithmetic from "../../examples/arith.txt?raw";
import paper from "../../examples/paper.txt?raw";
import traces from "../../examples/traces.txt?raw";
import expressions from "./examples/s-expressions.txt?raw";
import { nothing, type Project } from "./project.js";

const json = import.meta.glob<string>("../../examples/json/{pos,neg}/*", { query: "?raw", import: "default", eager: true });
const xml = import.meta.glob<string>("../../examples/xml/{pos,neg}/*", { query: "?raw", import: "default", eager: true });

export interface Example {
  id: string;
  title: string;
  project: Project;
}

/* Words of a file, a label and a word per line. */
function lines(text: string, project: Partial<Project>): Project {
  const side = (label: string) =>
    text.split("\n").filter((line) => line === label || line.startsWith(`${label} `)).map((line) => line.slice(2).trim() || "ε").join("\n");
  return { ...nothing, ...project, right: side("+"), wrong: side("-") };
}

/* Documents of the folders pos and neg. */
function documents(files: Record<string, string>, project: Partial<Project>): Project {
  const side = (folder: string) =>
    Object.entries(files).filter(([path]) => path.includes(`/${folder}/`)).sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, text]) => text.trim() || "ε").join("\n---\n");
  return { ...nothing, unit: "block", settings: { model: "sevpa" }, ...project, right: side("pos"), wrong: side("neg") };
}

export const examples: Example[] = [
  {
    id: "arithmetic", title: "Arithmetic",
    project: lines(arithmetic, { pairs: "( )", tries: "1+(1+(1))\n1+(1+)\n1+1)\n((1))+1" }),
  },
  {
    id: "json", title: "JSON",
    project: documents(json, { reading: "json", tries: '{"tags": ["sea", "signal"]}\n{"tags": ["sea", "signal",]}\n[[], {}, [null, [true]]]\n[1 2]' }),
  },
  {
    id: "xml", title: "XML",
    project: documents(xml, {
      reading: "xml",
      tries: '<feed><title>Tides</title></feed>\n<feed><title>Tides</title><entry></entry></feed>\n<feed></feed>',
    }),
  },
  {
    id: "s-expressions", title: "S-expressions",
    project: lines(expressions, {
      reading: "tokens", pairs: "( )", settings: { model: "sevpa" },
      tries: "( name number . text )\n( name . )\n' ( name ( name ) )\n( ' )",
    }),
  },
  {
    id: "traces", title: "Program traces",
    project: lines(traces, {
      reading: "tokens", pairs: "call return", settings: { model: "sevpa" },
      tries: "call open read close return\ncall open call return read close return\ncall open return\ncall read return",
    }),
  },
  {
    id: "paper", title: "The paper's running example",
    project: lines(paper, { reading: "tokens", pairs: "( )", settings: { method: "rpni", focus: "all" }, tries: "( ( ( ) ) )\n( ) ( )" }),
  },
];
