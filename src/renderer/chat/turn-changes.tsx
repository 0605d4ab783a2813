import { FilePenLine } from "lucide-react";
import { Icon } from "../ui/icon.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { t } from "../ui/messages/index.ts";
import { useChatActions } from "./chat-actions.ts";
import { useTurnChanges } from "./session-changes.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./turn-changes.module.css";

/** Under the last word of a turn: which files it changed, with one Undo for all of them. */
export const TurnChanges = ({ turn }: { turn: string }) => {
  const { undoTurn, undoChange, showChanges } = useChatActions();
  const changes = useTurnChanges(turn);
  const left = changes.filter(({ undoneBy }) => undoneBy === null);
  const paths = [...new Set(changes.toReversed().flatMap(({ files }) => files.map(({ path }) => path)))];
  // One undo took all of them back, so undoing that one brings all of them again.
  const undos = [...new Set(changes.flatMap(({ undoneBy }) => undoneBy ?? []))];
  const [undo, ...others] = undos;
  return (
    <div className={classes(styles.turn, ui.small)} role="group" aria-label={t.chat.turnChanges.label}>
      <Icon of={FilePenLine} size={13} />
      <span className={classes(ui.ellipsis, ui.muted)} title={paths.join("\n")}>
        {left.length > 0 ? t.chat.turnChanges.changed(paths) : t.chat.turnChanges.undone(paths)}
      </span>
      {left.length > 0 && <LinkButton onClick={() => undoTurn(turn)}>{t.changes.undoTurnLong}</LinkButton>}
      {left.length === 0 && undo && (
        <LinkButton onClick={() => undoChange(undo, others)}>{t.changes.redo}</LinkButton>
      )}
      <LinkButton onClick={showChanges}>{t.chat.turnChanges.show}</LinkButton>
    </div>
  );
};
