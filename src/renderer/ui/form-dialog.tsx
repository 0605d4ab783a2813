import type { ReactNode, SubmitEvent } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { t } from "./messages/index.ts";

type Props = {
  open: boolean;
  title: string;
  text?: string | undefined;
  /** The word on the button that submits. */
  button: string;
  children: ReactNode;
  onSubmit: (form: FormData) => void;
  onClose: () => void;
};

/** A form in a dialog: a title, fields, and two buttons. Stays open until its owner closes it. */
export const FormDialog = ({ open, title, text, button, children, onSubmit, onClose }: Props) => {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content {...(!text && { "aria-describedby": undefined })}>
          <Dialog.Title>{title}</Dialog.Title>
          {text && <Dialog.Description>{text}</Dialog.Description>}
          <form onSubmit={submit}>
            {children}
            <Dialog.Actions>
              <Dialog.Close asChild>
                <Button>{t.cancel}</Button>
              </Dialog.Close>
              <Button kind="primary" type="submit">
                {button}
              </Button>
            </Dialog.Actions>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
