import { setTimeout as delay } from "node:timers/promises";
import { Failure } from "#shared/contract/index.ts";
import type { McpAnswer, McpQuestion } from "#shared/model/mcp-question.ts";
import type { Clock } from "../../base/clock.ts";
import type { Ids } from "../../base/ids.ts";
import { filledForm, type FormContent } from "./form-fields.ts";

/** A question that nobody answers is closed. */
const WAIT_MS = 10 * 60_000;

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type NewQuestion = Without<McpQuestion, "id" | "at">;

export type Answered = { readonly action: McpAnswer["action"]; readonly content: FormContent };

const CANCELLED: Answered = { action: "cancel", content: {} };

type Open = { readonly question: McpQuestion; readonly settle: (answered: Answered) => void };

type Options = {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly onChange: (open: readonly McpQuestion[]) => void;
};

/** What tool servers ask the user. One question per server: a further one is cancelled at once. */
export class ServerQuestions {
  readonly #options: Options;
  readonly #open = new Map<string, Open>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Settles with the user's answer; `cancel` when there is none, or when the signal is aborted. */
  async ask(asked: NewQuestion, signal: AbortSignal): Promise<Answered> {
    const { ids, clock } = this.#options;
    if (signal.aborted || this.open().some(({ server }) => server === asked.server)) return CANCELLED;
    const question: McpQuestion = { ...asked, id: ids.next(), at: clock.now().toISOString() };
    const over = new AbortController();
    const late = AbortSignal.any([signal, over.signal]);
    try {
      const answered = new Promise<Answered>((settle) => this.#open.set(question.id, { question, settle }));
      this.#changed();
      const nobody = delay(WAIT_MS, CANCELLED, { signal: late }).catch(() => CANCELLED);
      return await Promise.race([answered, nobody]);
    } finally {
      over.abort();
      this.#open.delete(question.id);
      this.#changed();
    }
  }

  open(): readonly McpQuestion[] {
    return [...this.#open.values()].map(({ question }) => question);
  }

  /** Returns the question that is over now. */
  answer({ id, action, values }: McpAnswer): McpQuestion {
    const found = this.#open.get(id);
    if (!found)
      throw new Failure("question-not-found", "The server no longer waits for this answer.", { id });
    const { question, settle } = found;
    const isFilled = action === "accept" && question.kind === "form";
    settle({ action, content: isFilled ? filledForm(question.fields, values) : {} });
    return question;
  }

  #changed(): void {
    this.#options.onChange(this.open());
  }
}
