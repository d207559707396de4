/* automaton.ts - draws the model, unless it is too large to make sense of. */
import type { Background } from "./background.js";
import type { Current } from "./current.js";
import { byId, count, h } from "./dom.js";
import { Picture } from "./picture.js";

const most = { states: 120, arrows: 500 };

export class AutomatonView {
  readonly picture = new Picture(byId("picture"));
  readonly #drawer: Background["drawer"];

  constructor(drawer: Background["drawer"]) {
    this.#drawer = drawer;
    drawer.warm();
    for (const [id, factor] of [["zoom-in", 1.25], ["zoom-out", 0.8], ["zoom-fit", 0]] as const)
      byId(id).addEventListener("click", () => this.picture.zoom(factor));
    new ResizeObserver(() => this.picture.resized()).observe(byId("picture"));
  }

  status(text: string): void {
    byId("status").textContent = text;
  }

  /** Draws the model; `drawn` is called once it is there, now or after a click. */
  async show(current: Current, signal: AbortSignal, drawn: () => void, anyway = false): Promise<void> {
    const { file, exports } = current;
    const dot = exports["dot"] ?? "";
    const arrows = dot.split("->").length - 1;
    if (!anyway && (file.states > most.states || arrows > most.arrows))
      return this.picture.say(`${count(file.states, "state")} and ${count(arrows, "arrow")}: too many to make sense of at a glance, and drawing takes its time. `,
        h("button", { type: "button", class: "button small", onclick: () => void this.show(current, signal, drawn, true) }, "Draw it"));
    try {
      const drawing = await this.#drawer.draw(dot);
      if (signal.aborted)
        return;
      this.picture.show(drawing, `An automaton with ${count(file.states, "state")}; ${file.accept.length ? `accepting: ${file.accept.slice(0, 20).join(", ")}` : "none accepts"}`);
      drawn();
    } catch (error) {
      if ((error as Error).name !== "AbortError")
        this.picture.say(`The picture cannot be drawn: ${(error as Error).message}`);
    }
  }
}
