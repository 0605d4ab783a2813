import type { ReactNode } from "react";
import type { View } from "./app-store.ts";
import { useApp } from "./workbench-context.ts";
import { AgentsView } from "./agents-view.tsx";
import { AwayBanner } from "./away-banner.tsx";
import { BudgetView } from "./budget-view.tsx";
import { HistoryView } from "./history-view.tsx";
import { MemoryView } from "./memory-view.tsx";
import { Palette } from "./palette.tsx";
import { ProgressNotices } from "./progress-notice.tsx";
import { Rail } from "./rail.tsx";
import { ReadOnlyNotice } from "./read-only-notice.tsx";
import { RestrictedBanner } from "./restricted-banner.tsx";
import { SettingsView } from "./settings-view.tsx";
import { SharingView } from "./sharing-view.tsx";
import { StatusLine } from "./status-line.tsx";
import { TeamShare } from "./team-share.tsx";
import { TeamView } from "./team-view.tsx";
import { TrialsView } from "./trials-view.tsx";
import { TitleBar } from "./title-bar.tsx";
import { Trouble } from "./trouble.tsx";
import { UndoQuestionDialog } from "./undo-question-dialog.tsx";
import { WorkView } from "./work-view.tsx";
import { XrayView } from "./xray-view.tsx";
import styles from "./frame.module.css";

const others: Readonly<Record<Exclude<View, "files">, ReactNode>> = {
  budget: <BudgetView />,
  memory: <MemoryView />,
  agents: <AgentsView />,
  history: <HistoryView />,
  xray: <XrayView />,
  trials: <TrialsView />,
  sharing: <SharingView />,
  team: <TeamView />,
  settings: <SettingsView />,
};

/** Title bar, rail, one view, status line. The work view stays mounted, so that editors keep their position. */
export const Frame = () => {
  const view = useApp((state) => state.view);
  return (
    <div className={styles.app}>
      <TitleBar />
      <div className={styles.banners}>
        <AwayBanner />
        <RestrictedBanner />
      </div>
      <Rail />
      <main className={styles.main}>
        <div className={styles.view} hidden={view !== "files"}>
          <Trouble>
            <WorkView />
          </Trouble>
        </div>
        {view !== "files" && (
          // A view that crashes does not affect the rail and the other views.
          <Trouble key={view}>{others[view]}</Trouble>
        )}
      </main>
      <StatusLine />
      <ProgressNotices />
      <ReadOnlyNotice />
      <Palette />
      <UndoQuestionDialog />
      <TeamShare />
    </div>
  );
};
