import type { Agent } from "#shared/contract/agents.ts";
import { Failure } from "#shared/contract/index.ts";
import type { Clock } from "../base/clock.ts";
import type { Workspace } from "../workspace/workspace.ts";
import {
  type ConsolidateMode,
  consolidatePrompt,
  keptSections,
  lostShare,
  newBullets,
  withoutKept,
} from "./consolidate-text.ts";
import type { Speaker } from "./conversation-reader.ts";
import { dateOfDaily } from "./daily-notes.ts";
import { gapAfter } from "./dream-text.ts";
import { localDate } from "./local-date.ts";

export type ConsolidatorPorts = {
  readonly workspace: Workspace;
  readonly clock: Clock;
  readonly timeZone: () => string | undefined;
  readonly model: (agent: Agent) => Promise<Speaker | null>;
  readonly count: (text: string, model: string) => Promise<number>;
};

/** Both texts of MEMORY.md; the same where nothing changes. */
export type Consolidated = { readonly before: string; readonly after: string; readonly written: boolean };

const mostTokens = 4000;
/** A rewriting that loses more of the entries is refused. */
const mostLost = 0.25;
const statePath = "memory/.consolidation_state";

/** Brings what daily notes say into MEMORY.md, with a model. */
export class Consolidator {
  readonly #ports: ConsolidatorPorts;

  constructor(ports: ConsolidatorPorts) {
    this.#ports = ports;
  }

  /**
   * `append` writes. `rewrite` gives the difference and writes only a text that the person saw: `agreed`, which
   * is then taken as it is.
   */
  async run(
    agent: Agent,
    mode: ConsolidateMode,
    agreed: string | null,
    signal: AbortSignal,
  ): Promise<Consolidated> {
    const { workspace, clock } = this.#ports;
    const at = clock.now();
    const before = await workspace.readManaged(agent.workspace, "MEMORY.md");
    const after = agreed ?? (await this.#proposed(agent, mode, before, at, signal));
    if (mode === "rewrite") refuseLoss(before, after);
    const writes = after !== before && (mode === "append" || agreed !== null);
    if (writes) {
      await workspace.write(agent.workspace, "MEMORY.md", after);
      await workspace.write(agent.workspace, statePath, `${at.toISOString()}\n`);
    }
    return { before, after, written: writes };
  }

  async #proposed(agent: Agent, mode: ConsolidateMode, before: string, at: Date, signal: AbortSignal) {
    const days = await this.#changedDays(agent);
    if (days === "") return before;
    const speaker = await this.#ports.model(agent);
    if (!speaker) throw new Failure("no-model", "Consolidating memory needs a language model.");
    const shown = mode === "append" ? before : withoutKept(before);
    const answer = await ask(speaker, consolidatePrompt(mode, shown, days), signal);
    if (answer === "") return before;
    if (mode === "rewrite") {
      const whole = [`${answer}\n`, ...keptSections(before)].join("\n");
      if ((await this.#ports.count(whole, speaker.model)) > mostTokens) throw tooLong();
      return whole;
    }
    const bullets = await this.#fitting(newBullets(answer, before), speaker.model);
    if (bullets.length === 0) return before;
    const section = `## Consolidated ${localDate(at, this.#ports.timeZone())}\n\n${bullets.map((text) => `- ${text}\n`).join("")}`;
    return before + gapAfter(before) + section;
  }

  /** Text of the days whose files changed since the instant; a missing or unreadable one is the beginning of time. */
  async #changedDays(agent: Agent): Promise<string> {
    const { workspace } = this.#ports;
    const since = Date.parse((await workspace.readManaged(agent.workspace, statePath)).trim()) || 0;
    const texts: string[] = [];
    for (const path of (await workspace.list(agent.workspace, "memory")).sort()) {
      if (dateOfDaily(path) === null) continue;
      const { modifiedMs } = await workspace.roots.forReading(agent.workspace, path);
      if (modifiedMs <= since) continue;
      texts.push(`${path}\n${(await workspace.readManaged(agent.workspace, path)).trim()}`);
    }
    return texts.join("\n\n");
  }

  async #fitting(bullets: readonly string[], model: string): Promise<readonly string[]> {
    let used = 0;
    const fitting: string[] = [];
    for (const text of bullets) {
      used += await this.#ports.count(`- ${text}\n`, model);
      if (used > mostTokens) break;
      fitting.push(text);
    }
    return fitting;
  }
}

const tooLong = () =>
  new Failure(
    "memory-too-long",
    `The new text would have more than ${mostTokens.toLocaleString("en")} tokens, so MEMORY.md stays as it is.`,
  );

const refuseLoss = (before: string, after: string) => {
  const lost = lostShare(before, after);
  const missing = keptSections(before).some((section) => !after.includes(section.trim()));
  if (lost <= mostLost && !missing) return;
  throw new Failure("memory-loss", "The new text would lose too much of MEMORY.md, so it stays as it is.", {
    lost,
  });
};

const ask = async (
  { provider, model, window }: Speaker,
  messages: ReturnType<typeof consolidatePrompt>,
  signal: AbortSignal,
): Promise<string> => {
  let text = "";
  const request = { model, messages, tools: [], window, maxOutputTokens: mostTokens, temperature: 0.3 };
  for await (const part of provider.chat({ ...request, purpose: "flush" }, signal)) {
    if (part.type === "text") text += part.text;
  }
  return text.trim();
};
