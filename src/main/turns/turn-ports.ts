import type { Agent } from "#shared/contract/agents.ts";
import type { ApprovalDecision, ApprovalRequest } from "#shared/contract/chat.ts";
import type { Events } from "#shared/contract/index.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { Context } from "../context/context.ts";
import type { MemoryHit } from "../memory/recall/memory-hit.ts";
import type { Compacted, CompactionNeed } from "../context/types.ts";
import type { Provider, Usage } from "../providers/provider.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { SessionMessage } from "../sessions/to-messages.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import type { ToolContext } from "../tools/tool.ts";
import type { Price } from "../providers/cost-of.ts";

/** What a turn needs from the rest of the project. */
export type TurnPorts = {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly sessions: Sessions;
  readonly context: Pick<Context, "run" | "record">;
  readonly tools: ToolRegistry;
  /** The provider that answers for an agent. */
  provider(agent: Agent): Promise<{ readonly provider: Provider; readonly model: string }>;
  toolContext(
    agent: Agent,
    scope: "main" | "shared",
    session: string,
    signal: AbortSignal,
  ): Promise<ToolContext>;
  /** Best first, without messages of this session: those are in its history. */
  recall(
    message: string,
    agent: Agent,
    session: string,
    scope: "main" | "shared",
    signal: AbortSignal,
  ): Promise<readonly MemoryHit[]>;
  /** Asks the user, unless they answered permanently before. */
  approve(request: Omit<ApprovalRequest, "id">, signal: AbortSignal): Promise<ApprovalDecision>;
  /** Summarises old history; `failed` says why it was not changed. */
  compact(
    session: string,
    agent: Agent,
    need: Pick<CompactionNeed, "because"> & { readonly room: number | null },
    signal: AbortSignal,
  ): Promise<Omit<Compacted, "usedBefore">>;
  /** These messages leave the history; their content is stored in memory first. */
  beforeLoss(
    session: string,
    agent: Agent,
    messages: readonly SessionMessage[],
    signal: AbortSignal,
  ): Promise<void>;
  /** Called after every call with the provider's figures and ours. */
  recordUsage(call: {
    readonly provider: string;
    readonly model: string;
    readonly manifest: Manifest;
    readonly usage: Usage;
    /** Milliseconds until the answer began; null when it never did. */
    readonly firstAfter: number | null;
  }): void;
  /** Tokens of a text, as this model counts. */
  count(text: string, model: string): Promise<number>;
  /** What a model costs, and whether it runs on this machine. */
  priced(provider: string, model: string): Promise<{ readonly price: Price | null; readonly local: boolean }>;
  /** Runs a nested turn in its session; stopped with `signal`, or alone by the user. */
  nest<T>(session: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  wait(ms: number, signal: AbortSignal): Promise<void>;
  emit(event: Events): void;
};
