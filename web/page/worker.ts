/* worker.ts - papni in a worker of the page. */
import { serve } from "../package/src/serve.js";

serve(
  (receive) => addEventListener("message", (event) => receive(event.data)),
  (message) => postMessage(message),
);
