import { useEffect, useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import type { RouteOutput } from "#shared/contract/route.ts";
import type { chatRoutes } from "#shared/contract/chat.ts";
import { Button } from "../ui/button.tsx";
import { formatTokens } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { Dialog } from "../ui/dialog.tsx";
import { classes } from "../ui/classes.ts";
import { failureText } from "../ui/failure-text.ts";
import ui from "../ui/basics.module.css";
import styles from "./compaction-dialog.module.css";

type Preview = RouteOutput<(typeof chatRoutes)["chat.previewCompaction"]>;

type Props = {
  client: Client;
  session: string;
  pinned: ReadonlySet<string>;
  onClose: () => void;
  onCompact: () => Promise<void>;
};

/** Shows what a summary would replace, before it does. */
export const CompactionDialog = ({ client, session, pinned, onClose, onCompact }: Props) => {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  const words = t.chat.compaction;

  useEffect(() => {
    client.call("chat.previewCompaction", { session }).then(setPreview, (error: unknown) => {
      setFailure(failureText(error));
    });
  }, [client, session]);

  const compact = async () => {
    setWorking(true);
    await onCompact();
    onClose();
  };
  const reason = failure ?? preview?.reason ?? null;

  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content>
          <Dialog.Title>{reason ? words.nothing : words.title}</Dialog.Title>
          <Dialog.Description>{reason ?? words.text}</Dialog.Description>
          {preview && !reason && <Numbers preview={preview} pinned={pinned} />}
          <Dialog.Actions>
            <Dialog.Close asChild>
              <Button>{reason ? t.close : t.cancel}</Button>
            </Dialog.Close>
            {!reason && (
              <Button kind="primary" disabled={!preview || working} onClick={() => void compact()}>
                {working ? words.working : words.button}
              </Button>
            )}
          </Dialog.Actions>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

const Numbers = ({ preview, pinned }: { preview: Preview; pinned: ReadonlySet<string> }) => {
  const words = t.chat.compaction;
  const { before, kept, exact } = preview.tokens;
  const pins = preview.kept.filter((id) => pinned.has(id)).length;
  return (
    <ul className={classes(styles.compactionNumbers, ui.num)}>
      <li>{words.go(preview.summarised.length)}</li>
      <li>
        {words.stay(preview.kept.length)}
        {pins > 0 && <span className={ui.muted}>, {words.pins(pins)}</span>}
      </li>
      <li className={ui.muted}>{words.size(formatTokens(before, exact), formatTokens(kept, exact))}</li>
    </ul>
  );
};
