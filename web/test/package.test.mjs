// package.test.mjs - the npm package in Node: what its functions do, and how they fail.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { folder, npm, papni, read, root } from "./support.mjs";

const { load, PapniError } = await import(join(npm, "index.js"));
const { PapniWorker } = await import(join(npm, "client.js"));
const library = await load();

function arithmetic(settings) {
  const samples = library.samples({ pairs: [["(", ")"]] });
  for (const word of ["1", "1+1", "1+1+1", "(1)", "(1+1)", "((1))", "1+(1)", "(1)+1"])
    samples.add(word, true);
  for (const word of ["", "+", "11", "1+", "+1", "()", "(+)", "(11)", "(1+)", "(+1)", "1(1)", "(1)1", "(1)(1)"])
    samples.add(word, false);
  return library.learn(samples, settings);
}

const fails = (code, message) => (error) =>
  error instanceof PapniError && error.code === code && (!message || message.test(error.message) || assert.fail(error.message));

test("learns and checks", () => {
  const { model, statistics } = arithmetic();
  assert.equal(model.file.states, 2);
  assert.deepEqual([statistics.words, statistics.positive, statistics.negative], [21, 8, 13]);
  assert.ok(model.accepts("1+((1)+1)"));
  assert.deepEqual(model.check("1+(1+)"), { accepted: false, verdict: "no transition", read: 5, expected: ["1", "("], end: false });
  assert.deepEqual(model.check("1)"), { accepted: false, verdict: "no call", read: 1, expected: ["+"], end: true });
  assert.equal(model.check("(1").verdict, "open calls");
  assert.equal(model.check(["1", "x"]).verdict, "unknown symbol");
  assert.deepEqual(model.trace("1+(1").map(({ state, depth }) => [state, depth]), [[0, 0], [1, 0], [0, 0], [0, 1], [1, 1]]);
});

test("settings are the library's own", () => {
  const names = library.settings.map(({ name }) => name);
  for (const name of ["model", "method", "evidence", "focus", "modules", "search"])
    assert.ok(names.includes(name), name);
  assert.equal(arithmetic({ model: "dfa" }).model.file.model, "dfa");
  assert.equal(arithmetic({ model: "sevpa", search: true }).model.file.model, "sevpa");
  assert.throws(() => arithmetic({ model: "xyz" }), fails("usage"));
  assert.throws(() => arithmetic({ xyz: "1" }), fails("usage"));
});

test("compares, minimizes, combines", () => {
  const { model } = arithmetic();
  const flat = arithmetic({ model: "dfa" }).model;
  const [difference] = model.diff(flat);
  assert.equal(model.accepts(difference.word), difference.first);
  assert.equal(flat.accepts(difference.word), difference.second);
  assert.notEqual(difference.first, difference.second);
  assert.deepEqual(model.diff(model.minimize()), []);
  const all = model.combine("union", library.language("L1"));
  assert.ok(all.accepts("1+1"));
  assert.deepEqual(model.combine("difference", model).shortest(3), []);
  for (const word of model.shortest(5))
    assert.ok(model.accepts(word));
  for (const word of model.cover())
    assert.ok(model.accepts(word));
  assert.deepEqual(library.importModel(model.export("table"), "table", { pairs: [["(", ")"]] }).diff(model), []);
});

test("generates the words of the command", async () => {
  const files = folder();
  try {
    await papni("generate", "L9", "-n", "40", "--length", "2..12", "--seed", "7", "-q", "-o", join(files.path, "words.txt"));
    const words = library.language("L9").generate({ positive: 20, negative: 20, least: 2, most: 12, seed: 7 });
    const lines = words.map(({ word, label }) => [label ? "+" : "-", ...word].join(" "));
    const theirs = files.read("words.txt").split("\n").filter((line) => /^[+-]/.test(line));
    assert.deepEqual([...lines].sort(), theirs.sort());
  } finally {
    files.done();
  }
});

test("reads the formats of the command", () => {
  const formats = {
    "tokens": "%pair ( )\n+ ( )\n- ( a )\n",
    "abbadingo": "2 3\n1 2 0 1\n0 1 2\n",
    "csv": "word,label\n( ),+\n( a ),-\n",
    "jsonl": '{"word": ["(", ")"], "label": true}\n{"text": "(a)", "label": false}\n',
  };
  for (const [format, text] of Object.entries(formats)) {
    const samples = library.samples();
    samples.read(text);
    assert.equal(samples.size, 2, format);
    assert.deepEqual(samples.words().map(({ label }) => label), [true, false], format);
  }
});

test("documents and their tokens", () => {
  const tokens = library.tokens("json", '{"é": [1]}');
  assert.deepEqual(tokens.map(({ name }) => name), ["{", "string", ":", "[", "number", "]", "}"]);
  assert.deepEqual(tokens.map(({ column }) => column), [1, 2, 6, 8, 9, 10, 11]);
  assert.equal(tokens[0].partner, "}");
  assert.ok(library.tokens("json", "[?]").some(({ problem }) => problem));
  assert.throws(() => library.tokens("rules:x", ""), fails("usage"));
});

test("errors say what, where and why", () => {
  const read = (text, reading) => () => {
    const samples = library.samples();
    samples.read(text, reading);
    return library.learn(samples);
  };
  assert.throws(read("+ a\n? b\n"), (error) => fails("input")(error) && error.line === 2);
  assert.throws(read("+ a\n- a\n"), fails("contradiction"));
  assert.throws(read("+ [1}\n", { lexer: "nothing" }), fails("usage"));
  assert.throws(read("%internal a\n+ b\n"), (error) => fails("input")(error) && error.line === 2);
  assert.throws(read("{\n"), (error) => fails("input", /broken JSON/)(error) && error.line === 1);
  assert.throws(() => library.samples({ calls: ["a\0b"] }), fails("input"));
  assert.throws(() => library.samples({ calls: ["a"], returns: ["a"] }), fails("input"));
  assert.throws(() => library.language("nothing").free(), PapniError);
});

test("model files that are garbage", () => {
  const good = JSON.parse(arithmetic().model.export());
  assert.ok(library.model(JSON.stringify(good)));
  const broken = [
    {}, { format: "x" }, { version: 2 }, { model: "pda" }, { alphabet: 1 }, { alphabet: { internal: [1] } }, { states: 0 },
    { states: 1e12 }, { states: 100_000 }, { states: "2" }, { accept: [9] }, { accept: {} }, { transitions: [[0, "1", 9]] }, { transitions: [[0, "?", 1]] },
    { transitions: [[0, "1", 1], [0, "1", 0]] }, { transitions: [[0]] }, { transitions: [null] }, { model: "sevpa" },
    { alphabet: { ...good.alphabet, pairs: [["1", "("]] } }, { alphabet: { ...good.alphabet, lexer: "nothing" } },
  ].slice(1).map((change) => JSON.stringify({ ...good, ...change }));
  const counted = { ...good, counts: { end: [0, 11], transitions: [1, 2, 3, 4] } };
  assert.deepEqual(library.model(JSON.stringify(counted)).file.counts, counted.counts);
  const miscounted = [
    1, null, {}, { end: [0, 1] }, { end: [0], transitions: [1, 2, 3, 4] }, { end: [0, 11], transitions: [1, 2, 3] },
    { end: [0, 11], transitions: [1, 2, 3, -1] }, { end: [0, 11], transitions: [1, 2, 3, 1e300] }, { end: [0, 11], transitions: [1, 2, 3, "4"] },
    { end: [5, 11], transitions: [1, 2, 3, 4] }, { end: [0, 11], enter: [[1, 1]], transitions: [1, 2, 3, 4] },
  ].map((counts) => JSON.stringify({ ...good, counts }));
  const machine = { ...good, model: "mealy", alphabet: { internal: ["a/x", "a/y"], call: [], return: [], pairs: [] }, accept: [0, 1], transitions: [[0, "a/x", 1]] };
  assert.equal(library.model(JSON.stringify(machine)).file.model, "mealy");
  const machines = [{ transitions: [[0, "a/x", 1], [0, "a/y", 1]] }, { output: "x" }, { model: "moore", output: 1 }].map((change) => JSON.stringify({ ...machine, ...change }));
  const lexers = [1, null, "rules:/etc/passwd"].map((lexer) => JSON.stringify({ ...good, alphabet: { ...good.alphabet, lexer } }));
  for (const text of ["", "{", "[]", "null", "1", '"x"', "\0", ...broken, ...miscounted, ...machines, ...lexers])
    assert.throws(() => library.model(text), PapniError, text.slice(0, 300));
});

test("odd Unicode", () => {
  const samples = library.samples({ pairs: [["⟦", "⟧"]] });
  samples.add("⟦👩‍🚀é⟧", true);
  samples.add("é", false);
  const { model } = library.learn(samples);
  assert.ok(model.accepts("⟦👩‍🚀é⟧"));
  assert.ok(model.file.alphabet.internal.includes("\u200d"));
  assert.equal(library.model(model.export()).export(), model.export());
});

test("memory is given back", () => {
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 300; i++) {
    const samples = library.samples();
    samples.read(read("examples/arith.txt"));
    library.learn(samples).model.free();
    samples.free();
    samples.free(); // twice is once
  }
  assert.ok(process.memoryUsage().arrayBuffers - before < 16e6);
});

test("a worker learns, and stops when it is told to", async () => {
  const worker = new PapniWorker();
  const words = await papni("generate", "json", "-n", "3000", "--length", "2..60", "-q");
  const abort = new AbortController();
  const long = worker.run("learn", { text: words, settings: { model: "auto" } }, abort.signal);
  const waiting = worker.run("learn", { text: read("examples/arith.txt"), exports: ["dot", "ebnf"] });
  setTimeout(() => abort.abort(), 300);
  await assert.rejects(long, { name: "AbortError" });
  const { model, exports, dropped } = await waiting;
  assert.equal(JSON.parse(model).states, 2);
  assert.match(exports.ebnf, /^start ::=/);
  assert.equal(dropped.length, 2);
  const [check] = await worker.run("check", { model, words: [["1", "+"]] });
  assert.equal(check.accepted, false);
  await assert.rejects(worker.run("learn", { text: "?\n" }), (error) => error.code === "input" && error.line === 1);
  await assert.rejects(worker.run("check", { model: "garbage", words: [] }), (error) => error.code === "input");
  worker.close();
  await assert.rejects(worker.run("export", { model, format: "dot" }), (error) => error.code === "cancelled");
});

test("a question divides the models", async () => {
  const worker = new PapniWorker();
  const text = "%pair ( )\n+ ( )\n+ ( ( ) )\n- \n- ( a )\n";
  const settings = [{ model: "vpa" }, { model: "vpa", method: "rpni" }, { model: "sevpa" }, { model: "sevpa", modules: "one" }];
  const question = await worker.run("question", { text, settings });
  assert.ok(question.accepting > 0 && question.accepting < question.models);
  const accepting = await Promise.all(settings.map(async (setting) => {
    const { model } = await worker.run("learn", { text, settings: setting });
    return (await worker.run("check", { model, words: [question.word] }))[0].accepted;
  }));
  assert.ok(accepting.includes(true) && accepting.includes(false));
  const other = await worker.run("question", { text, settings, asked: [question.word] });
  assert.notDeepEqual(other?.word, question.word);
  worker.close();
});

test("a program in TypeScript compiles against the package", () => {
  const files = folder();
  try {
    const program = files.write("program.ts", `
      import { load, type Check, type Model } from "papni";
      import { PapniWorker } from "papni/worker";
      const papni = await load();
      const samples = papni.samples({ pairs: [["(", ")"]] });
      samples.add("()", true);
      const model: Model = papni.learn(samples, { model: "sevpa", search: 10 }).model;
      const check: Check = model.check(["(", ")"]);
      const text: string = model.export("gbnf");
      const answer = await new PapniWorker().run("learn", { text, format: "chars" });
      // @ts-expect-error: there is no such format
      model.export("xyz");
      // @ts-expect-error: a model's file is a string
      const wrong: number = answer.model;
      export { check, wrong };
    `);
    files.write("tsconfig.json", JSON.stringify({
      compilerOptions: {
        strict: true, noEmit: true, target: "ES2022", module: "ES2022", moduleResolution: "bundler", lib: ["ES2022", "DOM"],
        paths: { papni: [join(npm, "index.d.ts")], "papni/worker": [join(npm, "client.d.ts")] },
        types: [],
      },
      files: [program],
    }));
    execFileSync(join(root, "web/node_modules/.bin/tsc"), ["-p", files.path], { encoding: "utf8" });
  } catch (error) {
    assert.fail(error.stdout || error.message);
  } finally {
    files.done();
  }
});
