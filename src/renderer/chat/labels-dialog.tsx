import { useState } from "react";
import type { SessionInfo } from "#shared/contract/sessions.ts";
import { labelsIn } from "#shared/model/session-label.ts";
import { Chip } from "../ui/chip.tsx";
import { Input } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { t } from "../ui/messages/index.ts";
import chipsStyles from "./chips.module.css";

type Props = {
  session: SessionInfo;
  /** Labels that other conversations have. */
  known: readonly string[];
  onSave: (labels: readonly string[]) => void;
  onClose: () => void;
};

/** The labels of a conversation, as one line; those in use are a click away. */
export const LabelsDialog = ({ session, known, onSave, onClose }: Props) => {
  const [typed, setTyped] = useState(session.labels.join(", "));
  const words = t.chat.list;
  const chosen = labelsIn(typed);
  const others = known.filter((label) => !chosen.includes(label));
  return (
    <FormDialog
      open
      title={words.labels}
      text={words.labelsText}
      button={words.saveLabels}
      onSubmit={() => onSave(chosen)}
      onClose={onClose}
    >
      <Input
        aria-label={words.labels}
        placeholder={words.labelsExample}
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {others.length > 0 && (
        <div className={chipsStyles.chatChips}>
          {others.map((label) => (
            <Chip
              as="button"
              type="button"
              key={label}
              onClick={() => setTyped([...chosen, label].join(", "))}
            >
              {label}
            </Chip>
          ))}
        </div>
      )}
    </FormDialog>
  );
};
