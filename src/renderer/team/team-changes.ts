import type { StoreApi } from "zustand/vanilla";
import { type Client, Failure } from "#shared/contract/index.ts";
import { t } from "../ui/messages/index.ts";
import type { TeamState } from "./team-state.ts";

type Part<Keys extends keyof TeamState> = Pick<TeamState, Keys>;

/** What the user does with a space as a whole. */
export const spaceChanges = (
  client: Client,
  load: () => Promise<void>,
): Part<"found" | "join" | "leave" | "use"> => ({
  found: async (input) => {
    await client.call("team.init", input);
    await load();
  },
  join: async (invitation, memberName) => {
    await client.call("team.join", { invitation, memberName });
    await load();
  },
  leave: async (space, onlyHere) => {
    await client.call("team.leave", { space, onlyHere });
    await load();
  },
  use: async (space) => {
    await client.call("team.use", { space });
    await load();
  },
});

/** What an owner does with the people in it. */
export const memberChanges = (
  client: Client,
  load: () => Promise<void>,
): Part<"invite" | "membersOf" | "setRole" | "removeMember"> => ({
  invite: async (space, role, days) => (await client.call("team.invite", { space, role, days })).invitation,
  membersOf: async (space) => (await client.call("team.members", { space })).members,
  setRole: async (space, member, role) => {
    await client.call("team.setRole", { space, member, role });
    await load();
  },
  removeMember: async (space, member) => {
    await client.call("team.removeMember", { space, member });
    await load();
  },
});

/** What members write, in the chosen space unless it is named. */
export const textChanges = (
  client: Client,
  store: StoreApi<TeamState>,
  load: () => Promise<void>,
): Part<
  | "draftOf"
  | "share"
  | "accept"
  | "decline"
  | "conflictOf"
  | "versionsOf"
  | "retire"
  | "forget"
  | "retry"
  | "discard"
  | "pin"
  | "wholeItem"
  | "wholeProposal"
  | "search"
> => {
  const chosen = (): string => {
    const { chosen: space } = store.getState();
    if (space === null) throw new Error("No team space is chosen.");
    return space;
  };
  /** What was refused is listed from then on, so the lists are read after a failure, too. */
  const then = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } finally {
      await load();
    }
  };
  return {
    draftOf: async (space, source) => {
      if (source.from !== "item") return { ...(await client.call("team.draft", { space, source })), source };
      const { item } = await client.call("team.item", { space, item: source.item });
      if (!item) throw new Failure("team-not-found", t.team.share.gone);
      const { kind, heading, body, path, id, version } = item;
      return {
        kind,
        heading,
        body,
        path,
        origin: "you",
        item: id,
        baseVersion: version,
        warnings: [],
        source,
      };
    },
    share: async (space, { source, heading, body, ...draft }, how) => {
      if (source.from !== "item") {
        const given = { space, source, heading, body, ...how };
        return (await then(client.call("team.shareSource", given))).arrival;
      }
      const { kind, path, item, baseVersion, origin } = draft;
      const given = { space, kind, path, item, baseVersion, origin, heading, body, ...how };
      return (await then(client.call("team.share", given))).arrival;
    },
    accept: async (proposal, edited = {}) =>
      (await then(client.call("team.accept", { space: chosen(), proposal, ...edited }))).arrival,
    decline: async (proposal, word) =>
      (await then(client.call("team.decline", { space: chosen(), proposal, word }))).arrival,
    conflictOf: (proposal) => client.call("team.conflict", { space: chosen(), proposal }),
    versionsOf: async (item) => (await client.call("team.versions", { space: chosen(), item })).versions,
    retire: async ({ id, version }) =>
      (await then(client.call("team.retire", { space: chosen(), item: id, version }))).arrival,
    forget: async (item) => (await then(client.call("team.forget", { space: chosen(), item }))).arrival,
    retry: async (number) => (await then(client.call("team.retry", { space: chosen(), number }))).arrival,
    discard: async (number) => (await then(client.call("team.discard", { space: chosen(), number }))).arrived,
    pin: async (item, version) => {
      await then(client.call("team.pin", { space: chosen(), item, version }));
    },
    wholeItem: async (item) => (await client.call("team.item", { space: chosen(), item })).item?.body ?? null,
    wholeProposal: async (proposal) =>
      (await client.call("team.proposal", { space: chosen(), proposal })).proposal?.body ?? null,
    search: async (space, query, signal) => (await client.call("team.search", { space, query }, signal)).hits,
  };
};
