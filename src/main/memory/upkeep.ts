import type { Agent } from "#shared/contract/agents.ts";
import type { Events } from "#shared/contract/index.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { OneAtATime } from "../base/one-at-a-time.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Dreams } from "./dreams.ts";
import type { Graph } from "./graph.ts";
import { localDate } from "./local-date.ts";
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
  readonly emit: (event: Events) => void;
};

export type UpkeepSettings = {
  readonly dreaming: { readonly enabled: boolean; readonly askFirst: boolean };
  readonly maintenance: { readonly deleteOldLogs: boolean };
};

const everyMs = 30 * 60_000;
const dayMs = 24 * 60 * 60_000;

/** What time does to memory, looked after every 30 minutes while a project is open. */
export class Upkeep {
  readonly #ports: UpkeepPorts;
  readonly #turns = new OneAtATime();
  readonly #timer: NodeJS.Timeout;
  #last = -Infinity;
  /** By agent: the day's sweep that already waits for the person. */
  readonly #waiting = new Map<string, number>();

  constructor(ports: UpkeepPorts) {
    this.#ports = ports;
    this.#timer = setInterval(() => void this.look(), everyMs);
    this.#timer.unref();
  }

  /** At most every 30 minutes, however often it is asked for. */
  look(): Promise<void> {
    return this.#turns.run(async () => {
      const { clock, log } = this.#ports;
      const now = clock.now();
      if (now.getTime() - this.#last < everyMs) return;
      this.#last = now.getTime();
      try {
        await this.#maintain(now);
        for (const agent of this.#ports.agents()) await this.#dream(agent, now);
      } catch (error) {
        log.error("Memory could not be looked after.", error);
      }
    });
  }

  /** When the agent dreams next by itself; null: never. */
  async nextDream(agent: Agent): Promise<Date | null> {
    if (!this.#ports.settings().dreaming.enabled || !agent.memory.enabled) return null;
    const diary = await this.#ports.workspace.readManaged(agent.workspace, "DREAMS.md");
    return new Date(lastSweep(diary) + dayMs);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#turns.idle();
  }

  async #maintain(now: Date): Promise<void> {
    const { workspace, graph, timeZone, settings, agents } = this.#ports;
    const options = {
      today: localDate(now, timeZone()),
      now,
      deleteLogs: settings().maintenance.deleteOldLogs,
    };
    for (const folder of new Set(agents().map((agent) => agent.workspace))) {
      await maintain(workspace, folder, options);
    }
    graph.fade(now);
  }

  async #dream(agent: Agent, now: Date): Promise<void> {
    const { dreams, settings, emit } = this.#ports;
    const due = await this.nextDream(agent);
    if (due === null || due > now) return;
    if (!settings().dreaming.askFirst) {
      await dreams.run(agent);
      return;
    }
    if (now.getTime() - (this.#waiting.get(agent.id) ?? 0) < dayMs) return;
    const candidates = await dreams.preview(agent);
    if (!candidates.some(({ verdict }) => verdict === "promote")) return;
    this.#waiting.set(agent.id, now.getTime());
    emit({ event: "dream.waiting", agent: agent.id, candidates: [...candidates] });
  }
}

/** Of the diary's last sweep, in milliseconds; the beginning of time without one. */
export const lastSweep = (diary: string): number => {
  const stamps = [...diary.matchAll(/^## Deep Sleep (\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) UTC$/gm)];
  const [, date, time] = stamps.at(-1) ?? [];
  return date === undefined ? 0 : Date.parse(`${date}T${time}:00Z`);
};
