// site.test.mjs - the documentation as pages: links, search, accessibility.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { root } from "./support.mjs";

const site = join(root, "build/site");
const axe = readFileSync(join(root, "web/node_modules/axe-core/axe.min.js"), "utf8");
let browser;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
});
after(() => browser?.close());

function pagesIn(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? pagesIn(path) : name.endsWith(".html") ? [path] : [];
  });
}

test("every document has a page, and every link a target", () => {
  const pages = pagesIn(site).filter((path) => !relative(site, path).startsWith("playground"));
  const texts = new Map(pages.map((path) => [path, readFileSync(path, "utf8")]));
  for (const name of readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md")))
    assert.ok(existsSync(join(site, name.replace(".md", ".html"))), name);
  assert.ok(existsSync(join(site, "man/papni-learn.html")));
  let links = 0;
  for (const [path, text] of texts)
    for (const [, link] of text.matchAll(/(?:href|src)="([^"]*)"/g)) {
      if (/^(https?|mailto):/.test(link))
        continue;
      const [file, anchor] = link.split("#");
      const target = file ? join(dirname(path), decodeURIComponent(file)) : path;
      assert.ok(existsSync(target), `${relative(site, path)}: ${link}`);
      if (anchor && texts.has(target))
        assert.ok(texts.get(target).includes(` id="${anchor}"`), `${relative(site, path)}: ${link}`);
      links++;
    }
  assert.ok(links > 1000, String(links));
});

for (const [width, theme] of [[400, "light"], [1280, "dark"]])
  test(`pages are accessible and fit at ${width} px, ${theme}`, async () => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: theme, offline: true });
    const page = await context.newPage();
    const complaints = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    try {
      for (const path of ["index.html", "settings.html", "reproduction/report.html", "man/papni-learn.html"]) {
        await page.goto(pathToFileURL(join(site, path)).href);
        await page.evaluate(axe);
        await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
        const found = await page.evaluate(async () => {
          const { violations } = await window.axe.run(document, { resultTypes: ["violations"], preload: false });
          return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`);
        });
        assert.deepEqual(found, [], path);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path}: no sideways scrolling`);
      }
      assert.deepEqual(complaints, []);
    } finally {
      await context.close();
    }
  });

test("the search finds a section, by keyboard", async () => {
  const page = await browser.newPage();
  try {
    await page.goto(pathToFileURL(join(site, "man/papni-check.html")).href);
    await page.fill("#search", "congruence clos");
    assert.match(await page.locator("#results li >> nth=0").innerText(), /Congruence closure/);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL(/engine\.html#congruence-closure$/);
    await page.fill("#search", "xyzzy");
    assert.equal(await page.locator("#results").innerText(), "Nothing found");
    await page.keyboard.press("Escape");
    assert.ok(await page.isHidden("#results"));
  } finally {
    await page.close();
  }
});
