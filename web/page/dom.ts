/* dom.ts - making elements. Text is always set as text: no markup is ever parsed. */

type Child = Node | string;
type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;

function fill<T extends Element>(element: T, attributes: Attributes, children: Child[]): T {
  for (const [name, value] of Object.entries(attributes))
    if (typeof value === "function")
      element.addEventListener(name.replace(/^on/, ""), value);
    else if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? "" : String(value));
  element.append(...children);
  return element;
}

export function h<K extends keyof HTMLElementTagNameMap>(
  name: K, attributes: Attributes = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(name), attributes, children);
}

export const svgNamespace = "http://www.w3.org/2000/svg";

export function svg(name: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  return fill(document.createElementNS(svgNamespace, name) as SVGElement, attributes, children);
}

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** "1 word", "2 words" */
export function count(number: number, what: string): string {
  return `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
}
