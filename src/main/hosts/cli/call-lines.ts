import type { Events, Reply } from "#shared/contract/index.ts";
import type { Core } from "../../create-core.ts";
import type { SharedCore } from "../shared-core.ts";
import { denyWhatNobodyAnswers } from "./deny-approvals.ts";
import { linesOf } from "../../base/lines-of.ts";
import type { Terminal } from "./terminal.ts";

/** Lines read ahead of the running one; more are left in the pipe. */
const MAX_LINES_AHEAD = 256;

/**
 * One request per line in, one answer per line out, in the order of the requests; events in between as they
 * happen. A request starts when the one before it is done, except `*.stop`, `chat.approve` and lines with
 * `"now": true`: those start at once, because a running request may be waiting for them. Their answers keep
 * their place in the order.
 *
 * A project that was opened for the first request continues to index its files meanwhile. The events about
 * that are omitted until the first answer, so that one request produces one line.
 */
export const callLines = async (
  core: Pick<Core, "dispatch" | "on"> & Partial<Pick<SharedCore, "startedHere">>,
  terminal: Terminal,
): Promise<void> => {
  const write = (line: unknown) => terminal.out(`${JSON.stringify(line)}\n`);
  let opening = true;
  const stopListening = core.on((event) => {
    if (!opening || !openingEvents.has(event.event)) void write(event);
  });
  const approvals = denyWhatNobodyAnswers(core, core.startedHere);
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let wake: (() => void) | null = null;

  const answer = async (line: string) => {
    const before = last;
    const request = parseRequest(line);
    if (request?.method === "project.open") opening = false;
    const run = async (): Promise<Reply> => {
      if (!request) return invalidJson;
      if (!request.now) await before;
      return core.dispatch(request.method, request.input, terminal.stop);
    };
    const reply = run();
    await before;
    const value = withValue(await reply);
    opening = false;
    await write(value);
    waiting -= 1;
    wake?.();
  };

  try {
    for await (const line of linesOf(terminal.input, terminal.stop)) {
      if (line.trim() === "") continue;
      waiting += 1;
      last = answer(line);
      if (waiting >= MAX_LINES_AHEAD) {
        await new Promise<void>((go) => {
          wake = go;
        });
      }
    }
    approvals.nobodyIsThere();
    await last;
  } finally {
    approvals.close();
    stopListening();
  }
};

/** Events that a project emits while it indexes its files after it was opened. */
const openingEvents = new Set<Events["event"]>([
  "project.warnings",
  "workspace.indexing",
  "tokens.recounting",
  "memory.progress",
  "memory.changed",
]);

type Request = { readonly method: string; readonly input: unknown; readonly now: boolean };

const parseRequest = (line: string): Request | null => {
  const value = parseJson(line);
  if (typeof value !== "object" || value === null) return null;
  const { method, input, now } = value as { method?: unknown; input?: unknown; now?: unknown };
  if (typeof method !== "string") return null;
  return { method, input, now: now === true || method.endsWith(".stop") || method === "chat.approve" };
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

/** JSON would omit an undefined value, so it becomes null and every answer has a value. */
const withValue = (reply: Reply): Reply => (reply.ok ? { ok: true, value: reply.value ?? null } : reply);
