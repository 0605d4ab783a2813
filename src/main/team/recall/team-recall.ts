import type { Agent } from "#shared/contract/agents.ts";
import type { Events } from "#shared/contract/index.ts";
import type { Bus } from "../../base/bus.ts";
import type { MemoryHit } from "../../memory/recall/memory-hit.ts";
import type { Teams } from "../teams.ts";
import { recallWithTeam, type TeamSearch } from "./with-team.ts";

export type TeamRecallPorts = {
  readonly teams: Pick<Teams, "of">;
  readonly search: TeamSearch;
  readonly folder: string;
  readonly events: Bus<Events>;
};

/** The part of the team space in what a project recalls. */
export class TeamRecall {
  readonly #ports: TeamRecallPorts;
  readonly #unsubscribe: () => void;
  #changes = 0;
  #note: string | null = null;

  constructor(ports: TeamRecallPorts) {
    this.#ports = ports;
    this.#unsubscribe = ports.events.on("team.changed", () => {
      this.#changes += 1;
    });
  }

  /** Both answers as one. Without a space, and when the space does not answer, it is the local one. */
  async recall(
    local: Promise<readonly MemoryHit[]>,
    query: string,
    { scope, memory }: { readonly scope: "main" | "shared" } & Pick<Agent, "memory">,
  ): Promise<readonly MemoryHit[]> {
    if (!memory.enabled) return local;
    const { teams, folder, search } = this.#ports;
    const { hits, note } = await recallWithTeam(local, teams.of(folder), { query, scope }, search);
    this.#note = note;
    // The next prompt asks again, and is not answered with what was known without the space.
    if (note !== null) this.#changes += 1;
    return hits;
  }

  /** Why the space had no part in the last answer; null when it had, or when there is no space. */
  note(): string | null {
    return this.#note;
  }

  /** Changes whenever the same question may be answered differently. */
  state(): string {
    return String(this.#changes);
  }

  close(): void {
    this.#unsubscribe();
  }
}
