import { useEffect, useState, useSyncExternalStore } from "react";
import { Toaster } from "sonner";
import { useStore } from "zustand";
import type { Connection } from "../client/index.ts";
import { NOTICE } from "../ui/free-corner.ts";
import { showLanguage } from "../ui/messages/index.ts";
import { applyTheme, applyZoom } from "../ui/theme.ts";
import { TooltipLayer } from "../ui/tooltip-layer.tsx";
import { ConnectionScreen } from "./connection-screen.tsx";
import { HelpDialog } from "../help/help-dialog.tsx";
import { FirstStartView } from "./first-start-view.tsx";
import { FolderChoiceView } from "./folder-choice-view.tsx";
import { Frame } from "./frame.tsx";
import { ImportView } from "./import-view.tsx";
import { OpenDialog } from "./open-dialog.tsx";
import { ServerQuestionDialog } from "./server-question-dialog.tsx";
import { StartScreen } from "./start-screen.tsx";
import { TrustDialog } from "./trust-dialog.tsx";
import { Trouble } from "./trouble.tsx";
import { useDroppedFolder } from "./use-dropped-folder.ts";
import { useKeys } from "./use-keys.ts";
import type { Workbench } from "./workbench.ts";
import { useApp, useWorkbench, WorkbenchContext } from "./workbench-context.ts";

type Props = { connection: Connection; workbench: Workbench };

export const App = ({ connection, workbench }: Props) => {
  const status = useSyncExternalStore(connection.status.subscribe, connection.status.get);
  const { theme, zoom, language } = useStore(workbench.settings);
  useEffect(() => applyTheme(theme), [theme]);
  useEffect(() => void showLanguage(language), [language]);
  // A host that zooms the whole page has done it already.
  const own = connection.zooms ? 1 : zoom;
  useEffect(() => applyZoom(own), [own]);
  return (
    <WorkbenchContext value={workbench}>
      <Trouble>
        <Screen pathOf={connection.pathOf} />
      </Trouble>
      <TrustDialog />
      <ServerQuestionDialog />
      {status !== "open" && <ConnectionScreen status={status} />}
      <HelpDialog />
      <TooltipLayer />
      {/* Above the bars of the views, which have buttons at their end; beside the rail, below the heads of views. */}
      <Toaster
        position="bottom-right"
        offset={{ bottom: NOTICE.bottom, right: NOTICE.side, left: 60 + NOTICE.side, top: NOTICE.top }}
        visibleToasts={4}
      />
    </WorkbenchContext>
  );
};

const Screen = ({ pathOf }: Pick<Connection, "pathOf">) => {
  const project = useApp((state) => state.project);
  const [firstStart, endFirstStart] = useFirstStart();
  useKeys();
  useDroppedFolder(pathOf);
  if (project === null)
    return (
      <>
        <StartScreen />
        <OpenDialog />
      </>
    );
  if (firstStart === null) return null;
  return (
    <>
      <OpenDialog />
      <ImportView />
      {firstStart && project ? <FirstStartView onDone={endFirstStart} /> : <Frame />}
      <FolderChoiceView />
    </>
  );
};

/** Null until the core has answered. A core that cannot answer needs no first start. */
const useFirstStart = (): [boolean | null, () => void] => {
  const { client } = useWorkbench();
  const [shown, setShown] = useState<boolean | null>(null);
  useEffect(() => {
    client.call("settings.get", {}).then(
      ({ user }) => setShown(user.firstStart),
      () => setShown(false),
    );
  }, [client]);
  return [shown, () => setShown(false)];
};
