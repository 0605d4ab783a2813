import {
  Bookmark,
  Bot,
  ChartBarBig,
  Files,
  FlaskConical,
  History,
  Inbox,
  type LucideIcon,
  ScanSearch,
  Settings,
  Users,
} from "lucide-react";
import { useStore } from "zustand";
import { waitingFor } from "../team/team-words.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { Tooltip } from "../ui/tooltip.tsx";
import type { View } from "./app-store.ts";
import { viewShortcuts } from "./commands.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";
import ui from "../ui/basics.module.css";
import styles from "./rail.module.css";

const views: readonly { view: View; icon: LucideIcon }[] = [
  { view: "files", icon: Files },
  { view: "budget", icon: ChartBarBig },
  { view: "memory", icon: Bookmark },
  { view: "agents", icon: Bot },
  { view: "history", icon: History },
  { view: "xray", icon: ScanSearch },
  { view: "trials", icon: FlaskConical },
  { view: "sharing", icon: Inbox },
  { view: "team", icon: Users },
];

export const Rail = () => {
  const { team } = useWorkbench();
  const view = useApp((state) => state.view);
  // For those who are in a team; for others it is in the settings and in the palette.
  const hasTeam = useStore(team, ({ spaces }) => spaces.length > 0) || view === "team";
  return (
    <nav className={styles.rail} data-pane="rail" aria-label={t.app.rail}>
      {views
        .filter((each) => each.view !== "team" || hasTeam)
        .map((each) => (
          <RailButton key={each.view} {...each} />
        ))}
      <span className={ui.grow} />
      <RailButton view="settings" icon={Settings} />
    </nav>
  );
};

const RailButton = ({ view, icon }: { view: View; icon: LucideIcon }) => {
  const current = useApp((state) => state.view === view);
  const go = useApp((state) => state.go);
  return (
    <Tooltip label={t.app.views[view]} shortcut={viewShortcuts[view]} side="right">
      <button type="button" aria-current={current ? "page" : undefined} onClick={() => go(view)}>
        <Icon of={icon} size={18} />
        {t.app.views[view]}
        {view === "sharing" && <Waiting />}
        {view === "team" && <TeamWaiting />}
      </button>
    </Tooltip>
  );
};

/** How many proposals wait for the user. */
const Waiting = () => <Badge waiting={useStore(useWorkbench().sharing, (state) => state.waiting)} />;

/** How many proposals a reviewer can decide on; for others, nothing waits. */
const TeamWaiting = () => {
  const waiting = useStore(useWorkbench().team, waitingFor);
  return <Badge waiting={waiting} />;
};

const Badge = ({ waiting }: { waiting: number }) => {
  if (waiting === 0) return null;
  return (
    <span className={styles.badge} aria-label={t.app.waiting(waiting)}>
      {waiting}
    </span>
  );
};
