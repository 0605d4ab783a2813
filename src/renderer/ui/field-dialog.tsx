import type { SubmitEvent } from "react";
import { Button } from "./button.tsx";
import { t } from "./messages/index.ts";
import { Input } from "./field.tsx";
import { Problem } from "./problem.tsx";
import { Dialog } from "./dialog.tsx";

type Props = {
  open: boolean;
  title: string;
  text?: string;
  /** The field's label, an example, and its initial text. */
  label: string;
  example?: string;
  value?: string;
  button: string;
  /** Why the last attempt failed. */
  failure?: string | null;
  onSubmit: (value: string) => void;
  onClose: () => void;
};

/** Asks for one line. Stays open until its owner closes it, so that a failure can be shown in place. */
export const FieldDialog = ({ open, onSubmit, onClose, ...words }: Props) => {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = new FormData(event.currentTarget).get("value");
    if (typeof value === "string" && value.trim()) onSubmit(value.trim());
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content {...(!words.text && { "aria-describedby": undefined })}>
          <Dialog.Title>{words.title}</Dialog.Title>
          {words.text && <Dialog.Description>{words.text}</Dialog.Description>}
          <form onSubmit={submit}>
            <Input
              name="value"
              required
              spellCheck={false}
              defaultValue={words.value}
              aria-label={words.label}
              placeholder={words.example}
            />
            {words.failure && <Problem role="alert">{words.failure}</Problem>}
            <Dialog.Actions>
              <Dialog.Close asChild>
                <Button>{t.cancel}</Button>
              </Dialog.Close>
              <Button kind="primary" type="submit">
                {words.button}
              </Button>
            </Dialog.Actions>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
