import { useCallback, useState } from "react";
import { FolderList } from "../start/folder-list.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Input } from "../ui/field.tsx";
import { t } from "../ui/messages/index.ts";
import { Problem } from "../ui/problem.tsx";
import { useAttempt } from "../ui/use-attempt.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";

const words = t.app.project;

/** Asks for a folder where the host has no dialog for it: typed, completed, or chosen from the list. */
export const OpenDialog = () => {
  const open = useApp((state) => state.openDialog);
  const dropped = useApp((state) => state.droppedFolder);
  const show = useApp((state) => state.show);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => show("openDialog", next)}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content>
          <Dialog.Title>{words.openTitle}</Dialog.Title>
          <Dialog.Description>
            {dropped === null ? words.openText : words.openDropped(dropped)}
          </Dialog.Description>
          <OpenForm typed={dropped === null ? "" : `~/${dropped}`} onDone={() => show("openDialog", false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

/** A separate component, so that the typed text is gone when the dialog closes. */
const OpenForm = ({ typed, onDone }: { typed: string; onDone: () => void }) => {
  const { client, openProject } = useWorkbench();
  const [folder, setFolder] = useState(typed);
  const { working, failure, attempt } = useAttempt();
  const onList = useCallback((typed: string) => client.call("folders.list", { typed }), [client]);
  const submit = () =>
    void attempt(async () => {
      await openProject(folder.trim());
      onDone();
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Input
        required
        spellCheck={false}
        aria-label={words.folder}
        placeholder={words.folderExample}
        value={folder}
        onChange={(event) => setFolder(event.currentTarget.value)}
      />
      <FolderList typed={folder} onList={onList} onPick={setFolder} />
      {failure && (
        <Problem failure={failure} role="alert">
          {failure}
        </Problem>
      )}
      <Dialog.Actions>
        <Dialog.Close asChild>
          <Button>{t.cancel}</Button>
        </Dialog.Close>
        <Button kind="primary" type="submit" disabled={working}>
          {words.openButton}
        </Button>
      </Dialog.Actions>
    </form>
  );
};
