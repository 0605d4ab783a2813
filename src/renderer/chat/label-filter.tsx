import { Pencil, X } from "lucide-react";
import { useState } from "react";
import { Chip } from "../ui/chip.tsx";
import { Input } from "../ui/field.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import styles from "./label-filter.module.css";

type Props = {
  labels: readonly string[];
  chosen: string | null;
  onChoose: (label: string | null) => void;
  /** Null removes it from every conversation. */
  onRename: (from: string, to: string | null) => void;
};

/** Only conversations with one label; the chosen one can be renamed or removed everywhere. */
export const LabelFilter = ({ labels, chosen, onChoose, onRename }: Props) => {
  const [edited, setEdited] = useState<string | null>(null);
  const words = t.chat.list;
  return (
    <div className={styles.filter} role="group" aria-label={words.labels}>
      {labels.map((label) => (
        <Chip
          as="button"
          type="button"
          key={label}
          kind={label === chosen ? "ok" : "outline"}
          aria-pressed={label === chosen}
          onClick={() => onChoose(label === chosen ? null : label)}
        >
          {label}
        </Chip>
      ))}
      {chosen !== null && edited === null && (
        <>
          <IconButton
            icon={Pencil}
            size={13}
            label={words.renameLabel(chosen)}
            onClick={() => setEdited(chosen)}
          />
          <IconButton
            icon={X}
            size={13}
            label={words.removeLabel(chosen)}
            onClick={() => onRename(chosen, null)}
          />
        </>
      )}
      {chosen !== null && edited !== null && (
        <Input
          autoFocus
          aria-label={words.renameLabel(chosen)}
          maxLength={40}
          value={edited}
          onChange={(event) => setEdited(event.currentTarget.value)}
          onBlur={() => setEdited(null)}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key === "Escape") setEdited(null);
            if (event.key !== "Enter") return;
            event.preventDefault();
            const to = edited.trim();
            setEdited(null);
            if (to === "" || to === chosen) return;
            onRename(chosen, to);
            onChoose(to);
          }}
        />
      )}
    </div>
  );
};
