// equal.test.mjs - the module writes the same models as the command, byte for byte.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { folder, npm, papni, random, randomSample, read, root } from "./support.mjs";

const { load, PapniError } = await import(join(npm, "index.js"));
const library = await load();

const settings = [
  { model: "vpa" },
  { model: "vpa", method: "rpni" },
  { model: "vpa", evidence: "labels", focus: "all" },
  { model: "sevpa" },
  { model: "sevpa", modules: "one" },
  { model: "sevpa", method: "rpni" },
  { model: "dfa" },
  { model: "dfa", method: "rpni", focus: "positive" },
  { model: "vpa", evidence: "bits" },
  { model: "sevpa", evidence: "bits", count: "words" },
];
const auto = { model: "auto" };

const options = (setting) => Object.entries(setting).flatMap(([name, value]) => [`--${name}`, value]);

function learned(fill, setting) {
  const samples = library.samples();
  try {
    fill(samples);
    const { model } = library.learn(samples, setting);
    const text = model.export();
    model.free();
    return text;
  } finally {
    samples.free();
  }
}

test("500 random samples", async () => {
  const files = folder();
  const next = random(2026);
  let states = 0;
  try {
    for (let i = 0; i < 500; i++) {
      const text = randomSample(1000 + i);
      // auto takes its time: a sample in ten
      const setting = i % 10 === 9 ? auto : settings[next(settings.length)];
      const here = learned((samples) => samples.read(text), setting);
      await papni("learn", "-q", files.write("words.txt", text), ...options(setting), "-o", join(files.path, "model.json"));
      states += JSON.parse(here).states;
      assert.equal(here, files.read("model.json"), `sample ${i}, ${JSON.stringify(setting)}`);
    }
    assert.ok(states > 1500, `models with something to differ in: ${states} states in all`);
  } finally {
    files.done();
  }
});

test("accepted words alone", async () => {
  const files = folder();
  try {
    for (let i = 0; i < 40; i++) {
      const text = randomSample(9000 + i).split("\n").filter((line) => !line.startsWith("-")).join("\n");
      if (!/^\+/m.test(text))
        continue;
      await papni("learn", "-q", files.write("words.txt", text), "-o", join(files.path, "model.json"));
      assert.equal(learned((samples) => samples.read(text), {}), files.read("model.json"), `sample ${i}`);
    }
  } finally {
    files.done();
  }
});

test("models of every kind, read and written", async () => {
  const files = folder();
  const rules = ["examples/s-expressions", "examples/s-expressions/lines.txt", "--lexer", "rules:examples/s-expressions/lisp.rules"];
  const broker = "examples/machines/broker.txt";
  let written = 0;
  const kinds = {
    "vpa with counts": ["examples/arith.txt", "--counts"],
    "sevpa with counts": ["examples/traces.txt", "--model", "sevpa", "--counts"],
    "general with counts": ["examples/traces.txt", "--model", "general", "--counts"],
    "classes": ["examples/assignments.txt", "--counts"],
    "a lexer with rules": [...rules, "--model", "sevpa"],
    "a lexer that skips": ["examples/xml", "--lexer", "xml", "--skip", "comment", "--model", "sevpa"],
    "mealy": [broker, "--model", "mealy"],
    "moore": [broker, "--model", "moore"],
    "moore with an output of the start": [files.write("lamp.txt", "/off press/on press/off\n/off hold/off press/on\n"), "--model", "moore"],
    "mc": ["examples/machines/channel.txt", "--model", "mc"],
    "mdp": [broker, "--model", "mdp"],
    "smm": [broker, "--model", "smm"],
    "vpt": ["examples/machines/transactions.txt", "--model", "vpt"],
  };
  try {
    for (const [kind, values] of Object.entries(kinds)) {
      await papni("learn", "-q", ...values, "-o", join(files.path, "model.json"));
      const text = files.read("model.json");
      const model = library.model(text);
      assert.equal(model.export(), text, kind);
      for (const [format, terminals] of [["dot"], ["table"], ["ebnf"], ["ebnf", "names"], ["railroad"], ["tree-sitter"], ["prism"], ["jani"], ["aalpy"]]) {
        const options = ["--to", format, ...(terminals ? ["--terminals", terminals] : [])];
        const theirs = await papni("export", join(files.path, "model.json"), ...options).catch(({ stderr }) => stderr);
        try {
          assert.equal(model.export(format, terminals), theirs, `${kind}, ${format}`);
          written++;
        } catch (error) {
          if (!(error instanceof PapniError))
            throw error;
          assert.ok(theirs.includes(error.message), `${kind}, ${format}: ${error.message}, ${theirs}`);
        }
      }
      model.free();
    }
    assert.ok(written > 60, `${written} exports`);
  } finally {
    files.done();
  }
});

test("counts of words", async () => {
  const files = folder();
  try {
    for (const model of ["vpa", "sevpa", "dfa"]) {
      await papni("learn", "-q", "examples/traces.txt", "--model", model, "--counts", "-o", join(files.path, "model.json"));
      const samples = library.samples();
      samples.read(read("examples/traces.txt"));
      assert.equal(library.learn(samples, { model }).model.count(samples).export(), files.read("model.json"), model);
      samples.free();
    }
  } finally {
    files.done();
  }
});

test("calls and returns that are found", async () => {
  const files = folder();
  const tags = "+ <a> <b> </b> </a>\n+ <a> <a> x </a> </a>\n+ <b> x </b>\n+ <b> <a> </a> </b>\n- <z> x </a>\n";
  const two = "+ a c\n+ a b c d\n+ b a d d\n+ b b a c d c\n+ b d\n+ a a a c d d\n+ b b b d c c\n- a\n- c\n- d a\n- a c c\n- a c a c\n";
  const undeclared = (text) => text.split("\n").filter((line) => !line.startsWith("%")).join("\n");
  let found = 0;
  try {
    for (const text of [tags, two, undeclared(read("examples/traces.txt")), ...Array.from({ length: 12 }, (_, i) => undeclared(randomSample(500 + i)))]) {
      const path = files.write("words.txt", text);
      const samples = library.samples();
      samples.read(text);
      const nesting = samples.findNesting();
      const theirs = await papni("nesting", path, "--json").catch(({ stdout }) => stdout); // exit 1: nothing nests
      assert.equal(nesting.lines, JSON.parse(theirs).lines);
      found += nesting.lines ? 1 : 0;
      await papni("learn", "-q", path, "--model", "sevpa", "--nesting", "auto", "-o", join(files.path, "model.json"));
      const declared = library.samples(nesting.declarations);
      declared.read(text);
      assert.equal(library.learn(declared, { model: "sevpa" }).model.export(), files.read("model.json"), text);
      samples.free();
      declared.free();
    }
    assert.ok(found > 3, `nesting in ${found} of them`);
  } finally {
    files.done();
  }
});

// Each file in examples/, and each folder with the lexer of its documents.
const examples = [
  ["examples/arith.txt"],
  ["examples/paper.txt"],
  ["examples/traces.txt"],
  ["web/page/examples/s-expressions.txt"],
  ["examples/json", "json"],
  ["examples/xml", "xml"],
  ["examples/xml", "xml:attributes"],
];

const readsText = new Set(["ebnf", "antlr", "gbnf", "lark", "c"]);

for (const [path, lexer] of examples)
  test(`${path}${lexer ? ` with ${lexer}` : ""}`, async () => {
    const files = folder();
    const fill = (samples) => {
      if (!lexer)
        return samples.read(read(path));
      for (const [side, label] of [["pos", true], ["neg", false]])
        for (const name of readdirSync(join(root, path, side)).sort())
          samples.addDocument(read(`${path}/${side}/${name}`), lexer, label);
    };
    try {
      for (const setting of [...settings, auto, { model: "sevpa", search: "10" }]) {
        const here = learned(fill, setting);
        await papni("learn", "-q", path, ...(lexer ? ["--lexer", lexer] : []),
          ...options(setting).filter((option) => option !== "10"), "-o", join(files.path, "model.json"));
        assert.equal(here, files.read("model.json"), JSON.stringify(setting));
        const again = library.model(here);
        assert.equal(again.export(), here, "a model's file, read and written");
        for (const format of ["dot", "table", "ebnf", "antlr", "gbnf", "lark", "mermaid", "c"]) {
          const write = () => papni("export", join(files.path, "model.json"), "--to", format);
          if (lexer === "xml:attributes" && readsText.has(format)) { // a tag is one piece of text, but several symbols
            await assert.rejects(write, /use --terminals names/);
            assert.throws(() => again.export(format), /use --terminals names/);
          } else
            assert.equal(again.export(format), await write(), format);
        }
        again.free();
      }
    } finally {
      files.done();
    }
  });
