import { FoldVertical } from "lucide-react";
import { useState } from "react";
import type { CompactionEntry } from "#shared/model/session-entry.ts";
import { formatTokens } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { useChatActions } from "./chat-actions.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./compaction-line.module.css";

type Props = {
  entry: CompactionEntry;
  summary: string;
  turns: { readonly from: number; readonly to: number };
};

/** Instead of the messages above this line, the model sees a summary. */
export const CompactionLine = ({ entry, summary, turns }: Props) => {
  const { undoCompaction } = useChatActions();
  const [open, setOpen] = useState(false);
  const words = t.chat.compaction;
  const { tokens, freed } = entry;
  const size = tokens
    ? words.tokens(
        formatTokens(tokens.before, tokens.exact === true),
        formatTokens(tokens.after, tokens.exact === true),
      )
    : words.freed(formatTokens(freed, false));
  return (
    <section className={styles.compaction} aria-label={words.line(turns.from, turns.to)}>
      <div className={classes(styles.compactionLine, ui.num)}>
        <Icon of={FoldVertical} size={14} />
        <button
          type="button"
          aria-expanded={open}
          title={open ? words.hide : words.show}
          onClick={() => setOpen(!open)}
        >
          {words.line(turns.from, turns.to)}, {size}
        </button>
        <LinkButton onClick={undoCompaction}>{words.undo}</LinkButton>
      </div>
      {open && <p className={styles.compactionSummary}>{summary}</p>}
    </section>
  );
};
