// page.test.mjs - the playground in Chromium: every feature, by mouse and by keyboard.
//
// The page is opened from disk, with the network off, unless a test says otherwise. A
// message in the console, an error or a breach of the content security policy fails the
// test in which it happens. Screenshots go to build/web-shots.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { folder, npm, papni, read, root, web } from "./support.mjs";

const address = pathToFileURL(join(web, "index.html")).href;
const axe = readFileSync(join(root, "web/node_modules/axe-core/axe.min.js"), "utf8");
const shots = join(root, "build/web-shots");
let browser;

before(async () => {
  mkdirSync(shots, { recursive: true });
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
});
after(() => browser?.close());

/** A test with a page of its own. */
const patience = { timeout: 300_000 }; // a browser that hangs must not block the tests

function pageTest(name, use, { width = 1280, height = 900, theme = "light", url = address, ...options } = {}) {
  test(name, patience, async () => {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, offline: true, acceptDownloads: true, ...options });
    const page = await context.newPage();
    const complaints = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("dialog", (dialog) => complaints.push(`dialog: ${dialog.message()}`) && dialog.dismiss());
    page.setDefaultTimeout(20_000);
    try {
      await page.goto(typeof url === "function" ? url() : url);
      await page.waitForSelector("html[data-ready]");
      await settled(page);
      await use(page, context);
      assert.deepEqual(complaints, []);
    } finally {
      await context.close();
    }
  });
}

/** Waits until what is shown is that of the last change. */
async function settled(page, act) {
  await act?.();
  await page.waitForFunction(() => !document.documentElement.hasAttribute("data-busy") && document.documentElement.hasAttribute("data-ready"));
}

/** Replaces the text of an editor, as one who selects all and pastes. */
async function fill(page, id, text) {
  await page.locator(`#${id} .cm-content`).focus();
  await page.keyboard.press("Control+a");
  if (text === "")
    await page.keyboard.press("Delete");
  else
    await paste(page, id, text);
}

async function paste(page, id, text) {
  await page.locator(`#${id} .cm-content`).evaluate((element, pasted) => {
    const data = new DataTransfer();
    data.setData("text/plain", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

async function words(page, right, wrong) {
  await page.selectOption("#reading", "chars");
  await fill(page, "wrong", wrong);
  await settled(page, () => fill(page, "right", right));
}

const text = (page, selector) => page.locator(selector).innerText();
const content = (page, id) => page.locator(`#${id} .cm-content`).evaluate((element) => [...element.querySelectorAll(".cm-line")].map((line) => line.textContent));
const state = (page) => page.locator("#picture .node.lit text").textContent();

/** What is saved. On a busy machine, the browser once did not report a download: it is asked for a second time. */
async function saved(page, item) {
  for (let tries = 1; ; tries++) {
    await page.click("#save");
    const arrives = page.waitForEvent("download").catch(() => undefined);
    await page.click(`#save-${item}`);
    const download = await arrives;
    if (download)
      return readFileSync(await download.path(), "utf8");
    assert.ok(tries < 2, `no download of ${item}; the page says: ${await text(page, "#toast")}`);
  }
}

async function open(page, name, content) {
  await page.setInputFiles("#file", { name, mimeType: "text/plain", buffer: Buffer.from(content) });
}

/** Opens a file that can be read, and waits until it is shown. */
async function opened(page, name, content) {
  await open(page, name, content);
  await page.waitForFunction((start) => document.querySelector("#toast").textContent.startsWith(start), `${name.replace(".gz", "")}: `);
  await settled(page);
}

pageTest("shows the first example, from disk and without a network", async (page) => {
  assert.match(await text(page, "#status"), /^2 states, 4 transitions/);
  assert.equal(await text(page, "#right-count"), "11 words");
  assert.equal(await page.locator("#picture .node ellipse").count(), 4); // the start's dot, state 0, and state 1 with two rings
  assert.equal(await page.locator("#picture .node ellipse[fill=none]").evaluate((ring) => getComputedStyle(ring).fill), "none");
  assert.match(await text(page, "#grammar"), /^start ::= /);
});

const types = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", wasm: "application/wasm" };

/** Serves a folder; returns the server, its address, and what it is asked for. */
async function serve(folder, index = () => readFileSync(join(folder, "index.html"))) {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    try {
      const name = request.url === "/" ? "index.html" : request.url.slice(1);
      response.setHeader("content-type", types[name.split(".").pop()]);
      response.end(request.url === "/" ? index() : readFileSync(join(folder, name)));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, asked, address: `http://127.0.0.1:${server.address().port}/` };
}

test("the npm package runs in a browser, and in a worker that can be stopped", patience, async () => {
  const { server, address } = await serve(npm, () => "<!doctype html><title>papni</title>");
  const page = await browser.newPage();
  try {
    await page.goto(address);
    const model = await page.evaluate(async () => {
      const { load } = await import("/index.js");
      const papni = await load();
      const samples = papni.samples({ pairs: [["(", ")"]] });
      samples.add("()", true);
      samples.add("(())", true);
      samples.add("", false);
      return papni.learn(samples).model.export();
    });
    assert.equal(JSON.parse(model).format, "papni-model");
    const many = await papni("generate", "json", "-n", "3000", "--length", "2..60", "-q");
    const answers = await page.evaluate(async ({ model, many }) => {
      const { PapniWorker } = await import("/client.js");
      const worker = new PapniWorker();
      const abort = new AbortController();
      const stopped = worker.run("learn", { text: many, settings: { model: "auto" } }, abort.signal).then(() => "learned", (error) => error.name);
      await worker.run("export", { model, format: "dot" }, AbortSignal.timeout(1)).catch(() => undefined); // waits behind it
      abort.abort();
      const [check] = await worker.run("check", { model, words: [["(", ")"]] });
      worker.close();
      return [await stopped, check.accepted];
    }, { model, many });
    assert.deepEqual(answers, ["AbortError", true]);
  } finally {
    await page.close();
    server.close();
  }
});

test("shows it from a server, too, and asks it for nothing else", patience, async () => {
  const { server, asked, address } = await serve(web);
  const page = await browser.newPage();
  try {
    await page.goto(address);
    await settled(page);
    await page.selectOption("#example", "json");
    await page.waitForFunction(() => document.querySelector("#status").textContent.startsWith("10 states"));
    assert.deepEqual([...new Set(asked)].sort(), ["/", "/icon.svg", "/papni.js", "/style.css"]);
  } finally {
    await page.close();
    server.close();
  }
});

pageTest("learns while one types", async (page) => {
  await words(page, "()\n(())", "ε\n()()");
  assert.equal(await text(page, "#right-count"), "2 words");
  const before = await text(page, "#grammar");
  await page.locator("#right .cm-content").focus();
  await page.keyboard.press("Control+End");
  await settled(page, () => page.keyboard.type("\n(a)"));
  assert.notEqual(await text(page, "#grammar"), before);
  assert.match(await text(page, "#grammar"), /"a"/);
  assert.ok(Number(await page.getAttribute("#picture", "data-ms")) > 0);
});

pageTest("typing on stops what is being learned", async (page) => {
  const many = await papni("generate", "json", "-n", "3000", "--length", "2..60", "-q");
  const side = (label) => many.split("\n").filter((line) => line.startsWith(label)).map((line) => line.slice(2)).join("\n");
  await page.selectOption("#reading", "tokens");
  await page.selectOption("#setting-model", "auto");
  await page.fill("#pairs", "{ } [ ]");
  await fill(page, "wrong", side("-"));
  await fill(page, "right", side("+"));
  await page.waitForFunction(() => document.querySelector("#status").textContent === "learning …");
  await page.selectOption("#setting-model", "vpa");
  await fill(page, "right", "a");
  await settled(page, () => fill(page, "wrong", "b"));
  assert.equal(await text(page, "#right-count"), "1 word");
  assert.match(await text(page, "#grammar"), /^start ::= "a"/);
});

pageTest("20,000 words do not freeze the page", async (page) => {
  const many = await papni("generate", "arith", "-n", "20000", "--length", "2..40", "-q");
  const side = (label) => many.split("\n").filter((line) => line.startsWith(label)).map((line) => line.slice(2).replaceAll(" ", "")).join("\n");
  await page.fill("#pairs", "( )");
  await fill(page, "wrong", side("-"));
  await fill(page, "right", side("+"));
  // while it learns, the page draws frames and takes keys
  await page.evaluate(() => {
    window.frames_ = 0;
    const beat = () => {
      window.frames_++;
      requestAnimationFrame(beat);
    };
    beat();
  });
  await fill(page, "tries", "1+1");
  assert.deepEqual((await content(page, "tries")).map((line) => line.slice(0, 3)), ["1+1"]);
  await page.waitForFunction(() => /\d+ states?,/.test(document.querySelector("#status").textContent) && document.querySelector("#right-count").textContent === "10,000 words");
  await page.waitForFunction(() => document.querySelector("#tries-status").textContent === "1 of 1 accepted");
  assert.ok(await page.evaluate(() => window.frames_) > 5);
});

pageTest("reads documents, in lines and in blocks", async (page) => {
  await settled(page, () => page.selectOption("#example", "json"));
  assert.match(await text(page, "#status"), /^10 states/);
  assert.equal(await text(page, "#right-count"), "27 words");
  assert.ok(await page.isHidden("#declared"));
  await fill(page, "wrong", "[1 2]");
  await settled(page, () => fill(page, "right", "[\n  1,\n  2\n]\n---\n[]"));
  assert.equal(await text(page, "#right-count"), "2 words");
  await page.selectOption("#unit", "line");
  await settled(page, () => fill(page, "right", "[1, 2]\n[]\n[1]"));
  assert.equal(await text(page, "#right-count"), "3 words");
  await settled(page, () => page.selectOption("#example", "xml"));
  await page.waitForFunction(() => document.querySelector("#symbols").innerText.includes("<feed>"));
  await page.waitForFunction(() => document.querySelector("#tries-status").textContent === "1 of 3 accepted");
});

pageTest("colours calls and returns, and suggests them", async (page) => {
  assert.ok(await page.locator("#right .depth-1").count() > 0);
  await page.fill("#pairs", "");
  await page.waitForFunction(() => !document.querySelector("#right").shadowRoot.querySelector(".depth-0"));
  await page.waitForSelector("#suggestion:not([hidden])");
  assert.match(await text(page, "#suggestion"), /^\( \) nests in the right words/);
  await settled(page, () => page.click("#suggestion button"));
  assert.equal(await page.inputValue("#pairs"), "( )");
  assert.ok(await page.locator("#right .depth-1").count() > 0);
  await page.waitForSelector("#suggestion", { state: "hidden" });
  await fill(page, "tries", "1)");
  await settled(page);
  assert.equal(await page.locator("#tries .unmatched").innerText(), ")");
  await page.selectOption("#reading", "tokens");
  await page.fill("#pairs", "");
  await fill(page, "right", "enter_a enter_a leave_a leave_a\nenter_a x leave_a");
  await page.waitForFunction(() => document.querySelector("#suggestion").textContent.startsWith("enter_a leave_a"));
});

pageTest("suggests what the library finds: several pairs, and calls and returns that are not paired", async (page) => {
  await page.fill("#pairs", "");
  await words(page, "{x}\n[x]\n[[x]{x}]\n{{x}}\n{[x]}", "");
  await page.waitForFunction(() => document.querySelector("#suggestion").textContent.startsWith("{ }  [ ] nest"));
  await page.fill("#pairs", "{ }");
  await page.waitForFunction(() => document.querySelector("#suggestion").textContent.startsWith("[ ] nests"));
  await settled(page, () => page.click("#suggestion button"));
  assert.equal(await page.inputValue("#pairs"), "{ }  [ ]");
  await page.fill("#pairs", "");
  await words(page, "ac\nabcd\nbadd\nbbacdc\nbd\naaacdd\nbbbdcc", "a\nc\nda\nacc\nacac");
  await page.waitForFunction(() => document.querySelector("#suggestion").textContent.startsWith("a b with c d nest"));
  await settled(page, () => page.click("#suggestion button"));
  assert.deepEqual([await page.inputValue("#calls"), await page.inputValue("#returns")], ["a b", "c d"]);
  assert.ok(await page.isVisible("#calls"));
});

pageTest("tells the verdict of each word, its place, and what was expected", async (page) => {
  await fill(page, "tries", "1+(1)\n1+(1+)\n1+1)\n(1\nx");
  await page.waitForFunction(() => document.querySelector("#tries-status").textContent === "1 of 5 accepted");
  const lines = await content(page, "tries");
  assert.match(lines[1], /unexpected \): not allowed here · expected: 1 {2}\($/);
  assert.match(lines[2], /unexpected \): no call is open · expected: \+ {2}end of word$/);
  assert.match(lines[3], /with open calls/);
  assert.match(lines[4], /no such symbol/);
  assert.deepEqual(await page.locator("#tries .place").allInnerTexts(), [")", ")", "x"]);
  assert.equal(await page.locator("#tries .line-accepted").count(), 1);
});

pageTest("states light up as one steps through a word", async (page) => {
  await fill(page, "tries", "1+1\n(1)");
  await page.locator("#tries .cm-content").focus();
  await page.keyboard.press("Control+Home");
  await page.waitForFunction(() => document.querySelectorAll(".step").length === 3 && document.querySelector(".step").textContent === "1");
  await settled(page);
  assert.equal(await state(page), "0");
  await page.click("#step-on");
  assert.equal(await state(page), "1");
  assert.equal(await page.locator("#picture .edge.lit text").textContent(), "1");
  await page.click(".step >> nth=1");
  assert.equal(await state(page), "0");
  await page.keyboard.press("ArrowRight");
  assert.match(await text(page, "#step-text"), /3 of 3 read · state 1 · nothing open · accepted/);
  assert.equal(await page.locator("#picture .lit-accept").count(), 1);
  await page.keyboard.press("ArrowLeft");
  assert.match(await text(page, "#step-text"), /^2 of 3/);
  await page.click("#step-first");
  await page.click("#step-play");
  await page.waitForFunction(() => document.querySelector("#step-text").textContent.startsWith("3 of 3"));
  assert.equal(await text(page, "#step-play"), "Play");
  await page.locator("#tries .cm-line >> nth=1").click(); // another word
  await page.waitForFunction(() => document.querySelectorAll(".step")[0].textContent === "(");
  await settled(page);
  await page.click("#step-on");
  assert.match(await text(page, "#step-text"), /^1 of 3 read · state 0 · open: \($/);
});

pageTest("steps through a sevpa", async (page) => {
  await settled(page, () => page.selectOption("#example", "traces"));
  await page.waitForFunction(() => document.querySelectorAll(".step").length === 5);
  for (let i = 0; i < 5; i++) {
    await page.click("#step-on");
    assert.equal(await page.locator("#picture .node.lit").count(), 1, `step ${i + 1}`);
    assert.equal(await page.locator("#picture .edge.lit").count(), 1, `step ${i + 1}`);
  }
  assert.match(await text(page, "#step-text"), /accepted$/);
});

pageTest("learns from right words alone, and steps through that model", async (page) => {
  await words(page, "()\n(())\n()()\n(()())", "");
  await page.click("#tab-json");
  await page.waitForFunction(() => /"model": "general"/.test(document.querySelector("#grammar").innerText));
  assert.match(await text(page, "#dropped"), /No word is wrong/);
  await fill(page, "tries", "(())");
  await page.waitForFunction(() => document.querySelectorAll(".step").length === 4);
  await settled(page);
  for (let i = 0; i < 4; i++) {
    await page.click("#step-on");
    assert.equal(await page.locator("#picture .node.lit").count(), 1, `step ${i + 1}`);
    assert.equal(await page.locator("#picture .edge.lit").count(), 1, `step ${i + 1}`);
  }
  assert.match(await text(page, "#step-text"), /accepted$/);
});

pageTest("shows the grammar in several notations and as railroad diagrams", async (page) => {
  for (const [tab, pattern] of [["gbnf", /^root ::=/], ["lark", /start:/], ["antlr", /^grammar /m], ["table", /^states 2/], ["json", /"papni-model"/], ["ebnf", /^start ::=/]]) {
    await page.click(`#tab-${tab}`);
    await page.waitForFunction((source) => new RegExp(source, "m").test(document.querySelector("#grammar").innerText), pattern.source);
  }
  await page.focus("#tab-ebnf");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getAttribute("#tab-railroad", "aria-selected"), "true");
  assert.deepEqual(await page.locator(".railroad figcaption").allInnerTexts(), ["start"]);
  assert.deepEqual(await page.locator(".railroad svg >> nth=0").locator("text").allTextContents(), ["1", "(", "start", ")", "+", "start"]);
});

pageTest("diagrams of documents and of classes of characters are whole", async (page) => {
  await page.click("#tab-railroad");
  await settled(page, () => page.selectOption("#example", "xml"));
  await page.waitForFunction(() => document.querySelectorAll(".railroad figure").length === 5);
  assert.ok((await page.locator(".railroad text").allTextContents()).includes("</feed>"));
  await settled(page, () => page.selectOption("#reading", "xml:attributes")); // which no grammar of texts expresses
  await page.waitForFunction(() => [...document.querySelectorAll(".railroad text")].some((text) => text.textContent === "@href"));
  await page.click("#tab-ebnf");
  await page.waitForFunction(() => /^start ::=/.test(document.querySelector("#grammar").innerText));
  assert.match(await saved(page, "antlr"), /^grammar /m);
  await page.click("#tab-railroad");
  await opened(page, "classes.json", await learned("examples/assignments.txt"));
  await page.waitForFunction(() => document.querySelector(".railroad text")?.textContent === "[a-z]");
  assert.deepEqual((await page.locator(".railroad svg >> nth=1").locator("text").allTextContents()), ["[a-z]", "[a-z]", "=", "[0-9]", "[0-9]", "[0-9]"]);
});

pageTest("settings come from the library, and have an effect", async (page) => {
  for (const name of ["model", "method", "evidence", "focus", "modules", "search"])
    assert.ok(await text(page, `#setting-${name}-help`), name);
  assert.ok(await page.isHidden("#setting-modules"));
  assert.equal(await text(page, "#setting-model-help"), "the stack holds calls");
  await settled(page, () => page.selectOption("#setting-model", "sevpa"));
  assert.ok(await page.isVisible("#setting-modules"));
  assert.equal(await text(page, "#setting-model-help"), "the stack holds calls and states");
  for (const help of await page.locator(".setting .hint").allTextContents())
    assert.ok(help.length > 5 && help.length <= 120, help);
  assert.equal(await text(page, "#command"), "papni learn words.txt --model sevpa");
  assert.equal(await page.locator("#setting-method option").allInnerTexts().then((texts) => texts[0]), "default: edsm");
  await page.click("#tab-json");
  await page.waitForFunction(() => document.querySelector("#grammar").innerText.includes('"sevpa"'));
  await settled(page, () => page.click("#reset"));
  assert.equal(await text(page, "#command"), "papni learn words.txt");
  await settled(page, () => page.selectOption("#setting-model", "auto"));
  assert.ok(await page.isHidden("#problem"));
});

pageTest("asks about a word, and takes the answer", async (page) => {
  await page.waitForSelector("#question-word");
  const first = await text(page, "#question-word");
  await page.click("#answer-skip");
  await page.waitForFunction((word) => document.querySelector("#question-word")?.textContent !== word, first);
  await page.selectOption("#example", "traces");
  await page.waitForFunction(() => /call/.test(document.querySelector("#question-word")?.textContent ?? "") || /nothing to ask/.test(document.querySelector("#question").textContent));
  const word = await text(page, "#question-word");
  const before = await text(page, "#wrong-count");
  await settled(page, () => page.click("#answer-wrong"));
  assert.notEqual(await text(page, "#wrong-count"), before);
  assert.equal((await content(page, "wrong")).at(-1), word);
  await page.waitForFunction((old) => document.querySelector("#question-word") && document.querySelector("#question-word").textContent !== old && !document.querySelector("#question.waiting"), word);
  const next = await text(page, "#question-word");
  await settled(page, () => page.click("#answer-right"));
  assert.equal((await content(page, "right")).at(-1), next);
});

pageTest("opens files of words", async (page) => {
  await opened(page, "traces.txt", read("examples/traces.txt"));
  assert.match(await text(page, "#status"), /states/);
  assert.equal(await page.inputValue("#pairs"), "call return");
  assert.equal(await page.inputValue("#reading"), "tokens");
  await opened(page, "arith.txt.gz", gzipSync(read("examples/arith.txt")));
  assert.match(await text(page, "#status"), /^2 states/);
  assert.equal(await page.inputValue("#reading"), "chars");
  assert.equal(await page.inputValue("#calls"), "(");
  await opened(page, "words.csv", "word,label\na b,+\nb,-\n");
  assert.deepEqual(await content(page, "right"), ["ab"]);
  await opened(page, "words.jsonl", '{"word": ["x1", "x2"], "label": true}\n{"word": [], "label": false}\n');
  assert.deepEqual(await content(page, "right"), ["x1 x2"]);
  assert.deepEqual(await content(page, "wrong"), ["ε"]);
  await settled(page, () => page.click("#toast >> text=Undo"));
  assert.deepEqual(await content(page, "right"), ["ab"]);
  await opened(page, "patterns.txt", "%pattern enter_* exit_*\n+ enter_a enter_b exit_b exit_a\n- enter_a\n");
  assert.equal(await page.inputValue("#pairs"), "enter_a exit_a  enter_b exit_b");
  for (const [name, content, why] of [
    ["words.txt.zst", "(\xb5/\xfd", /zstd/], ["log.xes", "<log></log>", /by the command/], ["trace.json", '{"traceEvents": []}', /by the command/],
    ["epsilon.txt", "+ ε\n- a\n", /empty word/], ["blank.jsonl", '{"word": ["a b"], "label": true}\n', /blank/], ["empty.txt", "", /^empty.txt: no words/],
  ]) {
    await open(page, name, content);
    await page.waitForSelector("#toast.bad:not([hidden])");
    assert.match(await text(page, "#toast"), why);
    await page.focus("#toast button");
    await page.keyboard.press("Escape");
    assert.ok(await page.isHidden("#toast"));
  }
  assert.deepEqual((await content(page, "right")).map((line) => line.slice(0, 7)), ["enter_a"]);
});

pageTest("opens models, and shows them", async (page) => {
  const files = folder();
  await papni("learn", "-q", "examples/traces.txt", "--model", "sevpa", "-o", join(files.path, "model.json"));
  const model = files.read("model.json");
  files.done();
  await opened(page, "model.json", model);
  assert.match(await text(page, "#status"), /^4 states, .* · from a file/);
  assert.equal(await saved(page, "json"), model);
  await settled(page, () => page.click("#imported button"));
  assert.match(await text(page, "#status"), /^2 states/);
});

/** The file of a model that the command learns. */
async function learned(...values) {
  const files = folder();
  await papni("learn", "-q", ...values, "-o", join(files.path, "model.json"));
  const model = files.read("model.json");
  files.done();
  return model;
}

pageTest("models with counts, classes and outputs lose nothing", async (page) => {
  const broker = "examples/machines/broker.txt";
  const kinds = [
    ["vpa", /^2 states, 4 transitions, with counts · from a file/, "1+(1)\n1+", ["examples/arith.txt", "--counts"]],
    ["sevpa", /^4 states, 7 transitions, with counts/, "call open close return\ncall read return", ["examples/traces.txt", "--model", "sevpa", "--counts"]],
    ["classes", /^11 states/, "z=7\n=7", ["examples/assignments.txt"]],
    ["mealy", /^mealy, 3 states/, "connect/connack publish/puback\nconnect/connack publish/message", [broker, "--model", "mealy"]],
    ["moore", /^moore, 8 states/, "connect/connack publish/puback\nconnect/connack publish/message", [broker, "--model", "moore"]],
    ["mc", /^mc, 5 states, .*, with counts/, "ok lost\nreset", ["examples/machines/channel.txt", "--model", "mc"]],
    ["rules", /^\d+ states/, "name\n( name", ["examples/s-expressions", "--lexer", "rules:examples/s-expressions/lisp.rules", "--model", "sevpa"]],
  ];
  for (const [kind, status, tries, values] of kinds) {
    const model = await learned(...values);
    await opened(page, `${kind}.json`, model);
    assert.match(await text(page, "#status"), status, kind);
    assert.equal(await saved(page, "json"), model, kind);
    assert.match(await text(page, "#question"), /comes from a file/);
    await settled(page, () => fill(page, "tries", tries));
    assert.equal(await text(page, "#tries-status"), "1 of 2 accepted", kind);
    await page.click("#step-on");
    assert.equal(await page.locator("#picture .node.lit").count(), 1, kind);
  }
});

pageTest("learns machines from traces", async (page) => {
  await page.selectOption("#reading", "tokens");
  await page.selectOption("#setting-model", "mealy");
  await page.fill("#pairs", "");
  await fill(page, "right", "press/on press/off\npress/on hold/on press/off");
  await page.waitForSelector("#problem:not([hidden])"); // wrong words are no traces
  assert.match(await text(page, "#problem"), /^Wrong words: .*traces/);
  await settled(page, () => fill(page, "wrong", ""));
  assert.match(await text(page, "#status"), /^mealy, 2 states/);
  await fill(page, "tries", "press/on hold/on hold/on\npress/off");
  await page.waitForFunction(() => document.querySelector("#tries-status").textContent === "1 of 2 accepted");
  assert.match(await text(page, "#question"), /neither right nor wrong/);
});

pageTest("saves words and models as the command has them", async (page) => {
  const files = folder();
  const examples = {
    "traces": ["--model", "sevpa"], "json": ["--model", "sevpa", "--lexer", "json"], "xml": ["--model", "sevpa", "--lexer", "xml"],
    "s-expressions": ["--model", "sevpa"], "paper": ["--method", "rpni", "--focus", "all"], "arithmetic": [],
  };
  assert.deepEqual((await page.locator("#example option").evaluateAll((list) => list.map((option) => option.value).filter(Boolean))).sort(), Object.keys(examples).sort());
  for (const [example, options] of Object.entries(examples)) {
    await settled(page, () => page.selectOption("#example", example));
    const path = files.write("words.txt", await saved(page, "words"));
    await papni("learn", "-q", path, ...options, "-o", join(files.path, "model.json"));
    assert.equal(await saved(page, "json"), files.read("model.json"), example);
    for (const format of ["ebnf", "antlr", "lark", "gbnf", "dot", "mermaid", "c"])
      assert.equal(await saved(page, format), await papni("export", join(files.path, "model.json"), "--to", format), format);
  }
  files.done();
  assert.match(await saved(page, "svg"), /^<svg xmlns=/);
});

pageTest("opens files that are dropped, and AALpy's models", async (page) => {
  const drop = (name, content) => page.evaluate(([name, content]) => {
    const data = new DataTransfer();
    data.items.add(new File([content], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, [name, content]);
  await drop("words.txt", "%format chars\n+ ab\n- b\n");
  await page.waitForFunction(() => document.querySelector("#toast").textContent.startsWith("words.txt: 2 words"));
  assert.deepEqual(await content(page, "right"), ["ab"]);
  const files = folder();
  const path = files.write("model.json", await learned("examples/arith.txt"));
  await drop("aalpy.dot", await papni("export", path, "--to", "aalpy"));
  await page.waitForFunction(() => document.querySelector("#toast").textContent.startsWith("aalpy.dot: a model of AALpy"));
  await settled(page);
  assert.match(await text(page, "#status"), /^2 states, 4 transitions · from a file/);
  files.done();
});

pageTest("copies the command and the grammar, and zooms", async (page, context) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = async (button) => {
    await page.click(button);
    await page.waitForFunction(() => /on the clipboard/.test(document.querySelector("#toast").textContent));
    await page.click("#toast [aria-label=Close]");
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied("#copy-command"), "papni learn words.txt");
  assert.match(await copied("#copy-grammar"), /^start ::= /);
  const width = () => page.locator("#picture svg").evaluate((svg) => Number(svg.getAttribute("width")));
  const before = await width();
  await page.click("#zoom-in");
  assert.ok(await width() > before);
  await page.click("#zoom-fit");
  assert.equal(await width(), before);
});

pageTest("a link carries everything", async (page, context) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await words(page, "<>\n<<>>\n<é>", "ε\n><");
  await settled(page, () => page.fill("#pairs", "< >"));
  await settled(page, () => page.selectOption("#setting-method", "rpni"));
  await fill(page, "tries", "<<<>>>");
  await page.click("#link");
  await page.waitForFunction(() => document.querySelector("#toast").textContent.startsWith("The link"));
  const link = page.url();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
  const grammar = await text(page, "#grammar");
  const other = await context.newPage();
  await other.goto(link);
  await settled(other);
  assert.deepEqual(await content(other, "right"), ["<>", "<<>>", "<é>"]);
  assert.deepEqual(await content(other, "wrong").then((lines) => lines.map((line) => line.slice(0, 2))), ["ε", "><"]);
  assert.equal(await other.inputValue("#pairs"), "< >");
  assert.equal(await other.inputValue("#setting-method"), "rpni");
  await other.waitForFunction((expected) => document.querySelector("#grammar").innerText === expected, grammar);
  const damaged = await context.newPage();
  await damaged.goto(`${link.slice(0, -20)}`);
  await damaged.waitForFunction(() => /damaged/.test(document.querySelector("#toast").textContent));
  await settled(damaged); // the first example
});

pageTest("reloading keeps what was typed", async (page) => {
  await words(page, "ab\naab", "ba");
  await page.waitForFunction(() => location.hash.length > 10);
  await page.waitForTimeout(700);
  await page.reload();
  await settled(page);
  assert.deepEqual(await content(page, "right"), ["ab", "aab"]);
});

test("leaving the page asks first, if its words are too long for the address", patience, async () => {
  const page = await browser.newPage();
  const dialogs = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.type());
    void dialog.accept();
  });
  try {
    await page.goto(address);
    await settled(page);
    await page.waitForFunction(() => location.hash.length > 10);
    await settled(page, () => fill(page, "right", "(1+1)+1\n".repeat(400_000)));
    await page.waitForFunction(() => location.hash === "");
    await page.reload();
    assert.deepEqual(dialogs, ["beforeunload"]);
    await settled(page);
    await page.waitForFunction(() => location.hash.length > 10);
    await page.reload();
    assert.deepEqual(dialogs, ["beforeunload"]);
  } finally {
    await page.close();
  }
});

pageTest("dark and light", async (page) => {
  const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await colour();
  await page.click("#theme");
  assert.notEqual(await colour(), light);
  assert.equal(await page.getAttribute("html", "data-theme"), "dark");
  await page.reload();
  await settled(page);
  assert.equal(await page.getAttribute("html", "data-theme"), "dark");
});

pageTest("everything can be reached by keyboard", async (page) => {
  const seen = new Set();
  await page.waitForSelector("#answer-right"); // the question comes after the automaton
  await page.evaluate(() => document.activeElement?.blur());
  for (let i = 0; i < 70; i++) {
    await page.keyboard.press("Tab");
    seen.add(await page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent?.trim()));
  }
  for (const id of ["example", "open", "save", "link", "theme", "reading", "right", "wrong", "pairs", "setting-model", "copy-command", "zoom-in", "picture", "step-on", "answer-right", "tries", "tab-ebnf", "grammar"])
    assert.ok(seen.has(id), `${id} in ${[...seen].join(", ")}`);
  await page.focus("#save");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.id), "save-json");
  await page.keyboard.press("Escape");
  assert.ok(await page.isHidden("#save-menu"));
  assert.equal(await page.evaluate(() => document.activeElement.id), "save");
});

pageTest("a contradiction is shown at its place, and nothing is lost", async (page) => {
  const right = await content(page, "right");
  await page.locator("#wrong .cm-content").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n1+1");
  await page.waitForSelector("#problem:not([hidden])");
  assert.match(await text(page, "#problem"), /words: .*(right|wrong), line \d+/i);
  assert.equal(await page.locator(".line-bad").count(), 1);
  assert.equal(await page.locator("#automaton.stale #picture .node").count(), 3);
  await page.click("#problem button");
  assert.deepEqual(await content(page, "right"), right);
  await page.locator("#wrong .cm-content").focus();
  await settled(page, async () => {
    await page.keyboard.press("Control+End");
    for (let i = 0; i < 4; i++)
      await page.keyboard.press("Backspace");
  });
  assert.ok(await page.isHidden("#problem"));
});

pageTest("bad input is answered in the page", async (page) => {
  await settled(page, () => fill(page, "right", "1\n((1)\n)1("));
  assert.match(await text(page, "#dropped"), /^2 right words and 2 wrong words are not well-matched/);
  assert.equal(await page.locator("#right .line-dropped").count(), 2);
  await page.click("#more summary");
  await page.fill("#internal", "1");
  await page.waitForSelector("#problem:not([hidden])");
  await settled(page, () => page.fill("#internal", ""));
  await page.fill("#calls", "1");
  await page.fill("#returns", "1");
  await page.waitForSelector("#problem:not([hidden])");
  await page.fill("#calls", "");
  await settled(page, () => page.fill("#returns", ""));
  for (const [name, text] of [["model.json", "garbage"], ["model.json", '{"format": "papni-model", "version": 9}'], ["words.txt", "+ a\n? b\n"], ["words.gz", "no gzip"], ["words.csv", "a,b\n1,2\n"]]) {
    await open(page, name, text);
    await page.waitForSelector("#toast.bad:not([hidden])");
    await page.click("#toast >> [aria-label=Close]");
  }
  assert.deepEqual((await content(page, "right")).map((line) => line.slice(0, 3)), ["1", "((1", ")1("]);
  await fill(page, "wrong", "");
  await page.waitForFunction(() => /what never follows .* is taken to be wrong/.test(document.querySelector("#dropped").textContent));
  await fill(page, "right", "");
  await page.waitForFunction(() => /Type a few words/.test(document.querySelector("#picture").textContent));
});

pageTest("markup in symbols is text everywhere", async (page) => {
  const evil = "<img/src=x/onerror=alert(1)>";
  await page.selectOption("#reading", "tokens");
  await page.fill("#pairs", `${evil} </script><script>alert(2)</script>`);
  await fill(page, "wrong", evil);
  await settled(page, () => fill(page, "right", `${evil} "&lt;b>' </script><script>alert(2)</script>\nε`));
  await fill(page, "tries", `${evil} ${evil}\n"&lt;b>'`);
  await page.waitForFunction(() => /of 2/.test(document.querySelector("#tries-status").textContent));
  for (const tab of ["railroad", "gbnf", "json", "ebnf"])
    await page.click(`#tab-${tab}`);
  await page.click("#step-on");
  assert.match(await page.locator("#picture").textContent(), /<img\/src=x\/onerror=alert\(1\)>/);
  assert.match(await text(page, "#symbols"), /<img/);
  assert.equal(await page.evaluate(() => document.querySelectorAll("main img, main script, main svg script, main foreignObject").length), 0);
});

pageTest("odd Unicode", async (page) => {
  await words(page, "👩‍🚀é\nשלום\u202e\n\u0301", "𝔘\n\ud800x");
  assert.equal(await text(page, "#right-count"), "3 words");
  assert.match(await text(page, "#status"), /state/);
});

pageTest("blanks are those of the command, and halves of characters are none", async (page) => {
  await page.fill("#pairs", "");
  await words(page, "a\u00a0b\n\u3000\nx\ud800", "b");
  assert.equal(await text(page, "#right-count"), "3 words");
  await fill(page, "tries", "a\u00a0b\n\u3000\nx\ud800");
  await page.waitForFunction(() => document.querySelector("#tries-status").textContent === "3 of 3 accepted");
  const files = folder();
  const path = files.write("words.txt", await saved(page, "words"));
  await papni("learn", "-q", path, "-o", join(files.path, "model.json"));
  assert.equal(await saved(page, "json"), files.read("model.json"));
  files.done();
});

pageTest("says that not all words are tried", async (page) => {
  await fill(page, "tries", "1+1\n".repeat(501));
  await page.waitForFunction(() => document.querySelector("#tries-status").textContent === "500 of the first 500 accepted");
  await fill(page, "tries", `1${"+1".repeat(500_000)}`);
  await page.waitForFunction(() => /too long/.test(document.querySelector("#tries-status").textContent));
  await settled(page, () => fill(page, "tries", `1${"+1".repeat(50_000)}`));
  await page.waitForFunction(() => document.querySelector("#tries-status").textContent === "1 of 1 accepted");
});

pageTest("10 MB can be pasted", async (page) => {
  const lines = Array.from({ length: 100_000 }, (_, i) => `(${"1+".repeat(46 + (i % 4))}1)`).join("\n");
  assert.ok(lines.length > 9_500_000);
  await page.locator("#right .cm-content").focus();
  await paste(page, "right", lines);
  await page.waitForFunction(() => /^100,0\d\d words$/.test(document.querySelector("#right-count").textContent));
  await page.waitForFunction(() => /\d+ states?,/.test(document.querySelector("#status").textContent) || !document.querySelector("#problem").hidden);
  await page.click("#link");
  await page.waitForFunction(() => /Too much for a link/.test(document.querySelector("#toast").textContent));
});

pageTest("the policy forbids inline scripts and connections", async (page) => {
  const policy = await page.getAttribute("meta[http-equiv=Content-Security-Policy]", "content");
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'self' 'wasm-unsafe-eval';/); // style attributes: browsers make them where text is edited
  assert.doesNotMatch(policy.replace("style-src-attr 'unsafe-inline'", ""), /unsafe-inline|'unsafe-eval'/);
  const html = readFileSync(join(web, "index.html"), "utf8");
  assert.doesNotMatch(html, /<script(?![^>]* src=)|\son\w+=|\sstyle=/);
  assert.equal(await page.evaluate(() => document.querySelectorAll("[onclick], script:not([src])").length), 0);
});

test("inline scripts and connections are stopped", patience, async () => {
  const page = await browser.newPage();
  try {
    await page.goto(address);
    await settled(page);
    const stopped = (act) => page.evaluate((source) => new Promise((resolve) => {
      addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective), { once: true });
      setTimeout(() => resolve("nothing"), 20_000);
      if (source === "script") {
        const script = document.createElement("script");
        script.textContent = "document.title = 'evil'";
        document.body.append(script);
      } else if (source === "handler") {
        document.body.setAttribute("onclick", "document.title = 'evil'"); // reported here, or when it would run
        document.body.click();
      } else
        fetch("https://example.org/").catch(() => undefined);
    }), act);
    assert.equal(await stopped("script"), "script-src-elem");
    assert.equal(await stopped("handler"), "script-src-attr");
    assert.equal(await stopped("fetch"), "connect-src");
    assert.equal(await page.title(), "papni playground");
  } finally {
    await page.close();
  }
});

for (const width of [400, 1280, 2560])
  for (const theme of ["light", "dark"])
    pageTest(`is accessible and fits at ${width} px, ${theme}`, async (page) => {
      await page.waitForSelector("#question-word");
      const check = async (what) => {
        const found = await page.evaluate(async () => {
          const { violations } = await window.axe.run(document, { resultTypes: ["violations"], preload: false });
          return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`);
        });
        assert.deepEqual(found, [], what);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${what}: no sideways scrolling`);
      };
      await page.evaluate(axe);
      await check("the first example");
      await page.screenshot({ path: join(shots, `${width}-${theme}.png`), fullPage: true });
      await settled(page, () => page.selectOption("#example", "json"));
      await page.click("#tab-railroad");
      await page.click("#step-on");
      await page.waitForSelector("#question-word");
      await check("JSON");
      await page.screenshot({ path: join(shots, `${width}-${theme}-json.png`), fullPage: true });
      await fill(page, "right", "[1}");
      await page.waitForSelector("#problem:not([hidden]), #dropped.bad:not([hidden])");
      await page.click("#save");
      await check("a problem, and the menu");
    }, { width, theme });

pageTest("fits at 3840 px", async (page) => {
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.screenshot({ path: join(shots, "3840-light.png") });
}, { width: 3840, height: 2160 });
