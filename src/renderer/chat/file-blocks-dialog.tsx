import { Dialog } from "radix-ui";
import { useEffect, useState } from "react";
import { type Client, Failure } from "#shared/contract/index.ts";
import type { ParsedBlocks } from "#shared/model/path-fences.ts";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { DiffView } from "./diff-view.tsx";
import { tell } from "./session-commands.ts";

type Props = { client: Client; blocks: ParsedBlocks; onClose: () => void };

/** A file as it is and as the answer would have it. `hash` null: it does not exist yet. */
type Change = {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly hash: string | null;
};

/** The files an answer hands back: every difference first, then all of them with one click, or none. */
export const FileBlocksDialog = ({ client, blocks, onClose }: Props) => {
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
      await client.call("workspace.writeAll", { root: "project", files });
      onClose();
      notify(words.done(files.length));
    });

  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content className="dialog apply-dialog file-blocks" aria-describedby={undefined}>
          <Dialog.Title className="dialog-title">{words.title(blocks.files.length)}</Dialog.Title>
          {changes?.map((change) => (
            <section key={change.path} aria-label={change.path}>
              <h3 className="b t12">
                {change.path} {change.hash === null && <span className="m">{words.isNew}</span>}
              </h3>
              {change.hash !== null && change.before === change.after ? (
                <p className="m t12">{words.same}</p>
              ) : (
                <DiffView before={change.before} after={change.after} first={14} />
              )}
            </section>
          ))}
          {blocks.refused.map(({ path, reason }) => (
            <p key={path} className="warn-text t12">
              {words.refused(path, reason)}
            </p>
          ))}
          <div className="dialog-actions">
            <Dialog.Close asChild>
              <Button>{t.cancel}</Button>
            </Dialog.Close>
            <Button kind="primary" disabled={different.length === 0} onClick={() => void apply()}>
              {words.button(different.length)}
            </Button>
          </div>
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
