/* busy.ts - whether something that is shown is still that of the words before. */

const waiting = new Set<string>();

export function busy(what: string, on: boolean): void {
  if (on)
    waiting.add(what);
  else
    waiting.delete(what);
  document.documentElement.toggleAttribute("data-busy", waiting.size > 0);
}
