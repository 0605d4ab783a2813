import type { Client } from "#shared/contract/index.ts";
import { t } from "./messages/index.ts";
import { notify } from "./notify.tsx";

/** Takes one change back and says how that went. A file that cannot be merged stays as it is. */
export const undoChange = async (client: Client, id: string): Promise<void> => {
  const undone = await client.call("changes.undo", { id });
  if (undone.status === "conflict") {
    notify(t.changes.conflict(undone.conflicts.map(({ path }) => path)), { kind: "bad" });
  } else notify(undone.missing.length > 0 ? t.changes.notAll(undone.missing) : t.changes.undone);
};
