import { useEffect, useState } from "react";
import { type Client, Failure } from "#shared/contract/index.ts";
import type { ParsedBlocks } from "#shared/model/path-fences.ts";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { offerUndo } from "../ui/undo-change.ts";
import { DiffView } from "./diff-view.tsx";
import { tell } from "./session-commands.ts";
import { Dialog } from "../ui/dialog.tsx";
import { classes } from "../ui/classes.ts";
import applyDialogStyles from "./apply-dialog.module.css";
import ui from "../ui/basics.module.css";
import styles from "./file-blocks-dialog.module.css";

type Props = {
  client: Client;
  blocks: ParsedBlocks;
  /** The answer they stand in. */
  from: { readonly session: string; readonly message: string } | null;
  onClose: () => void;
};

/** A file in its current and its proposed state. `hash` null: it does not exist yet. */
type Change = {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly hash: string | null;
};

/** The files in an answer: every difference first, then all of them are written with one click, or none. */
export const FileBlocksDialog = ({ client, blocks, from, onClose }: Props) => {
  const [changes, setChanges] = useState<readonly Change[] | null>(null);
  const words = t.chat.fileBlocks;
  useEffect(() => {
    let left = false;
    void tell(async () => {
      const found = await Promise.all(blocks.files.map((file) => readChange(client, file)));
      if (!left) setChanges(found);
    });
    return () => {
      left = true;
    };
  }, [client, blocks]);

  const different = changes?.filter(({ before, after, hash }) => hash === null || before !== after) ?? [];
  const apply = () =>
    tell(async () => {
      const files = different.map(({ path, after, hash }) => ({ path, text: after, baseHash: hash }));
      const written = await client.call("workspace.writeAll", { root: "project", ...from, files });
      onClose();
      const change = written.files.find((file) => file.change !== null)?.change;
      notify(words.done(files.length), offerUndo(client, change));
    });

  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content
          className={classes(applyDialogStyles.applyDialog, styles.fileBlocks)}
          aria-describedby={undefined}
        >
          <Dialog.Title>{words.title(blocks.files.length)}</Dialog.Title>
          {changes?.map((change) => (
            <section key={change.path} aria-label={change.path}>
              <h3 className={classes(ui.strong, ui.small)}>
                {change.path} {change.hash === null && <span className={ui.muted}>{words.isNew}</span>}
              </h3>
              {change.hash !== null && change.before === change.after ? (
                <p className={classes(ui.muted, ui.small)}>{words.same}</p>
              ) : (
                <DiffView before={change.before} after={change.after} first={14} />
              )}
            </section>
          ))}
          {blocks.refused.map(({ path, reason }) => (
            <p key={path} className={classes(ui.warn, ui.small)}>
              {words.refused(path, reason)}
            </p>
          ))}
          <Dialog.Actions>
            <Dialog.Close asChild>
              <Button>{t.cancel}</Button>
            </Dialog.Close>
            <Button kind="primary" disabled={different.length === 0} onClick={() => void apply()}>
              {words.button(different.length)}
            </Button>
          </Dialog.Actions>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

const readChange = async (
  client: Client,
  { path, text }: { path: string; text: string },
): Promise<Change> => {
  try {
    const file = await client.call("workspace.read", { path, root: "project" });
    return { path, before: file.text, after: text, hash: file.hash };
  } catch (error) {
    if (error instanceof Failure && error.code === "not-found")
      return { path, before: "", after: text, hash: null };
    throw error;
  }
};
