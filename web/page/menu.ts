/* menu.ts - the buttons at the top: examples, files, link, theme. */
import type { PapniError } from "../package/src/index.js";
import type { PapniWorker } from "../package/src/client.js";
import { byId, h } from "./dom.js";
import { examples } from "./examples.js";
import { openFile } from "./files.js";
import { fragmentOf, type Project } from "./project.js";
import { setUpTheme } from "./theme.js";
import { toast } from "./toast.js";

export interface Actions {
  project: () => Project;
  /** Shows another project, which can be undone. */
  replace: (project: Project, note: string) => void;
  /** The fragment of the address was changed. */
  wrote: (fragment: string) => void;
}

export function setUpMenu(actions: Actions, worker: PapniWorker): void {
  setUpTheme(byId("theme"));
  setUpExamples(actions);
  setUpFiles(actions, worker);
  byId("link").addEventListener("click", () => void copyLink(actions));
}

function setUpExamples({ replace }: Actions): void {
  const choice = byId<HTMLSelectElement>("example");
  choice.append(h("option", { value: "" }, "Examples"), ...examples.map(({ id, title }) => h("option", { value: id }, title)));
  choice.addEventListener("change", () => {
    const example = examples.find(({ id }) => id === choice.value);
    choice.value = "";
    if (example)
      replace(example.project, `The example “${example.title}”`);
  });
}

function setUpFiles({ project, replace }: Actions, worker: PapniWorker): void {
  const input = byId<HTMLInputElement>("file");
  const open = async (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (!file)
      return;
    try {
      const opened = await openFile(file, worker);
      const rest = files.length > 1 ? "; the other files were not opened" : "";
      replace({ ...project(), ...opened.project }, opened.note + rest);
    } catch (error) {
      const { message, line } = error as PapniError;
      toast(`${file.name}${line ? `, line ${line}` : ""}: ${message}`, undefined, true);
    }
  };
  byId("open").addEventListener("click", () => input.click());
  input.addEventListener("change", async () => {
    await open(input.files);
    input.value = "";
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    if (event.dataTransfer?.files.length) {
      event.preventDefault();
      void open(event.dataTransfer.files);
    }
  });
}

/** Puts a text on the clipboard. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} is on the clipboard.`);
  } catch {
    toast("The browser does not allow copying here.", undefined, true);
  }
}

async function copyLink({ project, wrote }: Actions): Promise<void> {
  const fragment = await fragmentOf(project());
  if (fragment === null)
    return toast("Too much for a link: save the words as a file instead.", undefined, true);
  wrote(fragment);
  history.replaceState(null, "", fragment);
  await copy(location.href, "The link, with everything in it,");
}
