import { useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import { failureText } from "../ui/failure-text.ts";
import { FieldDialog } from "../ui/field-dialog.tsx";
import { t } from "../ui/messages/index.ts";

type Props = {
  /** What the link says. */
  target: string;
  /** The note the link stands in. */
  from: string;
  client: Client;
  onCreated: (path: string) => void;
  onClose: () => void;
};

/** Offers to create the note that a link names. */
export const NewNoteDialog = ({ target, from, client, onCreated, onClose }: Props) => {
  const [failure, setFailure] = useState<string | null>(null);
  const create = async (path: string) => {
    try {
      await client.call("workspace.create", { root: "project", path, kind: "file" });
      onClose();
      onCreated(path);
    } catch (error) {
      setFailure(failureText(error));
    }
  };
  return (
    <FieldDialog
      open
      title={t.editor.note.create(target)}
      text={t.editor.note.createText}
      label={t.editor.note.createPath}
      value={pathFor(target, from)}
      button={t.editor.note.createButton}
      failure={failure}
      onSubmit={(path) => void create(path)}
      onClose={onClose}
    />
  );
};

/** Beside the note that links to it. */
const pathFor = (target: string, from: string): string => {
  const folder = from.slice(0, from.lastIndexOf("/") + 1);
  const name = /\.[a-z\d]{1,8}$/i.test(target) ? target : `${target}.md`;
  return folder + name.replace(/^\/+/, "");
};
