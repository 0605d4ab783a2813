import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "#shared/contract/index.ts";
import type { UserSettings } from "#shared/contract/settings.ts";
import { z } from "zod";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { SecretVault } from "../ports/ports.ts";
import type { SettingsFile } from "../settings/settings-file.ts";
import { OpenSpace, type SpaceState } from "./open-space.ts";
import { parseTeamAddress, shownTeamAddress, teamAddressText } from "./server/team-address.ts";
import type { TeamServerOptions } from "./server/team-server.ts";
import { foundSpace, updateServer } from "./space/found-space.ts";
import { joinSpace, newJoining, removeMember } from "./space/members.ts";
import { parseInvitation, type TeamMembership } from "./space/membership.ts";

export type TeamsOptions = {
  readonly settings: SettingsFile<UserSettings>;
  readonly vault: SecretVault | null;
  readonly userData: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly onChange: (space: string) => void;
  readonly limits?: Pick<TeamServerOptions, "statementMs">;
};

export type SpaceView = SpaceState & {
  readonly space: string;
  readonly name: string;
  readonly member: string;
  readonly memberName: string;
  readonly role: TeamMembership["role"];
  /** Host, port and database. */
  readonly address: string;
  /** Project folders that use it. */
  readonly folders: string[];
};

/** What the vault has of a space. */
const kept = z.object({ address: z.string(), secret: z.string() });

/**
 * The team spaces of the user, as settings and vault have them, and those that are in use. They belong to the user:
 * a project can neither name a server nor join a space.
 */
export class Teams {
  readonly #options: TeamsOptions;
  readonly #open = new Map<string, Promise<OpenSpace>>();
  #isClosed = false;

  constructor(options: TeamsOptions) {
    this.#options = options;
  }

  async list(): Promise<readonly SpaceView[]> {
    const spaces = Object.entries(this.#options.settings.get().teams);
    return Promise.all(
      spaces.map(async ([space, { name, member, memberName, role, server, folders }]) => {
        const open = await this.#open.get(space)?.catch(() => null);
        const state = open?.state() ?? NOT_OPEN;
        return { space, name, member, memberName, role, address: server, folders: [...folders], ...state };
      }),
    );
  }

  /** The space that a project folder uses; null: none. */
  async of(folder: string): Promise<OpenSpace | null> {
    const used = this.usedBy(folder);
    return used === null ? null : this.open(used);
  }

  /** Its id; asks nobody. */
  usedBy(folder: string): string | null {
    const spaces = Object.entries(this.#options.settings.get().teams);
    return spaces.find(([, { folders }]) => folders.includes(folder))?.[0] ?? null;
  }

  open(space: string): Promise<OpenSpace> {
    const known = this.#open.get(space);
    if (known) return known;
    const opening = this.#openSpace(space);
    this.#open.set(space, opening);
    opening.catch(() => this.#open.delete(space));
    return opening;
  }

  /** With the connection of the database's owner, which is kept nowhere. */
  async found(input: { url: string; team: string; space: string; memberName: string }): Promise<string> {
    const { url, ...names } = input;
    this.#needVault();
    const membership = await foundSpace(
      { owner: parseTeamAddress(url), ...names },
      this.#options.ids,
      this.#serverOptions(),
    );
    await this.#keep(membership);
    return membership.space;
  }

  /** Brings the schema of a server up to date, for spaces that are there already. */
  update(url: string): Promise<{ readonly from: number; readonly to: number }> {
    return updateServer(parseTeamAddress(url), this.#serverOptions());
  }

  async join(text: string, memberName: string): Promise<string> {
    this.#needVault();
    const invitation = parseInvitation(text);
    const joining = newJoining(this.#options.ids);
    const membership = await joinSpace(invitation, joining, memberName, this.#serverOptions());
    await this.#keep(membership);
    return membership.space;
  }

  /** Which project uses it; a project uses at most one. */
  async use(folder: string, space: string | null): Promise<void> {
    const { settings } = this.#options;
    if (space !== null) this.#require(space);
    const changed = Object.fromEntries(
      Object.entries(settings.get().teams).map(([id, { folders }]) => {
        const others = folders.filter((each) => each !== folder);
        return [id, { folders: id === space ? [...others, folder] : others }];
      }),
    );
    await settings.set({ teams: changed });
    for (const id of Object.keys(changed)) this.#options.onChange(id);
  }

  /** Also on the server, unless it cannot be reached and the user wants to go anyway. */
  async leave(space: string, onlyHere: boolean): Promise<void> {
    const { settings, vault } = this.#options;
    this.#require(space);
    const open = await this.open(space);
    const { waiting } = open.state();
    if (waiting > 0 && !onlyHere)
      throw new Failure("team-waiting", "Some of your changes have not reached the server yet.", { waiting });
    if (!onlyHere) await open.ask((server) => removeMember(server, open.membership, open.membership.member));
    this.#open.delete(space);
    await open.close();
    await vault?.remove(secretName(space));
    await settings.set({ teams: { [space]: null } });
    this.#options.onChange(space);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const open = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(open.map(async (each) => (await each.catch(() => null))?.close()));
  }

  async #openSpace(space: string): Promise<OpenSpace> {
    const { clock, ids, onChange, userData } = this.#options;
    const membership = await this.#membership(space);
    const folder = join(userData, "team");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (this.#isClosed) throw new Failure("closed", "The app is being closed.");
    const opened = new OpenSpace({
      membership,
      // A person who joins again is a new member with a new outbox.
      outboxFile: join(folder, `${space}-${membership.member}.db`),
      filesFile: join(folder, `${space}-${membership.member}-files.db`),
      clock,
      ids,
      server: this.#serverOptions(),
      onChange: () => onChange(space),
    });
    opened.start();
    return opened;
  }

  async #membership(space: string): Promise<TeamMembership> {
    const { name, member, memberName, role } = this.#require(space);
    const text = await this.#options.vault?.get(secretName(space));
    const found = kept.safeParse(text ? (JSON.parse(text) as unknown) : null).data;
    if (!found)
      throw new Failure(
        "team-no-secret",
        `This computer no longer has what opens the team space ${name}. Ask for a new invitation.`,
        { space },
      );
    const { address, secret } = found;
    return { space, spaceName: name, member, memberName, role, secret, address: parseTeamAddress(address) };
  }

  async #keep({
    space,
    spaceName,
    member,
    memberName,
    role,
    address,
    secret,
  }: TeamMembership): Promise<void> {
    const { settings, vault, onChange } = this.#options;
    // First, so that the settings never name a space that cannot be opened.
    await vault?.set(secretName(space), JSON.stringify({ address: teamAddressText(address), secret }));
    await settings.set({
      teams: {
        [space]: {
          name: spaceName,
          member,
          memberName,
          role,
          server: shownTeamAddress(address),
          folders: [],
        },
      },
    });
    onChange(space);
  }

  #needVault(): void {
    if (this.#options.vault) return;
    throw new Failure("team-no-vault", "Keys cannot be stored here, so a team space cannot be used.");
  }

  /** Certificates that the user trusts in addition count for the whole process (`NetworkSettings`). */
  #serverOptions(): TeamServerOptions {
    return this.#options.limits ?? {};
  }

  #require(space: string) {
    const { teams } = this.#options.settings.get();
    const found = Object.hasOwn(teams, space) ? teams[space] : undefined;
    if (found) return found;
    throw new Failure("team-not-joined", "You are in no such team space.", { space });
  }
}

const NOT_OPEN: SpaceState = { server: "unknown", problem: null, waiting: 0, refused: 0 };
const secretName = (space: string): string => `team:${space}`;
