/* picture.ts - the automaton's picture: Graphviz' SVG, rebuilt from what is known to be
 * harmless, coloured by the page's style, with a state and an arrow that can be lit. */
import { svg as make } from "./dom.js";

const elements = new Set(["svg", "g", "title", "ellipse", "polygon", "path", "polyline", "text", "tspan"]);
const attributes = new Set([
  "class", "cx", "cy", "rx", "ry", "d", "points", "x", "y", "transform", "text-anchor", "font-size", "fill", "stroke",
  "stroke-width", "stroke-dasharray", "viewBox", "width", "height",
]);

/* Copies a drawing, element by element. */
function rebuild(source: Element): SVGElement {
  const copy = make(source.localName);
  for (const { name, value } of source.attributes)
    if (attributes.has(name))
      copy.setAttribute(name, value);
  for (const child of source.childNodes)
    if (child instanceof Element && elements.has(child.localName))
      copy.append(rebuild(child));
    else if (child.nodeType === Node.TEXT_NODE && (source.localName === "text" || source.localName === "title"))
      copy.append(child.textContent ?? "");
  return copy;
}

export class Picture {
  readonly #box: HTMLElement;
  #svg: SVGElement | null = null;
  #nodes = new Map<string, Element>();
  #edges = new Map<string, Element>();
  #lit: Element[] = [];
  #zoom = 1;
  #size = { width: 0, height: 0 };

  constructor(box: HTMLElement) {
    this.#box = box;
  }

  /** Shows a drawing; fails where it is none. */
  show(drawing: string, label: string): void {
    const source = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
    if (source.localName !== "svg")
      throw new Error("this is no picture");
    const copy = rebuild(source);
    const [, , width = 0, height = 0] = (copy.getAttribute("viewBox") ?? "").split(/\s+/).map(Number);
    this.#size = { width: width * (4 / 3), height: height * (4 / 3) };
    this.#nodes.clear();
    this.#edges.clear();
    for (const group of copy.querySelectorAll("g.node, g.edge, g.graph, g.cluster")) {
      const title = group.querySelector(":scope > title");
      const name = title?.textContent ?? "";
      title?.remove(); // else it would be a tooltip
      if (group.classList.contains("node"))
        this.#nodes.set(name, group);
      else if (group.classList.contains("edge"))
        this.#edges.set(name, group);
    }
    copy.setAttribute("aria-hidden", "true");
    this.#lit = [];
    this.#svg = copy;
    this.#box.replaceChildren(copy);
    this.#box.setAttribute("aria-label", label);
    this.#scale();
  }

  /** Shows a text instead. */
  say(...content: (Node | string)[]): void {
    this.#svg = null;
    this.#box.setAttribute("aria-label", "No automaton yet");
    const text = document.createElement("div");
    text.className = "empty";
    text.append(...content);
    this.#box.replaceChildren(text);
  }

  /** Lights a state and the arrow that led to it. */
  light(state: number | null, arrow: string | null, style: "on" | "accept" | "reject"): void {
    for (const element of this.#lit)
      element.classList.remove("lit", "lit-accept", "lit-reject");
    this.#lit = [];
    const node = state === null ? undefined : this.#nodes.get(String(state));
    const edge = arrow === null ? undefined : this.#edges.get(arrow);
    for (const element of [node, edge])
      if (element) {
        element.classList.add("lit");
        this.#lit.push(element);
      }
    if (node && style !== "on")
      node.classList.add(`lit-${style}`);
  }

  zoom(factor: number): void {
    this.#zoom = factor === 0 ? 1 : Math.min(6, Math.max(0.3, this.#zoom * factor));
    this.#scale();
  }

  /** The drawing as a file, in its own colours. */
  get svg(): SVGElement | null {
    return this.#svg;
  }

  /* At zoom 1 the whole drawing fits, and is hardly larger than it was made. */
  #scale(): void {
    if (!this.#svg)
      return;
    const { width, height } = this.#size;
    const room = Math.max(200, this.#box.clientWidth - 32);
    const fit = Math.min(1.15, room / width, 560 / height);
    this.#svg.setAttribute("width", String(Math.round(width * Math.max(fit, 0.35) * this.#zoom)));
    this.#svg.setAttribute("height", String(Math.round(height * Math.max(fit, 0.35) * this.#zoom)));
  }

  resized(): void {
    this.#scale();
  }
}
