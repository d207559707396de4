// docs.test.mjs - the programs in the documents run, and do what they say.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { folder, npm, read } from "./support.mjs";

for (const document of ["docs/web.md", "web/package/README.md"])
  test(document, () => {
    const files = folder();
    try {
      mkdirSync(join(files.path, "node_modules"));
      cpSync(npm, join(files.path, "node_modules/papni"), { recursive: true });
      const programs = [...read(document).matchAll(/^```js\n(.*?)^```/gms)].map(([, program]) => program);
      assert.equal(programs.length, 2);
      programs[0] += 'if (!model.accepts("1+((1))") || model.accepts("(1+)") || !model.export("ebnf").startsWith("start ::=")) throw model.file;';
      for (const program of programs)
        execFileSync(process.execPath, [files.write("program.mjs", program)], { stdio: "pipe", timeout: 60_000 });
    } finally {
      files.done();
    }
  });
