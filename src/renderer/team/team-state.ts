import type { StoreApi } from "zustand/vanilla";
import type { RouteInput, RouteOutput } from "#shared/contract/route.ts";
import type { teamRoutes } from "#shared/contract/team.ts";
import type {
  TeamActivity,
  TeamDraft,
  TeamEffect,
  TeamFile,
  TeamItem,
  TeamMember,
  TeamProposal,
  TeamRole,
  TeamSource,
  TeamVersion,
} from "#shared/model/team.ts";
import type { Seen } from "./seen.ts";

type Routes = typeof teamRoutes;
export type Space = RouteOutput<Routes["team.spaces"]>["spaces"][number];
export type OutboxEntry = RouteOutput<Routes["team.outbox"]>["entries"][number];
export type TeamHit = RouteOutput<Routes["team.search"]>["hits"][number];
export type ThreeTexts = NonNullable<RouteOutput<Routes["team.conflict"]>>;
export type Arrival = RouteOutput<Routes["team.retire"]>["arrival"];
export type Edited = Omit<RouteInput<Routes["team.accept"]>, "space" | "proposal">;
export type NewSpace = RouteInput<Routes["team.init"]>;

/** Parts of the view of a space. */
export type TeamPart = "inbox" | "items" | "activity";

/** What someone is about to share: something of the project, or a change of what the space has. */
export type Sharing = TeamSource | { readonly from: "item"; readonly item: string };

/** What would go; shown before it does. */
export type Draft = TeamDraft & { readonly source: Sharing };

/** What the server said last about the chosen space. Null: it was not read yet. */
export type Desk = {
  readonly proposals: readonly TeamProposal[] | null;
  /** Proposals that a reviewer declined, with a word for their author. */
  readonly declined: readonly TeamProposal[];
  readonly items: readonly TeamItem[] | null;
  /** The files and skills as this computer has them, also without the server. */
  readonly files: readonly TeamFile[];
  readonly activity: readonly TeamActivity[] | null;
  readonly members: readonly TeamMember[] | null;
  /** Stored on this computer: what waits for the server, and what it refused. */
  readonly entries: readonly OutboxEntry[];
  /** Why the last reading failed. What was read before stays. */
  readonly failure: string | null;
};

export type TeamState = {
  readonly status: "loading" | "ready" | "failed";
  readonly failure: string | null;
  readonly spaces: readonly Space[];
  readonly chosen: string | null;
  readonly part: TeamPart;
  readonly desk: Desk;
  readonly sharing: Sharing | null;
  /** What proposals would do to prompts, by their ids; follows a moment after the list. */
  readonly effects: ReadonlyMap<string, readonly TeamEffect[]>;
  /** The versions that the user has looked at. */
  readonly seen: Seen;
  /** Only which spaces there are: asks no server. */
  readonly loadSpaces: () => Promise<void>;
  /** The spaces; everything of one only if the open project uses it. */
  readonly openProject: () => Promise<void>;
  /** The space that the open project uses. */
  readonly used: () => string | null;
  /** The core says that something in a space changed. */
  readonly changed: (space: string) => void;
  /** The spaces, and everything of the chosen one. */
  readonly load: () => Promise<void>;
  readonly choose: (space: string) => Promise<void>;
  readonly show: (part: TeamPart) => void;
  readonly begin: (sharing: Sharing | null) => void;
  readonly draftOf: (space: string, sharing: Sharing) => Promise<Draft>;
  readonly look: (item: TeamItem) => void;
  readonly found: (input: NewSpace) => Promise<void>;
  readonly join: (invitation: string, memberName: string) => Promise<void>;
  readonly leave: (space: string, onlyHere: boolean) => Promise<void>;
  readonly use: (space: string | null) => Promise<void>;
  readonly invite: (space: string, role: TeamRole, days: number) => Promise<string>;
  readonly membersOf: (space: string) => Promise<readonly TeamMember[]>;
  readonly setRole: (space: string, member: string, role: TeamRole) => Promise<void>;
  readonly removeMember: (space: string, member: string) => Promise<void>;
  readonly share: (space: string, draft: Draft, how: ShareHow) => Promise<Arrival>;
  readonly accept: (proposal: string, edited?: Edited) => Promise<Arrival>;
  readonly decline: (proposal: string, word: string) => Promise<Arrival>;
  readonly conflictOf: (proposal: string) => Promise<ThreeTexts | null>;
  readonly versionsOf: (item: string) => Promise<readonly TeamVersion[]>;
  readonly retire: (item: TeamItem) => Promise<Arrival>;
  readonly forget: (item: string) => Promise<Arrival>;
  /** Without an entry: what waits is tried now. */
  readonly retry: (entry?: number) => Promise<Arrival>;
  /** Whether it may have reached the server before. */
  readonly discard: (entry: number) => Promise<"no" | "maybe">;
  readonly pin: (item: string, version: number | null) => Promise<void>;
  readonly wholeItem: (item: string) => Promise<string | null>;
  readonly wholeProposal: (proposal: string) => Promise<string | null>;
  readonly search: (space: string, query: string, signal?: AbortSignal) => Promise<readonly TeamHit[]>;
};

export type ShareHow = { readonly forAll: boolean; readonly accept: boolean; readonly place: string };

export type TeamStore = StoreApi<TeamState>;
