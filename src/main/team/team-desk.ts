import { Failure } from "#shared/contract/index.ts";
import type { TeamKind, TeamRole } from "#shared/model/team.ts";
import { writeText } from "./outbox/write-text.ts";
import type { TeamWrite } from "./space/items.ts";
import {
  countItems,
  countProposals,
  exportOwn,
  listItems,
  listProposals,
  listVersions,
  ownProposals,
  readItem,
  readProposal,
  versionText,
} from "./space/read-items.ts";
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
    const me = open.membership;
    return open.ask(async (server) => {
      const [items, total] = await Promise.all([listItems(server, me, kinds), countItems(server, me, kinds)]);
      return { items, total: Math.max(total, items.length) };
    });
  }

  async item(space: string, item: string) {
    const open = await this.#teams.open(space);
    return open.ask((server) => readItem(server, open.membership, item));
  }

  async versions(space: string, item: string) {
    const open = await this.#teams.open(space);
    return open.ask((server) => listVersions(server, open.membership, item));
  }

  async compare(space: string, item: string, from: number, to: number) {
    const open = await this.#teams.open(space);
    const text = (version: number) =>
      open.ask((server) => versionText(server, open.membership, item, version));
    const [before, after] = await Promise.all([text(from), text(to)]);
    return { from: before, to: after };
  }

  async proposals(space: string) {
    const open = await this.#teams.open(space);
    const me = open.membership;
    return open.ask(async (server) => {
      const [proposals, total] = await Promise.all([
        listProposals(server, me, "waiting"),
        countProposals(server, me),
      ]);
      return { proposals, total: Math.max(total, proposals.length) };
    });
  }

  async proposal(space: string, proposal: string) {
    const open = await this.#teams.open(space);
    return open.ask((server) => readProposal(server, open.membership, proposal));
  }

  async ownProposals(space: string) {
    const open = await this.#teams.open(space);
    return open.ask((server) => ownProposals(server, open.membership));
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
    (await this.#teams.open(space)).dismiss(number);
  }

  async retry(space: string, number: number | undefined) {
    const open = await this.#teams.open(space);
    if (number === undefined) return { arrival: await open.retry() };
    const again = open.again(number);
    if (again === null)
      throw new Failure("team-not-refused", "This change is no longer among those that were refused.");
    return { arrival: await open.settled(again) };
  }

  async discard(space: string, number: number) {
    return { arrived: (await this.#teams.open(space)).discard(number) };
  }

  /** Of this computer; `hiddenBy`: the file of a workspace that is used in the place of the team's. */
  async files(space: string, hiddenBy: (path: string) => string | null) {
    const { files } = await this.#teams.open(space);
    const synced = files.cache.synced();
    return { files: [...files.list(hiddenBy)], syncedAt: synced?.at ?? null, left: synced?.left ?? 0 };
  }

  async news(space: string) {
    return [...(await this.#teams.open(space)).files.news()];
  }

  async seen(space: string, items: readonly string[] | undefined): Promise<void> {
    (await this.#teams.open(space)).markSeen(items ?? null);
  }

  async pin(space: string, item: string, version: number | null): Promise<void> {
    await (await this.#teams.open(space)).pin(item, version);
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
