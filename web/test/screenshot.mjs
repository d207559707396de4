// screenshot.mjs - draws docs/images/playground.png again: node web/test/screenshot.mjs. It
// looks best with the fonts Inter and JetBrains Mono.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { root, web } from "./support.mjs";

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1360, height: 1010 }, colorScheme: "light" });
await page.goto(pathToFileURL(join(web, "index.html")).href);
await page.waitForSelector("html[data-ready]");
await page.selectOption("#example", "traces");
await page.waitForFunction(() => /call/.test(document.querySelector("#question-word")?.textContent ?? ""));
await page.waitForFunction(() => !document.documentElement.hasAttribute("data-busy"));
await page.click("#toast [aria-label=Close]");
for (let i = 0; i < 3; i++)
  await page.click("#step-on");
await page.evaluate(() => document.activeElement.blur());
await page.mouse.move(5, 500);
await page.screenshot({ path: join(root, "docs/images/playground.png") });
await browser.close();
