// latency.mjs - how long it takes from a key to the new picture: node web/test/latency.mjs.
// Not a test: it prints the median and the slowest of 20 keys, for samples of several sizes.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { papni, web } from "./support.mjs";

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.goto(pathToFileURL(join(web, "index.html")).href);
await page.waitForSelector("html[data-ready]");

async function paste(id, text) {
  await page.locator(`#${id} .cm-content`).focus();
  await page.keyboard.press("Control+a");
  await page.locator(`#${id} .cm-content`).evaluate((element, pasted) => {
    const data = new DataTransfer();
    data.setData("text/plain", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

const idle = () => page.waitForFunction(() => !document.documentElement.hasAttribute("data-busy"));

await page.fill("#pairs", "( )");
for (const count of [100, 500, 2000, 20_000]) {
  const lines = (await papni("generate", "arith", "-n", String(count), "--length", "2..30", "-q")).split("\n");
  const side = (label) => lines.filter((line) => line.startsWith(label)).map((line) => line.slice(2).replaceAll(" ", "")).join("\n");
  await paste("wrong", side("-"));
  await paste("right", side("+"));
  await idle();
  await page.locator("#right .cm-content").focus();
  await page.keyboard.press("Control+End");
  const times = [];
  const learned = [];
  for (const key of "\n1+1+1+1+1+1+1+1+1+1") {
    await page.keyboard.type(key);
    await idle();
    times.push(Number(await page.getAttribute("#picture", "data-ms")));
    learned.push(Number(/learned in ([\d.]+)/.exec(await page.textContent("#status"))?.[1] ?? NaN));
  }
  const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
  console.log(`${count} words: key to picture ${median(times)} ms, slowest ${Math.max(...times)} ms; learning ${median(learned)} ms; ${await page.textContent("#status")}`);
}
await browser.close();
