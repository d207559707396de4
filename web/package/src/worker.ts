/* worker.ts - the script of a worker, in a browser or in Node. */
import { serve } from "./serve.js";

if (typeof process === "object" && process.versions?.node) {
  const threads = "node:worker_threads"; // a name that bundlers do not follow
  const { parentPort } = await import(/* @vite-ignore */ threads);
  serve((receive) => parentPort.on("message", receive), (message) => parentPort.postMessage(message));
} else {
  serve(
    (receive) => addEventListener("message", (event) => receive(event.data)),
    (message) => postMessage(message),
  );
}
