/* railroad.ts - a grammar in the W3C's EBNF as railroad diagrams.
 *
 * An expression becomes a box with a line that enters at its left and leaves at its right,
 * on the same height: `up` and `down` are how far it reaches above and below that line. */
import { h, svg } from "./dom.js";

type Expression =
  | { type: "terminal" | "rule"; text: string }
  | { type: "sequence" | "choice"; parts: Expression[] }
  | { type: "optional" | "repeat"; part: Expression };

export interface Rule {
  name: string;
  expression: Expression;
}

const token = /\s*(?:([A-Za-z_]\w*)(\s*::=)?|"([^"]*)"|'([^']*)'|#x([0-9A-Fa-f]+)|(\[[^\]]*\])|([()|?*+])|\/\*.*?\*\/)/y;

/** The rules of a grammar as papni writes it. */
export function parse(ebnf: string): Rule[] {
  const rules: Rule[] = [];
  for (const line of ebnf.split("\n")) {
    const match = /^([A-Za-z_]\w*)\s*::=(.*)$/.exec(line);
    if (match)
      rules.push({ name: match[1]!, expression: expressionOf(match[2]!) });
  }
  return rules;
}

/* Without recursion over the text: an open parenthesis keeps what came before it. */
function expressionOf(text: string): Expression {
  interface Level {
    choices: Expression[][];
  }
  const levels: Level[] = [{ choices: [[]] }];
  const top = () => levels.at(-1)!;
  const last = () => top().choices.at(-1)!;
  token.lastIndex = 0;
  for (let at = 0, match = token.exec(text); at < text.trimEnd().length; at = token.lastIndex, match = token.exec(text)) {
    if (!match)
      throw new Error(`no diagram can be drawn of ${text.slice(at, at + 20)}`);
    const [, name, , double, single, code, set, sign] = match;
    if (name !== undefined)
      last().push({ type: "rule", text: name });
    else if (double !== undefined || single !== undefined)
      last().push({ type: "terminal", text: double ?? single! });
    else if (code !== undefined)
      last().push({ type: "terminal", text: String.fromCodePoint(parseInt(code, 16)) });
    else if (set !== undefined)
      last().push({ type: "terminal", text: set });
    else if (sign === "(")
      levels.push({ choices: [[]] });
    else if (sign === "|")
      top().choices.push([]);
    else if (sign === ")" && levels.length > 1)
      close();
    else if (sign === "?" || sign === "*" || sign === "+") {
      const part = last().pop() ?? { type: "sequence", parts: [] };
      const repeated: Expression = sign === "?" ? part : { type: "repeat", part };
      last().push(sign === "+" ? repeated : { type: "optional", part: repeated });
    }
  }
  function close(): void {
    const inner = joined(levels.pop()!);
    last().push(inner);
  }
  function joined({ choices }: Level): Expression {
    const parts = choices.map((list): Expression => (list.length === 1 ? list[0]! : { type: "sequence", parts: list }));
    return parts.length === 1 ? parts[0]! : { type: "choice", parts };
  }
  while (levels.length > 1)
    close();
  return joined(levels[0]!);
}

interface Box {
  width: number;
  up: number;
  down: number;
  draw(x: number, y: number, into: SVGElement): void;
}

const radius = 9;
const gap = 12;
const height = 28;
const letter = 8; // the width of one, in the font of the boxes

function line(into: SVGElement, d: string): void {
  into.append(svg("path", { class: "rail", d }));
}

function boxOf(expression: Expression): Box {
  switch (expression.type) {
    case "terminal":
    case "rule":
      return station(expression.text, expression.type);
    case "sequence":
      return sequence(expression.parts.map(boxOf));
    case "choice":
      return choice(expression.parts.map(boxOf));
    case "optional":
      return choice([sequence([]), boxOf(expression.part)]);
    case "repeat":
      return repeat(boxOf(expression.part));
  }
}

function station(text: string, type: string): Box {
  const width = [...text].length * letter + 22;
  return {
    width,
    up: height / 2,
    down: height / 2,
    draw(x, y, into) {
      into.append(
        svg("rect", { class: type, x, y: y - height / 2, width, height, rx: type === "terminal" ? height / 2 : 4 }),
        svg("text", { x: x + width / 2, y: y + 4.5, "text-anchor": "middle" }, text),
      );
    },
  };
}

function sequence(boxes: Box[]): Box {
  const width = boxes.reduce((sum, box) => sum + box.width, 0) + Math.max(0, boxes.length - 1) * gap;
  return {
    width,
    up: Math.max(0, ...boxes.map((box) => box.up)),
    down: Math.max(0, ...boxes.map((box) => box.down)),
    draw(x, y, into) {
      for (const [i, box] of boxes.entries()) {
        if (i) {
          line(into, `M${x} ${y}h${gap}`);
          x += gap;
        }
        box.draw(x, y, into);
        x += box.width;
      }
    },
  };
}

/* The first alternative is on the line, the others below it. */
function choice(boxes: Box[]): Box {
  const inner = Math.max(...boxes.map((box) => box.width));
  const offsets: number[] = [];
  let bottom = 0;
  for (const [i, box] of boxes.entries()) {
    offsets.push(i ? Math.max(bottom + box.up + 8, 2 * radius) : 0);
    bottom = offsets[i]! + box.down;
  }
  return {
    width: inner + 4 * radius,
    up: boxes[0]!.up,
    down: bottom,
    draw(x, y, into) {
      const right = x + inner + 4 * radius;
      for (const [i, box] of boxes.entries()) {
        const dy = offsets[i]!;
        const from = x + 2 * radius;
        const to = from + box.width;
        if (i) {
          const drop = dy - 2 * radius;
          line(into, `M${x} ${y}q${radius} 0 ${radius} ${radius}v${drop}q0 ${radius} ${radius} ${radius}`);
          line(into, `M${to} ${y + dy}H${right - 2 * radius}q${radius} 0 ${radius} ${-radius}v${-drop}q0 ${-radius} ${radius} ${-radius}`);
        } else {
          line(into, `M${x} ${y}H${from}`);
          line(into, `M${to} ${y}H${right}`);
        }
        box.draw(from, y + dy, into);
      }
    },
  };
}

/* Below the box, the way back. */
function repeat(box: Box): Box {
  const back = box.down + radius;
  return {
    width: box.width + 2 * radius,
    up: box.up,
    down: back,
    draw(x, y, into) {
      const from = x + radius;
      const to = from + box.width;
      line(into, `M${x} ${y}H${from}`);
      line(into, `M${to} ${y}h${radius}`);
      line(into, `M${to} ${y}q${radius} 0 ${radius} ${radius}v${back - 2 * radius}q0 ${radius} ${-radius} ${radius}H${from}q${-radius} 0 ${-radius} ${-radius}v${-(back - 2 * radius)}q0 ${-radius} ${radius} ${-radius}`);
      box.draw(from, y, into);
    },
  };
}

/** A figure for each rule. */
export function railroad(ebnf: string): HTMLElement {
  const list = h("div", { class: "railroad" });
  for (const { name, expression } of parse(ebnf)) {
    const box = boxOf(expression);
    const [width, above] = [box.width + 60, box.up + 10];
    const picture = svg("svg", {
      width, height: above + box.down + 10, viewBox: `0 0 ${width} ${above + box.down + 10}`,
      role: "img", "aria-label": `Railroad diagram of ${name}`,
    });
    picture.append(svg("circle", { class: "end", cx: 8, cy: above, r: 4 }), svg("circle", { class: "end", cx: width - 8, cy: above, r: 4 }));
    line(picture, `M8 ${above}H30`);
    line(picture, `M${width - 30} ${above}H${width - 8}`);
    box.draw(30, above, picture);
    list.append(h("figure", {}, h("figcaption", {}, name), picture));
  }
  return list;
}
