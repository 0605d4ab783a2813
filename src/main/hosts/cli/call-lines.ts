import type { Reply } from "#shared/contract/index.ts";
import type { Core } from "../../create-core.ts";
import { linesOf } from "./lines-of.ts";
import type { Terminal } from "./terminal.ts";

/** Lines read ahead of the one that runs; more are left in the pipe. */
const readAhead = 256;

/**
 * One request a line in, one answer a line out, in the order of the requests; events in between as they
 * come. A request starts when the one before it is done, except `*.stop` and lines with `"now": true`: those
 * start at once, for a running request may be waiting for them. Their answers keep their place in the order.
 */
export const callLines = async (core: Pick<Core, "dispatch" | "on">, terminal: Terminal): Promise<void> => {
  const write = (line: unknown) => terminal.out(`${JSON.stringify(line)}\n`);
  const stopListening = core.on((event) => void write(event));
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let wake: (() => void) | null = null;

  const answer = async (line: string) => {
    const before = last;
    const request = parseRequest(line);
    const run = async (): Promise<Reply> => {
      if (!request) return invalidJson;
      if (!request.now) await before;
      return core.dispatch(request.method, request.input, terminal.stop);
    };
    const reply = run();
    await before;
    await write(withValue(await reply));
    waiting -= 1;
    wake?.();
  };

  try {
    for await (const line of linesOf(terminal.input, terminal.stop)) {
      if (line.trim() === "") continue;
      waiting += 1;
      last = answer(line);
      if (waiting >= readAhead) {
        await new Promise<void>((go) => {
          wake = go;
        });
      }
    }
    await last;
  } finally {
    stopListening();
  }
};

type Request = { readonly method: string; readonly input: unknown; readonly now: boolean };

const parseRequest = (line: string): Request | null => {
  const value = parseJson(line);
  if (typeof value !== "object" || value === null) return null;
  const { method, input, now } = value as { method?: unknown; input?: unknown; now?: unknown };
  if (typeof method !== "string") return null;
  return { method, input, now: now === true || method.endsWith(".stop") };
};

const parseJson = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

const invalidJson: Reply = {
  ok: false,
  error: {
    code: "invalid-json",
    message: 'Each line is a JSON object {"method": …, "input": …}; this one is not.',
  },
};

/** A value that JSON would leave out is null, so that every answer has one. */
const withValue = (reply: Reply): Reply => (reply.ok ? { ok: true, value: reply.value ?? null } : reply);
