import type { Agent } from "#shared/contract/agents.ts";
import type { DreamCandidate } from "#shared/contract/dream.ts";
import type { Events } from "#shared/contract/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { OneAtATime } from "../../base/one-at-a-time.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Dreams } from "./dreams.ts";
import type { Graph } from "../tables/graph.ts";
import { dateIn } from "../../base/date-in.ts";
import { maintain } from "./maintenance.ts";

export type UpkeepPorts = {
  readonly workspace: Workspace;
  readonly agents: () => readonly Agent[];
  readonly dreams: Dreams;
  readonly graph: Graph;
  readonly clock: Clock;
  readonly log: Log;
  readonly timeZone: () => string | undefined;
  readonly settings: () => UpkeepSettings;
  /** Whether the user trusts the folder: nothing is tidied or dreamed in one that they do not. */
  readonly isTrusted: () => boolean;
  /** Reads conversations that ended before the reader was due. */
  readonly readUnread: () => Promise<void>;
  readonly emit: (event: Events) => void;
};

export type UpkeepSettings = {
  readonly dreaming: { readonly enabled: boolean; readonly askFirst: boolean };
  readonly maintenance: { readonly deleteOldLogs: boolean };
};

const INTERVAL_MS = 30 * 60_000;
/** Delay after the opening, so that a short command starts no upkeep. */
const FIRST_DELAY_MS = 10_000;
const DAY_MS = 24 * 60 * 60_000;

/** Regular upkeep of memory: soon after a project was opened, after turns, and every 30 minutes. */
export class Upkeep {
  readonly #ports: UpkeepPorts;
  readonly #turns = new OneAtATime();
  readonly #first: NodeJS.Timeout;
  readonly #timer: NodeJS.Timeout;
  #last = -Infinity;
  /** By agent: the date of the sweep that already waits for the user. */
  readonly #waiting = new Map<string, number>();

  constructor(ports: UpkeepPorts) {
    this.#ports = ports;
    this.#timer = setInterval(() => void this.look(), INTERVAL_MS);
    this.#timer.unref();
    this.#first = setTimeout(() => void this.look(), FIRST_DELAY_MS);
    this.#first.unref();
  }

  /** Runs at most every 30 minutes, however often it is called. */
  look(): Promise<void> {
    return this.#turns.run(async () => {
      const { clock, log } = this.#ports;
      const now = clock.now();
      if (!this.#ports.isTrusted()) return;
      if (now.getTime() - this.#last < INTERVAL_MS) return;
      this.#last = now.getTime();
      try {
        await this.#maintain(now);
        await this.#ports.readUnread();
        // Computed before any of them dreams: agents of one workspace share the diary with the time of the
        // last sweep.
        for (const agent of await this.#due(now)) await this.#dream(agent, now);
      } catch (error) {
        log.error("Memory could not be looked after.", error);
      }
    });
  }

  /** When the agent dreams next on its own; now when it never did. Null: it does not dream on its own. */
  async nextDream(agent: Agent, now = this.#ports.clock.now()): Promise<Date | null> {
    if (!this.#ports.settings().dreaming.enabled || !agent.memory.enabled) return null;
    const last = lastSweep(await this.#ports.workspace.readManaged(agent.workspace, "DREAMS.md"));
    return last === null ? now : new Date(last + DAY_MS);
  }

  /** The agents whose dreams wait for the user's approval, and how many memories each would promote. */
  async waiting(): Promise<readonly { readonly agent: string; readonly memories: number }[]> {
    const { clock, dreams, settings } = this.#ports;
    if (!settings().dreaming.askFirst) return [];
    const all: { agent: string; memories: number }[] = [];
    for (const agent of await this.#due(clock.now())) {
      const memories = promotable(await dreams.preview(agent)).length;
      if (memories > 0) all.push({ agent: agent.id, memories });
    }
    return all;
  }

  async close(): Promise<void> {
    clearTimeout(this.#first);
    clearInterval(this.#timer);
    await this.#turns.idle();
  }

  async #maintain(now: Date): Promise<void> {
    const { workspace, graph, timeZone, settings, agents } = this.#ports;
    const options = {
      today: dateIn(timeZone(), now),
      now,
      deleteLogs: settings().maintenance.deleteOldLogs,
    };
    for (const folder of new Set(agents().map((agent) => agent.workspace))) {
      await maintain(workspace, folder, options);
    }
    graph.fade(now);
  }

  async #due(now: Date): Promise<readonly Agent[]> {
    const due: Agent[] = [];
    for (const agent of this.#ports.agents()) {
      const next = await this.nextDream(agent, now);
      if (next !== null && next <= now) due.push(agent);
    }
    return due;
  }

  async #dream(agent: Agent, now: Date): Promise<void> {
    const { dreams, settings, emit } = this.#ports;
    if (!settings().dreaming.askFirst) {
      await dreams.run(agent);
      return;
    }
    if (now.getTime() - (this.#waiting.get(agent.id) ?? 0) < DAY_MS) return;
    const candidates = await dreams.preview(agent);
    if (promotable(candidates).length === 0) return;
    this.#waiting.set(agent.id, now.getTime());
    emit({ event: "dream.waiting", agent: agent.id, candidates: [...candidates] });
  }
}

const promotable = (candidates: readonly DreamCandidate[]) =>
  candidates.filter(({ verdict }) => verdict === "promote");

/** Time of the diary's last sweep, in milliseconds; null without one. */
export const lastSweep = (diary: string): number | null => {
  const stamps = [...diary.matchAll(/^## Deep Sleep (\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) UTC$/gm)];
  const [, date, time] = stamps.at(-1) ?? [];
  return date === undefined ? null : Date.parse(`${date}T${time}:00Z`);
};
