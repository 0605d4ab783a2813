import { useStore } from "zustand";
import { XrayPane } from "../readers/xray-pane.tsx";
import { Button } from "../ui/button.tsx";
import { Select } from "../ui/field.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { told } from "../ui/told.ts";
import { offerUndo } from "../ui/undo-change.ts";
import { ViewHead, ViewText } from "../ui/view-head.tsx";
import { workspacePrefix } from "../ui/workspace-path.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";
import ui from "../ui/basics.module.css";
import viewStyles from "./view.module.css";

/** What other programs read of the folder. */
export const XrayView = () => {
  const { client, readers, openPlace } = useWorkbench();
  const { cwd, folders, moveTo, load } = useStore(readers);
  const prefix = workspacePrefix(useApp((state) => state.project?.workspace) ?? "");
  return (
    <section className={viewStyles.viewPage} aria-label={t.readers.title}>
      <ViewHead>
        <h1>{t.readers.title}</h1>
        <ViewText title={t.readers.about}>{t.readers.about}</ViewText>
        <label className={viewStyles.labelled}>
          <span className={ui.muted}>{t.readers.workingFolder}</span>
          <Select
            value={cwd}
            aria-label={t.readers.workingFolder}
            onChange={(event) => void moveTo(event.currentTarget.value)}
          >
            {folders.map((folder) => (
              <option key={folder} value={folder}>
                {folder === "" ? t.readers.thisFolder : folder}
              </option>
            ))}
          </Select>
        </label>
        <Button onClick={() => void load(true)}>{t.readers.again}</Button>
      </ViewHead>
      <div className={viewStyles.viewBody}>
        <XrayPane
          store={readers}
          onFailed={told}
          onFixed={(title, change) => notify(t.readers.applied(title), offerUndo(client, change))}
          onOpen={(path, line) => {
            if (path.startsWith(prefix)) openPlace(path, { line, column: 1, length: 0 });
          }}
        />
      </div>
    </section>
  );
};
