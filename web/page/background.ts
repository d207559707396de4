/* background.ts - the workers of the page: one learns, one answers small questions of the
 * model, one looks for a word to ask about, one for nesting, one draws. Each can be stopped by itself. */
import { PapniWorker, type WorkerLike } from "../package/src/client.js";
import DrawingWorker from "./drawing.worker.ts?worker&inline";
import LearningWorker from "./worker.ts?worker&inline";

/** Draws DOT; only the last drawing that was asked for is made. */
class Drawer {
  #worker: Worker | undefined;
  #id = 0;
  #cancel: (() => void) | undefined;

  draw(dot: string): Promise<string> {
    const id = ++this.#id;
    if (this.#cancel) {
      this.#cancel();
      this.#worker?.terminate();
      this.#worker = undefined;
    }
    const worker = (this.#worker ??= new DrawingWorker());
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#cancel = undefined;
        worker.onmessage = worker.onerror = null;
      };
      this.#cancel = () => {
        end();
        reject(new DOMException("another drawing came", "AbortError"));
      };
      worker.onerror = (event) => {
        end();
        reject(new Error(event.message));
      };
      worker.onmessage = ({ data }: MessageEvent<{ id: number; svg?: string; error?: string }>) => {
        if (data.id !== id)
          return;
        end();
        if (data.svg === undefined)
          reject(new Error(data.error));
        else
          resolve(data.svg);
      };
      worker.postMessage({ id, dot });
    });
  }

  /** Starts the worker ahead of the first drawing. */
  warm(): void {
    this.draw("digraph { a }").catch(() => undefined);
  }
}

export class Background {
  readonly learner: PapniWorker;
  readonly checker: PapniWorker;
  readonly asker: PapniWorker;
  readonly finder: PapniWorker;
  readonly drawer = new Drawer();

  constructor(source: WebAssembly.Module) {
    const start = () => new LearningWorker() as WorkerLike;
    this.learner = new PapniWorker({ source, start });
    this.checker = new PapniWorker({ source, start });
    this.asker = new PapniWorker({ source, start });
    this.finder = new PapniWorker({ source, start });
  }
}
