import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "#shared/contract/index.ts";
import type { Mention } from "#shared/contract/links.ts";
import { failureText } from "../ui/failure-text.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { offerUndo } from "../ui/undo-change.ts";
import { editsOf, keyOfPlace } from "./file-edits.ts";

/** After a file got another path: the places that still say the old one. */
export type MendOffer = {
  readonly name: string;
  readonly mentions: readonly Mention[];
  readonly bases: readonly { readonly path: string; readonly hash: string }[];
  readonly truncated: boolean;
  /** Files and folders that could not be searched. */
  readonly unread: number;
};

export type MendState = {
  readonly offer: MendOffer | null;
  /** Keys of the places that stay as they are. */
  readonly leftOut: ReadonlySet<string>;
  /** Looked for before the move; null when there is nothing, or looking took too long. */
  readonly look: (from: string, to: string) => Promise<MendOffer | null>;
  readonly show: (offer: MendOffer) => void;
  readonly toggle: (places: readonly Mention[]) => void;
  readonly close: () => void;
  readonly mend: () => Promise<void>;
};

export type MendStore = StoreApi<MendState>;

/** A move does not wait longer for this. */
const LOOK_MS = 5_000;

export const createMendStore = (client: Client): MendStore =>
  createStore((set, get) => ({
    offer: null,
    leftOut: new Set(),
    look: async (from, to) => {
      try {
        const found = await client.call("links.mentions", { from, to }, AbortSignal.timeout(LOOK_MS));
        if (found.mentions.length === 0) return null;
        const moved = (path: string) =>
          path === from ? to : path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
        return {
          name: to.slice(to.lastIndexOf("/") + 1),
          mentions: found.mentions.map((each) => ({ ...each, path: moved(each.path) })),
          bases: found.bases.map(({ path, hash }) => ({ path: moved(path), hash })),
          truncated: found.truncated,
          unread: found.unread.count,
        };
      } catch {
        // A move must not fail because of what it could mend.
        return null;
      }
    },
    show: (offer) => set({ offer, leftOut: new Set() }),
    toggle: (places) =>
      set(({ leftOut }) => {
        const next = new Set(leftOut);
        const isAll = places.every((place) => next.has(keyOfPlace(place)));
        for (const place of places) {
          if (isAll) next.delete(keyOfPlace(place));
          else next.add(keyOfPlace(place));
        }
        return { leftOut: next };
      }),
    close: () => set({ offer: null }),
    mend: async () => {
      const { offer, leftOut } = get();
      if (!offer) return;
      const chosen = offer.mentions.filter((place) => !leftOut.has(keyOfPlace(place)));
      const places = chosen.map(({ after, ...place }) => ({ ...place, insert: after }));
      set({ offer: null });
      try {
        const files = editsOf(places, offer.bases);
        const title = t.files.mend.change(offer.name);
        const { change, paths } = await client.call("workspace.edit", {
          root: "project",
          title,
          view: "files",
          files,
        });
        notify(t.files.mend.done(chosen.length, paths.length), offerUndo(client, change));
      } catch (error) {
        notify(t.files.mend.failed(failureText(error)), { kind: "bad" });
      }
    },
  }));
