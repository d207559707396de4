/* serve.ts - what a worker does: it waits for the module, then does one task after the other. */
import { load, type Papni, PapniError } from "./index.js";
import { doing, type Tasks } from "./tasks.js";

export interface Asked {
  id: number;
  name: keyof Tasks;
  ask: unknown;
}

export type Answered =
  | { id: number; answer: unknown }
  | { id: number; error: { code: PapniError["code"]; message: string; line: number; column: number } };

/** Serves the tasks that come in, once the module has come. */
export function serve(listen: (receive: (message: unknown) => void) => void, send: (message: Answered) => void): void {
  let papni: Promise<Papni> | undefined;
  listen(async (message) => {
    if (message instanceof WebAssembly.Module) {
      papni = load(message);
      return;
    }
    const { id, name, ask } = message as Asked;
    try {
      const run = doing[name] as (papni: Papni, ask: unknown) => unknown;
      send({ id, answer: run(await papni!, ask) });
    } catch (error) {
      const { code, line, column } = error instanceof PapniError ? error : { code: "system" as const, line: 0, column: 0 };
      send({ id, error: { code, message: (error as Error).message, line, column } });
    }
  });
}
