import type { Agent } from "#shared/contract/agents.ts";
import { numberText } from "#shared/model/number-text.ts";
import type { Origin } from "#shared/model/origin.ts";
import { Failure } from "#shared/contract/index.ts";
import type { Clock } from "../../base/clock.ts";
import { randomIds } from "../../base/ids.ts";
import type { Author } from "../../workspace/recorder.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import {
  type ConsolidateMode,
  consolidatePrompt,
  keptSections,
  lostShare,
  newBullets,
  withoutKept,
} from "./consolidate-text.ts";
import type { Speaker } from "../learn/conversation-reader.ts";
import { dateOfDaily, parseDailyNotes } from "../learn/daily-notes.ts";
import { type NotedLines, writtenByModel } from "../learn/noted-lines.ts";
import { gapAfter } from "./dream-text.ts";
import { dateIn } from "../../base/date-in.ts";

export type ConsolidatorPorts = {
  readonly workspace: Workspace;
  readonly origins: NotedLines;
  readonly clock: Clock;
  readonly timeZone: () => string | undefined;
  readonly model: (agent: Agent) => Promise<Speaker | null>;
  readonly count: (text: string, model: string) => Promise<number>;
};

type Shown = {
  readonly before: string;
  readonly after: string;
  readonly at: Date;
  readonly origin: Origin;
};

/** Both texts of MEMORY.md; equal when nothing changes. */
export type Consolidated = { readonly before: string; readonly after: string; readonly written: boolean };

const MAX_TOKENS = 4000;
/** A rewrite that loses a larger share of the entries is refused. */
const MAX_LOST_SHARE = 0.25;
const statePath = "memory/.consolidation_state";

/** Takes new daily notes over into MEMORY.md, with a model. */
export class Consolidator {
  readonly #ports: ConsolidatorPorts;
  /** By agent: the rewrite that was shown last, the text it is based on, and when its days were read. */
  readonly #shown = new Map<string, Shown>();

  constructor(ports: ConsolidatorPorts) {
    this.#ports = ports;
  }

  /**
   * `append` writes. `rewrite` returns the difference and writes only a text that the user saw: `agreed`,
   * which is written unchanged.
   */
  async run(
    agent: Agent,
    mode: ConsolidateMode,
    agreed: string | null,
    signal: AbortSignal,
  ): Promise<Consolidated> {
    if (mode === "append") return this.#append(agent, signal);
    return agreed === null ? this.#propose(agent, signal) : this.#write(agent, agreed);
  }

  async #append(agent: Agent, signal: AbortSignal): Promise<Consolidated> {
    const { workspace, clock, timeZone } = this.#ports;
    const at = clock.now();
    const answer = await this.#ask(agent, "append", this.#withoutOutside(await this.#read(agent)), signal);
    // A model may take long, and the user may have edited the file meanwhile.
    const before = await this.#read(agent);
    if (!answer) return { before, after: before, written: false };
    const heading = `## Consolidated ${dateIn(timeZone(), at)}\n\n`;
    const bullets = await this.#fitting(heading, newBullets(answer.text, before), answer.model);
    const list = bullets.map((text) => `- ${text}\n`).join("");
    const added = list && `${gapAfter(before)}${heading}${list}`;
    const by = consolidated();
    if (added) {
      await this.#ports.origins.note(bullets, answer.origin, { at });
      await workspace.append(agent.workspace, "MEMORY.md", added, by);
    }
    await this.#setInstant(agent, at, by);
    return { before, after: before + added, written: added !== "" };
  }

  async #propose(agent: Agent, signal: AbortSignal): Promise<Consolidated> {
    const at = this.#ports.clock.now();
    const before = await this.#read(agent);
    const isOutside = (section: string) => this.#ports.origins.of(section) === "outside";
    const answer = await this.#ask(agent, "rewrite", withoutKept(before, isOutside), signal);
    if (!answer) return { before, after: before, written: false };
    const after = [`${answer.text}\n`, ...keptSections(before, isOutside)].join("\n");
    if ((await this.#ports.count(after, answer.model)) > MAX_TOKENS) throw tooLong();
    refuseLoss(before, after);
    this.#shown.set(agent.id, { before, after, at, origin: answer.origin });
    return { before, after, written: false };
  }

  async #write(agent: Agent, agreed: string): Promise<Consolidated> {
    const { workspace, clock } = this.#ports;
    const before = await this.#read(agent);
    const shown = this.#shown.get(agent.id);
    const isShown = shown?.after === agreed;
    if (isShown && shown.before !== before) throw changed();
    refuseLoss(before, agreed);
    const written = agreed !== before;
    const by = consolidated();
    if (written) {
      await this.#noteNew(before, agreed, isShown ? shown.origin : "agent");
      await workspace.write(agent.workspace, "MEMORY.md", agreed, undefined, by);
    }
    await this.#setInstant(agent, isShown ? shown.at : clock.now(), by);
    return { before, after: agreed, written };
  }

  /** Null when no day changed, or the answer is blank: then the stored time is not moved. */
  async #ask(agent: Agent, mode: ConsolidateMode, memory: string, signal: AbortSignal) {
    const days = await this.#changedDays(agent);
    if (days === "") return null;
    const speaker = await this.#ports.model(agent);
    if (!speaker)
      throw new Failure(
        "no-model",
        "Consolidating memory needs a language model. Choose one for this agent first.",
      );
    const text = await ask(speaker, consolidatePrompt(mode, memory, days), signal);
    const origin = writtenByModel(this.#ports.origins.of(memory), this.#ports.origins.of(days));
    return text === "" ? null : { text, model: speaker.model, origin };
  }

  /** A model would tell the words of others in its own, so it does not see them. */
  #withoutOutside(text: string): string {
    const { origins } = this.#ports;
    return text
      .split("\n")
      .filter((line) => origins.ofLine(line) !== "outside")
      .join("\n");
  }

  /** Lines of a rewrite that were not there before, which the user has seen. */
  async #noteNew(before: string, after: string, origin: Origin): Promise<void> {
    const known = new Set(before.split("\n"));
    const lines = after.split("\n").filter((line) => !known.has(line));
    await this.#ports.origins.note(lines, origin, { at: this.#ports.clock.now(), approved: true });
  }

  #read(agent: Agent): Promise<string> {
    return this.#ports.workspace.readManaged(agent.workspace, "MEMORY.md");
  }

  async #setInstant(agent: Agent, at: Date, by: Author): Promise<void> {
    const text = `${at.toISOString()}\n`;
    await this.#ports.workspace.write(agent.workspace, statePath, text, undefined, by);
  }

  /** Text of the days whose files changed since the stored time; without a readable time, all days. */
  async #changedDays(agent: Agent): Promise<string> {
    const { workspace } = this.#ports;
    const since = Date.parse((await workspace.readManaged(agent.workspace, statePath)).trim()) || 0;
    const texts: string[] = [];
    for (const path of (await workspace.list(agent.workspace, "memory")).sort()) {
      if (dateOfDaily(path) === null) continue;
      const { modifiedMs } = await workspace.roots.forReading(agent.workspace, path);
      if (modifiedMs <= since) continue;
      const notes = this.#withoutOutside(await workspace.readManaged(agent.workspace, path)).trim();
      // A day of which nothing but headings is left says nothing.
      if (parseDailyNotes(notes).length > 0) texts.push(`${path}\n${notes}`);
    }
    return texts.join("\n\n");
  }

  async #fitting(heading: string, bullets: readonly string[], model: string): Promise<readonly string[]> {
    let used = await this.#ports.count(heading, model);
    const fitting: string[] = [];
    for (const text of bullets) {
      used += await this.#ports.count(`- ${text}\n`, model);
      if (used > MAX_TOKENS) break;
      fitting.push(text);
    }
    return fitting;
  }
}

const tooLong = () =>
  new Failure(
    "memory-too-long",
    `The new text would have more than ${numberText(MAX_TOKENS)} tokens, so MEMORY.md was not changed.`,
  );

const changed = () =>
  new Failure("memory-changed", "MEMORY.md was changed since this text was proposed. Propose it again.");

const refuseLoss = (before: string, after: string) => {
  const lost = lostShare(before, after);
  const missing = keptSections(before).some((section) => !after.includes(section.trim()));
  if (lost <= MAX_LOST_SHARE && !missing) return;
  throw new Failure("memory-loss", "The new text would lose too much of MEMORY.md, so it was not changed.", {
    lost,
  });
};

const ask = async (
  { provider, model, window }: Speaker,
  messages: ReturnType<typeof consolidatePrompt>,
  signal: AbortSignal,
): Promise<string> => {
  let text = "";
  const request = { model, messages, tools: [], window, maxOutputTokens: MAX_TOKENS, temperature: 0.3 };
  for await (const part of provider.chat(
    { ...request, purpose: "consolidate", about: { session: null } },
    signal,
  )) {
    if (part.type === "text") text += part.text;
  }
  return text.trim();
};

/** Writes MEMORY.md and the time up to which days were read as one change. */
const consolidated = (): Author => ({
  actor: "dream",
  title: "Consolidated notes into MEMORY.md",
  change: randomIds.next(),
});
