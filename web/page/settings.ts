/* settings.ts - a control for each setting in the library's table, with its explanation. */
import type { Setting } from "../package/src/index.js";
import { h } from "./dom.js";

const notHere = new Set(["threads", "jobs"]); // a page has one thread

/** The values to choose from; classes cannot be declared in the page. */
function valuesOf({ values }: Setting): string[] {
  return values.split("|").filter((value) => value !== "declared");
}

const long = 120; // characters

/** One line about a setting: of "edsm: the first; rpni, x: the second", what is said of the
 * value; otherwise all of it, or the first part if that is long. */
export function explain(setting: Setting, value: string): string {
  const values = new Set(valuesOf(setting));
  for (const part of setting.help.split("; ")) {
    const match = /^([\w-]+(?:, [\w-]+)*): (.*)$/s.exec(part);
    const names = match?.[1]!.split(", ") ?? [];
    if (names.includes(value) && names.every((name) => values.has(name)))
      return match![2]!;
  }
  return setting.help.length > long ? setting.help.split("; ")[0]! : setting.help;
}

/** "states; dfa: labels" for a model. */
export function defaultOf(setting: Setting, model: string): string {
  let value = "";
  for (const part of setting.defaults?.split(/;\s*/) ?? []) {
    const [models, own] = part.includes(":") ? part.split(/:\s*/, 2) : [null, part];
    if (models === null || models!.split("|").includes(model))
      value = own!;
  }
  return value;
}

export class SettingsForm {
  readonly #box: HTMLElement;
  readonly #table: readonly Setting[];
  readonly #changed: (settings: Record<string, string>) => void;
  #values: Record<string, string> = {};

  constructor(box: HTMLElement, table: readonly Setting[], changed: (settings: Record<string, string>) => void) {
    this.#box = box;
    this.#table = table.filter(({ name }) => !notHere.has(name));
    this.#changed = changed;
    this.show({});
  }

  show(values: Record<string, string>): void {
    this.#values = { ...values };
    const model = this.#model;
    const focused = document.activeElement?.id;
    this.#box.replaceChildren(...this.#table.map((setting) => this.#row(setting, model)));
    if (focused?.startsWith("setting-"))
      document.getElementById(focused)?.focus();
  }

  get #model(): string {
    const setting = this.#table.find(({ name }) => name === "model");
    return this.#values["model"] ?? (setting ? defaultOf(setting, "") : "vpa");
  }

  /** What the model that is chosen has of the settings that were made. */
  get effective(): Record<string, string> {
    const model = this.#model;
    return Object.fromEntries(Object.entries(this.#values).filter(([name]) => {
      const setting = this.#table.find((one) => one.name === name);
      return setting && this.#has(setting, model);
    }));
  }

  #has(setting: Setting, model: string): boolean {
    return setting.name === "model" || !setting.models || setting.models.split("|").includes(model);
  }

  #row(setting: Setting, model: string): HTMLElement {
    const id = `setting-${setting.name}`;
    const own = this.#values[setting.name];
    const usual = defaultOf(setting, model);
    const control = setting.values.includes("|") ? this.#choice(setting, usual) : this.#number(setting, usual);
    control.id = id;
    control.setAttribute("aria-describedby", `${id}-help`);
    control.addEventListener("change", () => this.#set(setting.name, control.value));
    return h("div", { class: own === undefined ? "setting" : "setting own", hidden: !this.#has(setting, model) },
      h("label", { for: id }, setting.name.replaceAll("-", " ")),
      control,
      h("p", { id: `${id}-help`, class: "hint" }, explain(setting, own ?? usual)));
  }

  #choice(setting: Setting, usual: string): HTMLSelectElement {
    const select = h("select", {}, h("option", { value: "" }, usual ? `default: ${usual}` : "default"));
    for (const value of valuesOf(setting))
      select.append(h("option", { value }, value));
    select.value = this.#values[setting.name] ?? "";
    return select;
  }

  #number(setting: Setting, usual: string): HTMLInputElement {
    const input = setting.values === "PROBABILITY" // or a word
      ? h("input", { type: "text", inputmode: "decimal", placeholder: usual })
      : h("input", { type: "number", min: 0, max: setting.most || undefined, placeholder: usual || "0" });
    input.value = this.#values[setting.name] ?? "";
    return input;
  }

  #set(name: string, value: string): void {
    if (value === "")
      delete this.#values[name];
    else
      this.#values[name] = value;
    this.show(this.#values);
    this.#changed({ ...this.#values });
  }
}
