import { useCallback } from "react";
import { ImportDialog } from "../importers/import-dialog.tsx";
import { FolderList } from "../start/folder-list.tsx";
import { t } from "../ui/messages/index.ts";
import { told } from "../ui/told.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";

/** Connects moving in with the rooms: paths are completed with the list of folders. */
export const ImportView = () => {
  const { client, importers, openProject } = useWorkbench();
  const open = useApp((state) => state.importDialog);
  const dropped = useApp((state) => state.droppedImport);
  const show = useApp((state) => state.show);
  const onList = useCallback((typed: string) => client.call("folders.list", { typed }), [client]);
  return (
    <ImportDialog
      key={dropped?.name ?? ""}
      store={importers}
      open={open}
      onClose={() => show("importDialog", false)}
      typed={dropped === null ? "" : (dropped.path ?? `~/${dropped.name}`)}
      note={dropped !== null && dropped.path === null ? t.importers.dropped(dropped.name) : null}
      renderPaths={(typed, onPick) => <FolderList typed={typed} onList={onList} onPick={onPick} />}
      onOpenFolder={(folder) => told(openProject(folder))}
    />
  );
};
