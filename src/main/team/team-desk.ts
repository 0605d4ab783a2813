import { Failure } from "#shared/contract/index.ts";
import type { TeamKind, TeamRole } from "#shared/model/team.ts";
import { writeText } from "./outbox/write-text.ts";
import { exportOwn, listItems, listProposals, listVersions, type TeamWrite } from "./space/items.ts";
import { invite, listActivity, listMembers, removeMember, setRole } from "./space/members.ts";
import { invitationText } from "./space/membership.ts";
import type { Teams } from "./teams.ts";

/** What a member sees of a space, and who is in it. Everything here asks the server; see `team-actions.ts` for the rest. */
export class TeamDesk {
  readonly #teams: Teams;

  constructor(teams: Teams) {
    this.#teams = teams;
  }

  async invite(space: string, role: TeamRole, days: number): Promise<string> {
    const open = await this.#teams.open(space);
    return invitationText(await open.ask((server) => invite(server, open.membership, role, days)));
  }

  async members(space: string) {
    const open = await this.#teams.open(space);
    return open.ask((server) => listMembers(server, open.membership));
  }

  async setRole(space: string, member: string, role: TeamRole): Promise<void> {
    const open = await this.#teams.open(space);
    await open.ask((server) => setRole(server, open.membership, member, role));
  }

  async removeMember(space: string, member: string): Promise<void> {
    const open = await this.#teams.open(space);
    await open.ask((server) => removeMember(server, open.membership, member));
  }

  async items(space: string, kinds: readonly TeamKind[]) {
    const open = await this.#teams.open(space);
    return open.ask((server) => listItems(server, open.membership, kinds));
  }

  async proposals(space: string) {
    const open = await this.#teams.open(space);
    return open.ask((server) => listProposals(server, open.membership, "waiting"));
  }

  async activity(space: string) {
    const open = await this.#teams.open(space);
    return open.ask((server) => listActivity(server, open.membership));
  }

  async outbox(space: string) {
    const open = await this.#teams.open(space);
    return open.outbox
      .entries()
      .map(({ write, ...rest }) => ({ ...rest, kind: write.kind, text: writeText(write) }));
  }

  async dismiss(space: string, number: number): Promise<void> {
    (await this.#teams.open(space)).outbox.dismiss(number);
  }

  /** What was refused once more, as a new change. Fails with the reason when it is refused again. */
  async retry(space: string, number: number) {
    const open = await this.#teams.open(space);
    const again = open.outbox.retry(number);
    if (again === null)
      throw new Failure("team-not-refused", "This change is no longer among those that were refused.");
    return { arrival: await open.settled(again) };
  }

  async versions(space: string, item: string) {
    const open = await this.#teams.open(space);
    return open.ask((server) => listVersions(server, open.membership, item));
  }

  /** Stored here first; returns when the server has it, or when it is clear that it has to wait. */
  async write(space: string, write: TeamWrite) {
    const open = await this.#teams.open(space);
    return { arrival: await open.settled(open.write(write)) };
  }

  async export(space: string): Promise<string> {
    const open = await this.#teams.open(space);
    const own = await open.ask((server) => exportOwn(server, open.membership));
    return `${JSON.stringify({ space: open.membership.spaceName, ...own }, null, 1)}\n`;
  }
}
