import { useStore } from "zustand";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { t } from "../ui/messages/index.ts";
import { trustQuestion } from "./trust-question.ts";

const words = t.app.trust;

/** Asked once, when a folder with files for agents is opened for the first time. */
export const TrustDialog = () => {
  const question = useStore(trustQuestion, (state) => state.question);
  if (!question) return null;
  const { folder, signs, answer } = question;
  const name = folder.split(/[\\/]/).findLast((part) => part !== "") ?? folder;
  return (
    <Dialog.Root open onOpenChange={() => answer(null)}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content>
          <Dialog.Title>{words.title(name)}</Dialog.Title>
          <Dialog.Description>{words.question(signs)}</Dialog.Description>
          <Dialog.Actions>
            <Dialog.Close asChild>
              <Button>{t.cancel}</Button>
            </Dialog.Close>
            <Button onClick={() => answer("restricted")}>{words.look}</Button>
            <Button kind="primary" onClick={() => answer("trusted")}>
              {words.mine}
            </Button>
          </Dialog.Actions>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
