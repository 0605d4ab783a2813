import { useState } from "react";
import { Failure } from "#shared/contract/index.ts";
import { FieldDialog } from "../ui/field-dialog.tsx";
import { t } from "../ui/messages/index.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";

/** Asks for a folder by its path: the one way that every host has. */
export const OpenDialog = () => {
  const { openProject } = useWorkbench();
  const open = useApp((state) => state.openDialog);
  const show = useApp((state) => state.show);
  const [failure, setFailure] = useState<string | null>(null);
  const words = t.app.project;

  const close = () => {
    setFailure(null);
    show("openDialog", false);
  };
  const openFolder = async (folder: string) => {
    try {
      await openProject(folder);
      close();
    } catch (error) {
      setFailure(error instanceof Failure ? error.message : String(error));
    }
  };

  return (
    <FieldDialog
      open={open}
      title={words.openTitle}
      text={words.openText}
      label={words.folder}
      example={words.folderExample}
      button={words.openButton}
      failure={failure}
      onSubmit={(folder) => void openFolder(folder)}
      onClose={close}
    />
  );
};
