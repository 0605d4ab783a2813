import { createStore } from "zustand/vanilla";
import type { Client } from "#shared/contract/index.ts";
import { failureText } from "../ui/failure-text.ts";
import { latest } from "../ui/latest.ts";
import { type Seen, withFirstLook, withLook } from "./seen.ts";
import { memberChanges, spaceChanges, textChanges } from "./team-changes.ts";
import type { Desk, Space, TeamState, TeamStore } from "./team-state.ts";

export type TeamPorts = {
  /** The open project's folder. */
  readonly folder: () => string | null;
  readonly readSeen: () => Seen;
  readonly writeSeen: (seen: Seen) => void;
};

/** Changes come in bursts. */
const CHANGE_PAUSE_MS = 150;

const EMPTY: Desk = {
  proposals: null,
  declined: [],
  items: null,
  files: [],
  activity: null,
  members: null,
  entries: [],
  failure: null,
};

export const createTeamStore = (client: Client, ports: TeamPorts): TeamStore =>
  createStore<TeamState>((set, get, store) => {
    let loads = 0;

    const usedIn = (spaces: readonly Space[]) => {
      const folder = ports.folder();
      return spaces.find(({ folders }) => folder !== null && folders.includes(folder));
    };

    const readSpaces = async () => {
      const { spaces } = await client.call("team.spaces", {});
      const { chosen } = get();
      const own = usedIn(spaces);
      const next = spaces.find(({ space }) => space === chosen) ?? own ?? spaces[0];
      set({ status: "ready", failure: null, spaces, chosen: next?.space ?? null });
      if (next?.space !== chosen) set({ desk: EMPTY });
    };

    const guarded = async (work: () => Promise<void>) => {
      try {
        await work();
      } catch (error) {
        set({ status: "failed", failure: failureText(error) });
      }
    };

    /** Each list for itself: a server that goes away in between takes none of what is known. */
    const readDesk = async () => {
      const space = get().chosen;
      if (space === null) return;
      const load = (loads += 1);
      const asked = { space };
      const take = async (work: Promise<Partial<Desk>>) => {
        const part = await work;
        if (load === loads && get().chosen === space) set(({ desk }) => ({ desk: { ...desk, ...part } }));
      };
      const results = await Promise.allSettled([
        take(client.call("team.outbox", asked)),
        take(client.call("team.files", asked)),
        take(client.call("team.proposals", asked)),
        take(declinedIn(client, space)),
        take(client.call("team.items", asked)),
        take(client.call("team.activity", asked)),
        take(client.call("team.members", asked)),
      ]);
      if (load !== loads) return;
      const failed = results.find((result) => result.status === "rejected");
      set(({ desk, seen }) => ({
        desk: { ...desk, failure: failed ? failureText(failed.reason) : null },
        seen: desk.items ? withFirstLook(seen, space, desk.items) : seen,
      }));
      ports.writeSeen(get().seen);
      await readSpaces();
      if (get().used() === space) await readEffects(client, store, () => load === loads);
    };

    const loadAll = () =>
      guarded(async () => {
        await readSpaces();
        await readDesk();
      });

    const soon = latest(CHANGE_PAUSE_MS, async (space: string) => {
      const { chosen } = get();
      await (chosen === null || chosen === space ? loadAll() : guarded(readSpaces));
    });

    return {
      status: "loading",
      failure: null,
      spaces: [],
      chosen: null,
      part: "inbox",
      desk: EMPTY,
      sharing: null,
      effects: new Map(),
      seen: [],
      loadSpaces: () => guarded(readSpaces),
      openProject: () =>
        guarded(async () => {
          set({ seen: ports.readSeen() });
          await readSpaces();
          if (get().used() !== null) await readDesk();
        }),
      used: () => usedIn(get().spaces)?.space ?? null,
      changed: soon,
      load: () => {
        set({ seen: ports.readSeen() });
        return loadAll();
      },
      choose: (chosen) => {
        set({ chosen, desk: EMPTY });
        return loadAll();
      },
      show: (part) => set({ part }),
      begin: (sharing) => set({ sharing }),
      look: (item) => {
        const { chosen, seen } = get();
        if (chosen === null) return;
        set({ seen: withLook(seen, chosen, item) });
        ports.writeSeen(get().seen);
        // A file or skill: the core remembers it for every window.
        if (item.path !== null)
          void client.call("team.seen", { space: chosen, items: [item.id] }).catch(() => {});
      },
      ...spaceChanges(client, loadAll),
      ...memberChanges(client, loadAll),
      ...textChanges(client, store, loadAll),
    };
  });

const declinedIn = async (client: Client, space: string): Promise<Partial<Desk>> => {
  const { proposals } = await client.call("team.ownProposals", { space });
  return { declined: proposals.filter(({ state }) => state === "declined") };
};

/** Only for the project that uses the space: its prompts are what is asked about. */
const readEffects = async (client: Client, store: TeamStore, isCurrent: () => boolean) => {
  const { chosen: space, desk } = store.getState();
  for (const { id } of desk.proposals ?? []) {
    if (space === null || !isCurrent()) return;
    const found = await client.call("team.effect", { space, proposal: id }).catch(() => null);
    if (found && isCurrent())
      store.setState(({ effects }) => ({ effects: new Map(effects).set(id, found.effects) }));
  }
};
