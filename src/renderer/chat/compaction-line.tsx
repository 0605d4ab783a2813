import { FoldVertical } from "lucide-react";
import { useState } from "react";
import type { CompactionEntry } from "#shared/model/session-entry.ts";
import { formatCount } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { useChatActions } from "./chat-actions.ts";

type Props = {
  entry: CompactionEntry;
  summary: string;
  turns: { readonly from: number; readonly to: number };
};

/** Above this line the model sees a summary. */
export const CompactionLine = ({ entry, summary, turns }: Props) => {
  const { undoCompaction } = useChatActions();
  const [open, setOpen] = useState(false);
  const words = t.chat.compaction;
  const { tokens, freed } = entry;
  const size = tokens
    ? words.tokens(formatCount(tokens.before), formatCount(tokens.after))
    : words.freed(formatCount(freed));
  return (
    <section className="compaction" aria-label={words.line(turns.from, turns.to)}>
      <div className="compaction-line num">
        <Icon of={FoldVertical} size={14} />
        <button
          type="button"
          aria-expanded={open}
          title={open ? words.hide : words.show}
          onClick={() => setOpen(!open)}
        >
          {words.line(turns.from, turns.to)}, {size}
        </button>
        <button type="button" className="link" onClick={undoCompaction}>
          {words.undo}
        </button>
      </div>
      {open && <p className="compaction-summary">{summary}</p>}
    </section>
  );
};
