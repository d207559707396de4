/* main.ts - starts the page: loads the library, then hands over to the app. */
import wasm from "virtual:papni.wasm";
import { compile, load } from "../package/src/index.js";
import { App } from "./app.js";
import { byId } from "./dom.js";

async function start(): Promise<void> {
  const bytes = Uint8Array.from(atob(wasm), (c) => c.charCodeAt(0));
  const module = await compile(bytes);
  await new App(await load(module), module).begin();
  document.documentElement.dataset["ready"] = "";
}

start().catch((error: Error) => {
  const problem = byId("problem");
  problem.hidden = false;
  problem.textContent = `The page cannot start: ${error.message}`;
});
