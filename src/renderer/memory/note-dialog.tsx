import { Dialog } from "radix-ui";
import { type SubmitEvent, useState } from "react";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { useAttempt } from "../ui/use-attempt.ts";
import type { NoteKind } from "./memory-store.ts";

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
        <Dialog.Overlay className="overlay" />
        <Dialog.Content className="dialog">
          <Dialog.Title className="dialog-title">{words.title}</Dialog.Title>
          <Dialog.Description className="dialog-text">{words.text}</Dialog.Description>
          <form className="note-form" onSubmit={submit}>
            <textarea
              className="field form-area"
              aria-label={words.label}
              rows={3}
              required
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            {failure && (
              <div className="trouble" role="alert">
                {failure}
              </div>
            )}
            <div className="dialog-actions">
              <select
                className="field note-kind"
                aria-label={words.kind}
                value={kind}
                onChange={(event) => setKind(event.currentTarget.value as NoteKind)}
              >
                {kinds.map((each) => (
                  <option key={each} value={each}>
                    {words.kinds[each]}
                  </option>
                ))}
              </select>
              <span className="grow" />
              <Dialog.Close asChild>
                <Button>{t.cancel}</Button>
              </Dialog.Close>
              <Button kind="primary" type="submit" disabled={text.trim() === ""}>
                {words.save}
              </Button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
