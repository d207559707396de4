/* drawing.worker.ts - Graphviz in a worker of the page. */
import { instance } from "@viz-js/viz";

const graphviz = instance();

addEventListener("message", async ({ data }: MessageEvent<{ id: number; dot: string }>) => {
  try {
    postMessage({ id: data.id, svg: (await graphviz).renderString(data.dot, { format: "svg", engine: "dot" }) });
  } catch (error) {
    postMessage({ id: data.id, error: (error as Error).message });
  }
});
