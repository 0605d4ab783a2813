import type { Events } from "#shared/contract/index.ts";
import type { Bus } from "../../base/bus.ts";
import type { Log } from "../../base/log.ts";
import type { Teams } from "../teams.ts";
import { NO_TEAM_FILES, type TeamLayer } from "./team-layer.ts";

export type ProjectTeamFilesPorts = {
  readonly teams: Pick<Teams, "of">;
  readonly folder: string;
  readonly events: Bus<Events>;
  readonly log: Log;
  /** SOUL.md of the team is different now. */
  readonly onSoul: (path: string) => void;
};

/** The layer of the team's files below the workspaces of one project. */
export class ProjectTeamFiles {
  readonly #ports: ProjectTeamFilesPorts;
  readonly #unsubscribe: () => void;
  #layer: TeamLayer = NO_TEAM_FILES;
  #loading: Promise<void>;

  constructor(ports: ProjectTeamFilesPorts) {
    this.#ports = ports;
    this.#loading = this.#load(true);
    this.#unsubscribe = ports.events.on("team.changed", () => {
      this.#loading = this.#loading.then(() => this.#load(false));
    });
  }

  readonly layer = (): TeamLayer => this.#layer;
  readonly ready = (): Promise<void> => this.#loading;

  close(): void {
    this.#unsubscribe();
  }

  async #load(isFirst: boolean): Promise<void> {
    const { teams, folder, log, onSoul } = this.#ports;
    try {
      const open = await teams.of(folder);
      const before = this.#layer.get("SOUL.md");
      this.#layer = open?.files.layer() ?? NO_TEAM_FILES;
      const now = this.#layer.get("SOUL.md");
      if (!isFirst && before?.sha !== now?.sha) onSoul(now?.path ?? before?.path ?? "");
    } catch (error) {
      log.error("The files of the team space could not be read.", error);
    }
  }
}
