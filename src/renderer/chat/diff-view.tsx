import { useMemo, useState } from "react";
import { visibleText } from "#shared/model/visible-text.ts";
import { t } from "../ui/messages/index.ts";
import { changedLines, type ChangedLine } from "./changed-lines.ts";
import styles from "./diff-view.module.css";

type Props = { before: string; after: string; /** Lines shown at first. */ first?: number };

export const DiffView = ({ before, after, first = 12 }: Props) => {
  const [whole, setWhole] = useState(false);
  const lines = useMemo(() => changedLines(before, after), [before, after]);
  const shown = whole || lines.length <= first + 1 ? lines : lines.slice(0, first);
  const more = lines.length - shown.length;
  return (
    <div className={styles.diff} role="group" aria-label={t.chat.approval.changes} tabIndex={0}>
      {shown.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of a diff have nothing but their place.
        <div key={index} data-kind={line.kind}>
          <i aria-hidden="true">{marks[line.kind]}</i>
          <span>{visibleText(line.text)}</span>
        </div>
      ))}
      {more > 0 && (
        <button type="button" onClick={() => setWhole(true)}>
          <i aria-hidden="true">⋮</i>
          {t.chat.approval.more(more)}
        </button>
      )}
    </div>
  );
};

const marks: Readonly<Record<ChangedLine["kind"], string>> = { added: "+", removed: "−", same: " " };
