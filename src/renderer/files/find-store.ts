import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "#shared/contract/index.ts";
import type { Unread } from "#shared/model/unread.ts";
import { failureText } from "../ui/failure-text.ts";
import { latest } from "../ui/latest.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { offerUndo } from "../ui/undo-change.ts";
import { editsOf, keyOfPlace } from "./file-edits.ts";

export type Hit = {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** The line, or for a long line the part around the hit. */
  readonly text: string;
  /** Where the hit begins in the text. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
  /** What would take its place. */
  readonly insert?: string | undefined;
};

type Asked = {
  readonly query: string;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
  readonly regex: boolean;
  /** Null: nothing is replaced. */
  readonly replacement: string | null;
};

export type FindState = Asked & {
  readonly status: "idle" | "looking" | "found" | "failed";
  readonly failure: string | null;
  readonly hits: readonly Hit[];
  readonly files: number;
  readonly truncated: boolean;
  readonly bases: readonly { readonly path: string; readonly hash: string }[];
  readonly unread: Unread;
  /** Keys of the hits that stay as they are. */
  readonly leftOut: ReadonlySet<string>;
  readonly ask: (change: Partial<Asked>) => void;
  readonly toggle: (hit: Hit) => void;
  /** Replaces every hit that was not left out, as one change. */
  readonly replaceAll: () => Promise<void>;
};

export type FindStore = StoreApi<FindState>;

const nothing = { hits: [], files: 0, truncated: false, bases: [], unread: { count: 0, paths: [] } };

/** Text search across all files of the project, while typing. */
export const createFindStore = (client: Client, wait = 200): FindStore =>
  createStore((set, get) => {
    const look = latest<Asked>(wait, async ({ replacement, ...input }, signal) => {
      if (input.query === "") return set({ ...nothing, status: "idle" });
      set({ status: "looking" });
      try {
        const asked = { root: "project" as const, ...input, ...(replacement !== null && { replacement }) };
        const found = await client.call("workspace.search", asked, signal);
        if (!signal.aborted) set({ ...found, status: "found", failure: null, leftOut: new Set() });
      } catch (error) {
        if (signal.aborted) return;
        set({ ...nothing, status: "failed", failure: failureText(error) });
      }
    });
    const ask: FindState["ask"] = (change) => {
      set(change);
      const { query, caseSensitive, wholeWord, regex, replacement } = get();
      look({ query, caseSensitive, wholeWord, regex, replacement });
    };
    return {
      query: "",
      caseSensitive: false,
      wholeWord: false,
      regex: false,
      replacement: null,
      status: "idle",
      failure: null,
      leftOut: new Set(),
      ...nothing,
      ask,
      toggle: (hit) =>
        set(({ leftOut }) => {
          const next = new Set(leftOut);
          if (!next.delete(keyOfPlace(hit))) next.add(keyOfPlace(hit));
          return { leftOut: next };
        }),
      replaceAll: async () => {
        const { hits, bases, leftOut, query, replacement } = get();
        const places = hits.flatMap((hit) =>
          hit.insert === undefined || leftOut.has(keyOfPlace(hit)) ? [] : [{ ...hit, insert: hit.insert }],
        );
        if (places.length === 0 || replacement === null) return;
        try {
          const title = t.files.find.change(query.slice(0, 60), replacement.slice(0, 60));
          const files = editsOf(places, bases);
          const { change, paths } = await client.call("workspace.edit", { root: "project", title, files });
          notify(t.files.find.replaced(places.length, paths.length), offerUndo(client, change));
        } catch (error) {
          notify(t.files.find.notReplaced(failureText(error)), { kind: "bad" });
        }
        ask({});
      },
    };
  });
