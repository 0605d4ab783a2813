import type { Agent } from "#shared/contract/agents.ts";
import { DEFAULT_WINDOW } from "#shared/model/default-window.ts";
import type { Providers } from "./open-providers.ts";

/** How long an answer is cached; a server may load a model again with a different window. */
const KNOWN_FOR_MS = 60_000;
/** A server that does not answer within this time is skipped; a prompt does not wait for it. */
const MAX_WAIT_MS = 1500;

/** The known windows of the agents' servers. Asked before a turn, looked up by every preview. */
export class ServedWindows {
  readonly #providers: Providers;
  readonly #now: () => number;
  readonly #known = new Map<
    string,
    { readonly window: number | null; readonly sees: boolean | null; readonly at: number }
  >();

  constructor(providers: Providers, now: () => number) {
    this.#providers = providers;
    this.#now = now;
  }

  /** Null when the server was not asked yet, or does not report it. */
  known(agent: Agent, model: string | null): number | null {
    return this.#known.get(keyOf(agent, model))?.window ?? null;
  }

  /** The agent's window in tokens: the smaller of its own and the served one. */
  async of(agent: Agent): Promise<number> {
    const served = (await this.#ask(agent)).window;
    return Math.min(agent.maxContextTokens ?? served ?? DEFAULT_WINDOW, served ?? Infinity);
  }

  /** Whether the agent's model sees pictures; null where nobody says. */
  async sees(agent: Agent): Promise<boolean | null> {
    const { provider, model } = agent;
    if (provider === null || model === null) return false;
    // What the user just said holds at once.
    return this.#providers.saidToSee(provider, model) ?? (await this.#ask(agent)).sees;
  }

  async #ask(agent: Agent): Promise<Pick<Awaited<ReturnType<Providers["window"]>>, "window" | "sees">> {
    const { provider, model } = agent;
    if (provider === null || model === null) return { window: null, sees: null };
    const key = keyOf(agent, model);
    const known = this.#known.get(key);
    if (known && this.#now() - known.at < KNOWN_FOR_MS) return known;
    const { window, sees } = await this.#providers
      .window(provider, model, AbortSignal.timeout(MAX_WAIT_MS))
      .catch(() => ({ window: null, sees: null }));
    this.#known.set(key, { window, sees, at: this.#now() });
    return { window, sees };
  }
}

const keyOf = ({ provider }: Agent, model: string | null) => `${provider ?? ""} ${model ?? ""}`;
