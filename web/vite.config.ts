/* The page as it is served and as it is opened from disk: one classic script, one style
 * sheet, the module and the workers inside the script. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const wasm = here("../build/wasm/web/module/papni.wasm");

/** The module as text, for `import bytes from "virtual:papni.wasm"`. */
function embedded(): Plugin {
  const name = "virtual:papni.wasm";
  return {
    name: "papni:wasm",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`)
        return undefined;
      this.addWatchFile(wasm);
      return `export default ${JSON.stringify(readFileSync(wasm).toString("base64"))}`;
    },
  };
}

/** A page from disk has no modules: its script is a classic one. */
function classic(): Plugin {
  return {
    name: "papni:classic",
    apply: "build",
    enforce: "post",
    transformIndexHtml: (html) =>
      html.replace(/<script type="module" crossorigin src="([^"]+)"><\/script>/, '<script defer src="$1"></script>')
        .replace('<link rel="stylesheet" crossorigin ', '<link rel="stylesheet" '),
  };
}

export default defineConfig({
  root: here("page"),
  base: "./",
  plugins: [embedded(), classic()],
  worker: { format: "iife" },
  build: {
    outDir: here("../build/web"),
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 4000,
    rollupOptions: {
      output: { format: "iife", entryFileNames: "papni.js", assetFileNames: "[name][extname]" },
    },
  },
  server: { fs: { allow: [here("..")] } },
});
