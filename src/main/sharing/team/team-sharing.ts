import { Failure, type Signal } from "#shared/contract/index.ts";
import type { TeamSource } from "#shared/model/team.ts";
import type { OpenSpace } from "../../team/open-space.ts";
import { readProposal } from "../../team/space/read-items.ts";
import type { TeamActions } from "../../team/team-actions.ts";
import type { Teams } from "../../team/teams.ts";
import { inProject } from "../../workspace/roots.ts";
import { type DraftPorts, draftOf } from "./draft.ts";
import { type EffectPorts, effectsOf } from "./effect.ts";

export type TeamSharingPorts = DraftPorts &
  Omit<EffectPorts, "spaceName" | "agents"> & {
    readonly teams: Teams;
    readonly actions: TeamActions;
  };

export type SharedSource = {
  readonly source: TeamSource;
  readonly heading?: string | undefined;
  readonly body?: string | undefined;
  readonly forAll: boolean;
  readonly place: string;
  readonly accept: boolean;
};

/** Between the open project and a team space: what is shared from it, and what a proposal would do to its prompts. */
export class TeamSharing {
  readonly #ports: TeamSharingPorts;

  constructor(ports: TeamSharingPorts) {
    this.#ports = ports;
  }

  async draft(space: string, source: TeamSource) {
    return this.#draft(await this.#ports.teams.open(space), source);
  }

  /** The text may have been edited: it still has the origin of what it was made from. */
  async share(space: string, { source, heading, body, ...rest }: SharedSource) {
    const open = await this.#ports.teams.open(space);
    const { warnings: _warnings, ...draft } = await this.#draft(open, source);
    return this.#ports.actions.share(open, {
      ...draft,
      ...rest,
      heading: heading ?? draft.heading,
      body: body ?? draft.body,
    });
  }

  async effects(space: string, id: string, signal?: Signal) {
    const { teams, agents } = this.#ports;
    const open = await teams.open(space);
    const proposal = await open.ask((server) => readProposal(server, open.membership, id));
    if (!proposal)
      throw new Failure("team-not-found", "This is not in the team space any more.", { proposal: id });
    const { spaceName } = open.membership;
    return effectsOf(proposal, { ...this.#ports, spaceName, agents: () => agents.list() }, signal);
  }

  /** The file of a workspace that is used in the place of the team's. */
  hiddenBy(inner: string): string | null {
    const { workspace } = this.#ports;
    for (const folder of workspace.roots.workspaces()) {
      const own = workspace.files.get(inProject(folder, inner));
      if (own !== null && own.bytes > 0) return own.path;
    }
    return null;
  }

  #draft(open: OpenSpace, source: TeamSource) {
    return draftOf(source, this.#ports, (path) => open.files.at(path));
  }
}
