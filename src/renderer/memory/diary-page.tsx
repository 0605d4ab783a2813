import { Moon } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { t } from "../ui/messages/index.ts";
import { formatWhen } from "../ui/when.ts";
import type { Diary } from "./dream-store.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./diary-page.module.css";

type Props = { diary: Diary | null; onUndo: (sweep: string) => void; onOpen: () => void };

const words = t.memory.diary;

/** Every dream in the diary, and those that can still be undone. */
export const DiaryPage = ({ diary, onUndo, onOpen }: Props) => {
  if (!diary || (diary.text.trim() === "" && diary.sweeps.length === 0)) {
    return (
      <EmptyState topic="dreams" icon={Moon} title={words.empty}>
        {words.emptyText}
      </EmptyState>
    );
  }
  return (
    <div className={styles.diary}>
      {diary.sweeps.length > 0 && (
        <>
          <h2>{words.sweeps}</h2>
          <ul className={styles.diarySweeps} aria-label={words.sweeps}>
            {diary.sweeps.map(({ id, at, promoted }) => (
              <li key={id}>
                <span className={classes(ui.grow, ui.num)}>{formatWhen(at)}</span>
                <span className={classes(ui.muted, ui.num)}>{words.kept(promoted)}</span>
                <Button size="small" aria-label={words.undoLabel(formatWhen(at))} onClick={() => onUndo(id)}>
                  {words.undo}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={ui.row}>
        <h2 className={ui.grow}>{words.text}</h2>
        <Button size="small" onClick={onOpen}>
          {words.open}
        </Button>
      </div>
      <pre className={styles.diaryText} tabIndex={0} aria-label={words.title}>
        {diary.text.trim()}
      </pre>
    </div>
  );
};
