import type { Manifest } from "#shared/model/manifest.ts";
import { fileStatuses } from "#shared/model/file-status.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import type { PreviewStore } from "../budget/preview-store.ts";
import type { AppStore } from "./app-store.ts";

/** A prompt that takes longer to be assembled again says nothing about the move any more. */
const MAX_WAIT_MS = 20_000;

type Stores = { readonly app: AppStore; readonly preview: PreviewStore };

/** Says so when a file was part of the prompt under its old path and is not under the new one. */
export const sayWhenUnread = ({ app, preview }: Stores, from: string, to: string): void => {
  const before = preview.getState().manifest;
  if (!isSent(before, from)) return;
  const agent = app.getState().project?.agents.find(({ id }) => id === before?.agent)?.displayName;
  const stop = preview.subscribe(({ manifest }) => {
    // The first ones may still be made from the files before the move.
    if (manifest === before || isSent(manifest, from)) return;
    end();
    if (!isSent(manifest, to)) notify(t.files.unread(agent ?? t.app.name, nameOf(to)));
  });
  const timer = setTimeout(stop, MAX_WAIT_MS);
  const end = () => {
    clearTimeout(timer);
    stop();
  };
};

const isSent = (manifest: Manifest | null, path: string): boolean => {
  const status = fileStatuses(manifest).get(path)?.status;
  return status === "in" || status === "cut";
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
