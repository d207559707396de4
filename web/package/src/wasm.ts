/* wasm.ts - the module behind the package: loading it, and passing strings and arrays.
 *
 * The module is libpapni with a few wrappers (web/module). It comes with
 * wasi-libc, which imports what an operating system would provide; the library uses none
 * of it, so that every such import answers "not supported". */

type Pointer = number;
type Exported = (...values: number[]) => number;

export type Source = WebAssembly.Module | BufferSource | URL | string;

/** What went wrong: `code` says of which sort it is, `line` and `column` where, or 0. */
export class PapniError extends Error {
  override name = "PapniError";
  constructor(readonly code: ErrorCode, message: string, readonly line = 0, readonly column = 0) {
    super(message);
  }
}

export type ErrorCode = "usage" | "input" | "file" | "contradiction" | "system" | "memory" | "cancelled";

const notSupported = 52; // WASI's ENOSYS

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Compiles the module: the package's own, or the one at an address or in bytes. */
export async function compile(source: Source = new URL(/* @vite-ignore */ "./papni.wasm", import.meta.url)): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module)
    return source;
  if (typeof source !== "string" && !(source instanceof URL))
    return WebAssembly.compile(source);
  const url = new URL(source, import.meta.url);
  if (url.protocol === "file:" && typeof process === "object") {
    const files = "node:fs/promises"; // a name that bundlers do not follow
    const { readFile } = await import(/* @vite-ignore */ files);
    return WebAssembly.compile(await readFile(url));
  }
  const answer = await fetch(url);
  if (!answer.ok)
    throw new PapniError("system", `${url} cannot be read: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/** `done` of `total` (0: not known) in a phase of learning; returning false cancels. */
export type Progress = (phase: number, done: number, total: number) => boolean | void;

export class Wasm {
  readonly #functions: Record<string, Exported>;
  readonly #memory: WebAssembly.Memory;
  readonly web: Pointer; // the wrappers' error and output
  progress: Progress | undefined;

  private constructor(instance: WebAssembly.Instance, hooks: { progress?: Progress }) {
    this.#functions = instance.exports as Record<string, Exported>;
    this.#memory = instance.exports["memory"] as WebAssembly.Memory;
    hooks.progress = (phase, done, total) => this.progress?.(phase, done, total);
    this.call("_initialize");
    this.web = this.call("web_new");
  }

  static async start(module: WebAssembly.Module): Promise<Wasm> {
    const hooks: { progress?: Progress } = {};
    const imports: WebAssembly.Imports = {
      papni: { progress: (...at: [number, number, number]) => (hooks.progress?.(...at) === false ? 0 : 1) },
    };
    for (const { module: from, name } of WebAssembly.Module.imports(module))
      if (from !== "papni")
        (imports[from] ??= {})[name] = () => notSupported;
    return new Wasm(await WebAssembly.instantiate(module, imports), hooks);
  }

  /** Calls an exported function. */
  call(name: string, ...values: number[]): number {
    const f = this.#functions[name];
    if (!f)
      throw new PapniError("system", `the module has no function ${name}`);
    return f(...values) >>> 0;
  }

  /** Calls a function that returns a status, or fails. */
  must(name: string, ...values: number[]): void {
    if (this.call(name, ...values))
      throw this.error();
  }

  /** Calls a function that returns a handle, or fails. */
  handle(name: string, ...values: number[]): Pointer {
    const pointer = this.call(name, ...values);
    if (!pointer)
      throw this.error();
    return pointer;
  }

  error(): PapniError {
    const code = this.text(this.call("web_code", this.web)) as ErrorCode;
    const message = this.text(this.call("web_message", this.web));
    return new PapniError(code, message, this.call("web_line", this.web), this.call("web_column", this.web));
  }

  /** What the last wrapper wrote. */
  output(): string {
    const at = this.call("web_output", this.web);
    return decoder.decode(new Uint8Array(this.#memory.buffer, at, this.call("web_size", this.web)));
  }

  /** A C string. */
  text(at: Pointer): string {
    const bytes = new Uint8Array(this.#memory.buffer, at);
    return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  /** Runs `use` with room for arguments, which is released afterwards. */
  room<T>(use: (room: Room) => T): T {
    const room = new Room(this, this.#memory);
    try {
      return use(room);
    } finally {
      room.release();
    }
  }
}

/** Arguments in the module's memory. */
export class Room {
  readonly #wasm: Wasm;
  readonly #memory: WebAssembly.Memory;
  readonly #blocks: Pointer[] = [];

  constructor(wasm: Wasm, memory: WebAssembly.Memory) {
    this.#wasm = wasm;
    this.#memory = memory;
  }

  release(): void {
    for (const block of this.#blocks)
      this.#wasm.call("free", block);
  }

  bytes(bytes: Uint8Array): Pointer {
    const at = this.#wasm.call("malloc", bytes.length + 1);
    if (!at)
      throw new PapniError("memory", "out of memory");
    this.#blocks.push(at);
    const room = new Uint8Array(this.#memory.buffer, at, bytes.length + 1);
    room.set(bytes);
    room[bytes.length] = 0;
    return at;
  }

  /** A C string: what comes after a NUL would be lost, so that one is refused. */
  string(text: string): Pointer {
    if (text.includes("\0"))
      throw new PapniError("input", "a name has no control characters");
    return this.bytes(encoder.encode(text));
  }

  text(text: string): { at: Pointer; size: number } {
    const bytes = encoder.encode(text);
    return { at: this.bytes(bytes), size: bytes.length };
  }

  numbers(values: ArrayLike<number>): Pointer {
    return this.bytes(new Uint8Array(Uint32Array.from(values).buffer));
  }

  /** Numbers of 64 bits. */
  longs(values: readonly number[]): Pointer {
    return this.bytes(new Uint8Array(BigUint64Array.from(values, BigInt).buffer));
  }

  symbols(values: ArrayLike<number>): Pointer {
    return this.bytes(new Uint8Array(Uint16Array.from(values).buffer));
  }

  strings(texts: readonly string[]): Pointer {
    return this.numbers(texts.map((text) => this.string(text)));
  }
}
