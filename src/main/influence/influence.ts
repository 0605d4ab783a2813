import type { influenceRoutes } from "#shared/contract/influence.ts";
import { Failure } from "#shared/contract/index.ts";
import type { RouteOutput } from "#shared/contract/route.ts";
import type { Signal } from "#shared/contract/signal.ts";
import type { Run, RunStore } from "../context/runs/run-store.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { Quoter, type ReadFile } from "./quoted/quotations.ts";
import { sentSegments } from "./sent-texts.ts";

export type InfluenceOptions = {
  readonly runs: RunStore;
  readonly sessions: Sessions;
  readonly readFile: ReadFile;
};

/** What mattered for an answer: four facts that are never mixed. Offered and sent are in the manifest already. */
export class Influence {
  readonly #options: InfluenceOptions;
  readonly #quoter: Quoter;

  constructor(options: InfluenceOptions) {
    this.#options = options;
    this.#quoter = new Quoter(options.readFile);
  }

  async quoted(
    id: string,
    signal?: Signal,
  ): Promise<RouteOutput<(typeof influenceRoutes)["influence.quoted"]>> {
    const run = await this.#options.runs.read(id);
    const answer = await this.#answerOf(id, run);
    const sent = sentSegments(run.messages, run.manifest.segments);
    const { words, ...compared } = await this.#quoter.compare(answer, sent, signal);
    return { answer, ...compared, compared: { segments: sent.length, words } };
  }

  close(): Promise<void> {
    return this.#quoter.close();
  }

  async #answerOf(id: string, { manifest }: Run): Promise<string> {
    const { session } = manifest;
    const log = session === null ? [] : await this.#logOf(session);
    const answer = log.find(
      (entry) => entry.type === "message" && entry.role === "assistant" && entry.run === id,
    );
    if (answer?.type === "message" && answer.content.trim() !== "") return answer.content;
    throw new Failure(
      "answer-unknown",
      "There are no words to compare: the answer to this is not in the conversation any more, or it only called tools.",
      { run: id },
    );
  }

  async #logOf(session: string) {
    // A conversation that was removed still has its runs.
    return this.#options.sessions.load(session).then(
      ({ log }) => log,
      () => [],
    );
  }
}
