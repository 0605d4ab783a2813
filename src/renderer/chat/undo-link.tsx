import type { ListedChange } from "#shared/contract/changes.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { t } from "../ui/messages/index.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";

type Props = {
  change: Pick<ListedChange, "id" | "undoneBy">;
  onUndo: (change: string) => void;
};

/** Takes a change back, or, where that was done, does it again. */
export const UndoLink = ({ change: { id, undoneBy }, onUndo }: Props) =>
  undoneBy === null ? (
    <LinkButton onClick={() => onUndo(id)}>{t.undo}</LinkButton>
  ) : (
    <span className={classes(ui.quiet, ui.small)}>
      {t.changes.undone} <LinkButton onClick={() => onUndo(undoneBy)}>{t.changes.redo}</LinkButton>
    </span>
  );
