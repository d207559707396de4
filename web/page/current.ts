/* current.ts - the model that the page shows: learned, or opened. */
import type { ModelFile } from "../package/src/index.js";

export interface Current {
  text: string; // the model's file
  file: ModelFile;
  exports: Record<string, string>;
}

const machines = ["moore", "mealy", "mc", "mdp", "smm", "vpt"];

/** Is it learned from traces, which have no labels? */
export function isMachine(model: string | undefined): boolean {
  return machines.includes(model ?? "");
}
