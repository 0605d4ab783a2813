import { FolderX, Lock } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";
import styles from "./banner.module.css";

const words = t.app.away;

/** Above every view while the open folder is not at its place, or cannot be written: what still works, and what to do. */
export const AwayBanner = () => {
  const { app } = useWorkbench();
  const folder = useApp(({ project }) => project?.folder ?? "");
  const isAway = useApp(({ project }) => project?.warnings.some(({ code }) => code === AWAY) ?? false);
  const isLocked = useApp(({ project }) => project?.readOnly?.owner === null);
  if (!isAway && !isLocked) return null;
  const title = isAway ? words.title : words.locked;
  return (
    <div className={styles.banner} role="region" aria-label={title}>
      <Icon of={isAway ? FolderX : Lock} />
      <span>
        <strong>{title}</strong> {isAway ? words.text(folder) : words.lockedText(folder)}
      </span>
      <Button size="small" onClick={() => app.getState().show("openDialog", true)}>
        {words.open}
      </Button>
    </div>
  );
};

/** The core's code for a folder that was moved, unmounted or replaced. */
const AWAY = "folder-not-found";
