// equal.test.mjs - the module writes the same models as the command, byte for byte.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { folder, npm, papni, random, randomSample, read, root } from "./support.mjs";

const { load } = await import(join(npm, "index.js"));
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
