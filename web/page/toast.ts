/* toast.ts - a short message at the bottom of the page. */
import { byId, h } from "./dom.js";

let timer: ReturnType<typeof setTimeout> | undefined;

export function toast(text: string, action?: { text: string; act: () => void }, bad = false): void {
  const box = byId("toast");
  const close = () => {
    box.hidden = true;
  };
  box.classList.toggle("bad", bad);
  box.replaceChildren(h("span", {}, text));
  if (action)
    box.append(h("button", { type: "button", class: "button small", onclick: () => {
      close();
      action.act();
    } }, action.text));
  box.append(h("button", { type: "button", class: "button icon quiet", "aria-label": "Close", onclick: close }, "×"));
  box.hidden = false;
  const expire = () => { // not while it is read
    if (box.matches(":hover, :focus-within"))
      timer = setTimeout(expire, 2000);
    else
      close();
  };
  box.onkeydown = (event) => event.key === "Escape" && close();
  clearTimeout(timer);
  timer = setTimeout(expire, bad || action ? 12_000 : 4000);
}
