import type Database from "better-sqlite3";
import { Failure } from "#shared/contract/index.ts";
import type { Message } from "#shared/model/manifest.ts";
import type { ModelCall } from "#shared/model/model-call.ts";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import { pack, unpack } from "../base/pack.ts";
import { answerLimits } from "./answer-limits.ts";
import type { ChatPart, ChatRequest, Provider, Usage } from "./provider.ts";

/** What is kept: the newest calls, and at most so much of what they said. */
const MAX_CALLS = 5000;
const MAX_BYTES = 64 * 1024 * 1024;

export type CallLogPorts = {
  readonly db: Database.Database;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Dollars, null when the price is unknown; and whether the model runs on this machine. */
  cost(
    provider: string,
    model: string,
    usage: Usage,
  ): Promise<{ readonly cost: number | null; readonly local: boolean }>;
};

/** Every call of a model in a project: what for, what it took, and what was said. */
export class CallLog {
  readonly #ports: CallLogPorts;

  constructor(ports: CallLogPorts) {
    this.#ports = ports;
  }

  /** The same provider; each of its calls is kept when it ends, however it ends. */
  follow(provider: Provider, agent: string): Provider {
    const keep = this.#keep.bind(this);
    const { clock } = this.#ports;
    return {
      ...provider,
      chat: async function* (request, signal) {
        const asked = clock.now();
        const heard = { text: "", usage: NO_USAGE, outcome: "stopped" };
        try {
          // An answer is ended where it grows too long; nobody watches what is asked in the background.
          const isWatched = request.purpose === "chat";
          const ends = isWatched ? () => false : tooLong(request);
          for await (const part of provider.chat(request, signal)) {
            hear(part, heard);
            if (ends(part)) throw new Failure("answer-too-long", `${provider.name} did not stop writing.`);
            yield part;
          }
        } catch (error) {
          if (!signal.aborted) heard.outcome = error instanceof Failure ? error.code : "internal";
          throw error;
        } finally {
          await keep({ provider: provider.id, agent, request, asked, ...heard });
        }
      },
    };
  }

  /** Newest first. */
  list(filter: { readonly session?: string | undefined; readonly limit: number }): ModelCall[] {
    const where = filter.session === undefined ? "" : "where session = ?";
    const values = filter.session === undefined ? [] : [filter.session];
    const rows = this.#ports.db
      .prepare(`select ${COLUMNS} from model_calls ${where} order by seq desc limit ?`)
      .all(...values, filter.limit) as (Omit<ModelCall, "local"> & { local: number })[];
    return rows.map((row) => ({ ...row, local: row.local === 1 }));
  }

  /** What was sent and what came back; fails with `call-unknown`. An answer has its run instead. */
  async read(id: string): Promise<{ readonly messages: readonly Message[]; readonly reply: string }> {
    const row = this.#ports.db
      .prepare<[string], { body: Buffer | null }>("select body from model_calls where id = ?")
      .get(id);
    if (!row?.body) throw new Failure("call-unknown", "What was sent is not stored, or was pruned.", { id });
    return (await unpack(row.body)) as { messages: Message[]; reply: string };
  }

  remove(id: string): boolean {
    return this.#ports.db.prepare("delete from model_calls where id = ?").run(id).changes > 0;
  }

  async #keep(call: Heard & Asked): Promise<void> {
    const { db, clock, ids } = this.#ports;
    const { request, usage } = call;
    const { cost, local } = await this.#ports.cost(call.provider, request.model, usage);
    const body =
      request.about?.run === undefined ? await pack({ messages: request.messages, reply: call.text }) : null;
    const row = {
      id: ids.next(),
      at: call.asked.toISOString(),
      purpose: request.purpose,
      agent: call.agent,
      session: request.about?.session ?? null,
      run: request.about?.run ?? null,
      provider: call.provider,
      model: request.model,
      local: local ? 1 : 0,
      ...usage,
      cost,
      ms: Math.max(0, clock.now().getTime() - call.asked.getTime()),
      outcome: call.outcome,
      bytes: body?.length ?? 0,
      body,
    };
    // A project that was closed meanwhile keeps nothing more.
    if (!db.open || db.readonly) return;
    db.prepare(
      `insert into model_calls (${COLUMNS}, bytes, body) values (${NAMES.map((name) => `@${name}`).join(", ")}, @bytes, @body)`,
    ).run(row);
    this.#prune();
  }

  #prune(): void {
    const { db } = this.#ports;
    db.prepare("delete from model_calls where seq <= (select max(seq) from model_calls) - ?").run(MAX_CALLS);
    const total = () =>
      db.prepare<[], { bytes: number }>("select total(bytes) as bytes from model_calls").get()?.bytes ?? 0;
    while (total() > MAX_BYTES)
      db.prepare(
        "delete from model_calls where seq in (select seq from model_calls order by seq limit 20)",
      ).run();
  }
}

type Heard = { readonly text: string; readonly usage: Usage; readonly outcome: string };
type Asked = {
  readonly provider: string;
  readonly agent: string;
  readonly request: ChatRequest;
  readonly asked: Date;
};

const hear = (part: ChatPart, heard: { text: string; usage: Usage; outcome: string }): void => {
  if (part.type === "text" && heard.text.length < MAX_REPLY) heard.text += part.text;
  if (part.type === "tool-call" && heard.text.length < MAX_REPLY)
    heard.text += `[calls ${part.name} ${JSON.stringify(part.args)}]`;
  if (part.type !== "finish") return;
  heard.usage = part.usage;
  heard.outcome = "finished";
};

/** Whether what came so far is more than was asked for. */
const tooLong = ({ maxOutputTokens }: ChatRequest): ((part: ChatPart) => boolean) => {
  const limits = answerLimits(maxOutputTokens);
  let [text, thoughts] = [0, 0];
  return (part) => {
    if (part.type === "text") text += part.text.length;
    if (part.type === "reasoning") thoughts += part.text.length;
    return text > limits.text || thoughts > limits.thoughts;
  };
};

/** Characters of a reply that are kept. */
const MAX_REPLY = 200_000;

const NO_USAGE: Usage = { input: null, cached: null, output: null };

const NAMES = [
  "id",
  "at",
  "purpose",
  "agent",
  "session",
  "run",
  "provider",
  "model",
  "local",
  "input",
  "cached",
  "output",
  "cost",
  "ms",
  "outcome",
] as const;
const COLUMNS = NAMES.join(", ");
