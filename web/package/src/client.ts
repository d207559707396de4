/* client.ts - papni in a worker: the page stays awake while it learns.
 *
 *     const worker = new PapniWorker();
 *     const { model } = await worker.run("learn", { text: "+ a\n- b\n" }, abort.signal);
 *
 * Tasks are done one after the other. One that is aborted while it runs ends with its
 * worker; another takes its place, with the module that is compiled already. */
import { compile, PapniError, type Source } from "./wasm.js";
import type { Tasks } from "./tasks.js";
import type { Answered } from "./serve.js";

export type { LearnAnswer, Question, Tasks, Words } from "./tasks.js";
export { PapniError } from "./wasm.js";

/** A browser's Worker, or what behaves like it. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): unknown;
  onmessage: ((event: { data: unknown }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
}

export interface WorkerOptions {
  /** The module, as `load` takes it. */
  source?: Source | Promise<Source>;
  /** Starts a worker: by default, of the package's own script. */
  start?: () => WorkerLike | Promise<WorkerLike>;
}

interface Waiting {
  id: number;
  name: keyof Tasks;
  ask: unknown;
  resolve: (answer: never) => void;
  reject: (error: unknown) => void;
}

export class PapniWorker {
  readonly #module: Promise<WebAssembly.Module>;
  readonly #start: () => WorkerLike | Promise<WorkerLike>;
  #worker: WorkerLike | undefined;
  #queue: Waiting[] = []; // the first one is being done
  #next = 0;
  #closed = false;

  constructor({ source, start = startOwn }: WorkerOptions = {}) {
    this.#module = Promise.resolve(source).then((from) => compile(from));
    this.#module.catch(() => undefined); // whoever waits for a task hears of it
    this.#start = start;
  }

  /** Does a task. Aborting it rejects with the signal's reason. */
  run<Name extends keyof Tasks>(name: Name, ask: Tasks[Name]["ask"], signal?: AbortSignal): Promise<Tasks[Name]["answer"]> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted || this.#closed)
        return reject(signal?.reason ?? new PapniError("cancelled", "the worker is closed"));
      const id = this.#next++;
      const waiting: Waiting = { id, name, ask, resolve, reject };
      signal?.addEventListener("abort", () => this.#abort(waiting, signal.reason), { once: true });
      this.#queue.push(waiting);
      if (this.#queue.length === 1)
        void this.#work();
    });
  }

  /** Ends the worker; what still waits is rejected. */
  close(): void {
    this.#closed = true;
    this.#stop();
    for (const { reject } of this.#queue.splice(0))
      reject(new PapniError("cancelled", "the worker is closed"));
  }

  #abort(waiting: Waiting, reason: unknown): void {
    const place = this.#queue.indexOf(waiting);
    if (place < 0)
      return;
    this.#queue.splice(place, 1);
    waiting.reject(reason);
    if (place === 0) {
      this.#stop();
      void this.#work();
    }
  }

  #stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  /* Hands the first task to the worker. */
  async #work(): Promise<void> {
    const first = this.#queue[0];
    if (!first)
      return;
    try {
      const module = await this.#module;
      if (this.#queue[0] !== first)
        return;
      if (!this.#worker) {
        const worker = await this.#start();
        if (this.#queue[0] !== first || this.#worker) {
          worker.terminate();
          return;
        }
        this.#worker = worker;
        worker.onmessage = ({ data }) => this.#answered(data as Answered);
        worker.onerror = ({ message }) => this.#broke(new PapniError("system", message ?? "the worker failed"));
        worker.postMessage(module);
      }
      this.#worker.postMessage({ id: first.id, name: first.name, ask: first.ask });
    } catch (error) {
      if (this.#queue[0] === first)
        this.#broke(error);
    }
  }

  #answered(message: Answered): void {
    const first = this.#queue[0];
    if (!first || first.id !== message.id)
      return;
    this.#queue.shift();
    if ("answer" in message)
      first.resolve(message.answer as never);
    else
      first.reject(new PapniError(message.error.code, message.error.message, message.error.line, message.error.column));
    void this.#work();
  }

  #broke(error: unknown): void {
    this.#stop();
    this.#queue.shift()?.reject(error);
    void this.#work();
  }
}

/* The script beside this one, in a browser's worker or in a thread of Node. */
async function startOwn(): Promise<WorkerLike> {
  const script = new URL(/* @vite-ignore */ "./worker.js", import.meta.url);
  if (typeof Worker === "function")
    return new Worker(script, { type: "module" }) as WorkerLike;
  const threads = "node:worker_threads"; // a name that bundlers do not follow
  const { Worker: Thread } = await import(/* @vite-ignore */ threads);
  const thread = new Thread(script);
  const worker: WorkerLike = {
    postMessage(message) {
      thread.ref(); // Node waits for the answer, and for nothing else
      thread.postMessage(message);
    },
    terminate: () => thread.terminate(),
    onmessage: null,
    onerror: null,
  };
  thread.on("message", (data: unknown) => {
    thread.unref();
    worker.onmessage?.({ data });
  });
  thread.on("error", (error: Error) => worker.onerror?.(error));
  return worker;
}
