import { type SubmitEvent, useState } from "react";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { useAttempt } from "../ui/use-attempt.ts";
import type { NoteKind } from "./memory-store.ts";
import { Select, TextArea } from "../ui/field.tsx";
import { Problem } from "../ui/problem.tsx";
import { Dialog } from "../ui/dialog.tsx";
import ui from "../ui/basics.module.css";
import styles from "./note-dialog.module.css";

type Props = { onAdd: (text: string, kind: NoteKind) => Promise<string>; onClose: () => void };

const words = t.memory.add;
const kinds = Object.keys(words.kinds) as NoteKind[];

export const NoteDialog = ({ onAdd, onClose }: Props) => {
  const [text, setText] = useState("");
  const [kind, setKind] = useState<NoteKind>("note");
  const { failure, attempt } = useAttempt();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void attempt(async () => {
      notify(words.done(await onAdd(text, kind)));
      onClose();
    });
  };
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content>
          <Dialog.Title>{words.title}</Dialog.Title>
          <Dialog.Description>{words.text}</Dialog.Description>
          <form className={styles.noteForm} onSubmit={submit}>
            <TextArea
              aria-label={words.label}
              rows={3}
              required
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
                  event.preventDefault();
                  event.currentTarget.form?.requestSubmit();
                }
              }}
            />
            {failure && (
              <Problem failure={failure} role="alert">
                {failure}
              </Problem>
            )}
            <Dialog.Actions>
              <Select
                className={styles.noteKind}
                aria-label={words.kind}
                value={kind}
                onChange={(event) => setKind(event.currentTarget.value as NoteKind)}
              >
                {kinds.map((each) => (
                  <option key={each} value={each}>
                    {words.kinds[each]}
                  </option>
                ))}
              </Select>
              <span className={ui.grow} />
              <Dialog.Close asChild>
                <Button>{t.cancel}</Button>
              </Dialog.Close>
              <Button kind="primary" type="submit" disabled={text.trim() === ""}>
                {words.save}
              </Button>
            </Dialog.Actions>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
