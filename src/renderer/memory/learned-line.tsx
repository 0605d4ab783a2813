import { GraduationCap } from "lucide-react";
import type { Learned } from "#shared/contract/memory-life.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { NoteLine } from "../ui/note-line.tsx";
import ui from "../ui/basics.module.css";
import styles from "./learned-line.module.css";

type Props = { learned: Learned; onUndo: () => void; onShow: () => void };

const words = t.memory.learned;

/** One quiet line under a conversation: what was learned from its last turn, and a button that undoes it. */
export const LearnedLine = ({ learned: { items, undone, refused }, onUndo, onShow }: Props) => (
  <NoteLine inset className={styles.learnedLine} role="status">
    <Icon of={GraduationCap} size={13} />
    <span className={ui.ellipsis} data-undone={undone || undefined}>
      {[
        words.line(items.length),
        ...(items.length > 0 ? [items.map(({ text }) => text).join("; ")] : []),
      ].join(": ")}
      {refused > 0 && `. ${words.refused(refused)}`}
    </span>
    {items.length === 0 ? null : undone ? (
      <span>{words.undone}</span>
    ) : (
      <button type="button" onClick={onUndo}>
        {words.undo}
      </button>
    )}
    <button type="button" onClick={onShow}>
      {words.show}
    </button>
  </NoteLine>
);
