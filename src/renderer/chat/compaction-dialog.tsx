import { Dialog } from "radix-ui";
import { useEffect, useState } from "react";
import { type Client, Failure } from "#shared/contract/index.ts";
import type { RouteOutput } from "#shared/contract/route.ts";
import type { chatRoutes } from "#shared/contract/chat.ts";
import { Button } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";

type Preview = RouteOutput<(typeof chatRoutes)["chat.previewCompaction"]>;

type Props = {
  client: Client;
  session: string;
  pinned: ReadonlySet<string>;
  onClose: () => void;
  onCompact: () => Promise<void>;
};

/** What a summary would replace, before it does. */
export const CompactionDialog = ({ client, session, pinned, onClose, onCompact }: Props) => {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  const words = t.chat.compaction;

  useEffect(() => {
    client.call("chat.previewCompaction", { session }).then(setPreview, (error: unknown) => {
      setFailure(error instanceof Failure ? error.message : String(error));
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
        <Dialog.Overlay className="overlay" />
        <Dialog.Content className="dialog">
          <Dialog.Title className="dialog-title">{reason ? words.nothing : words.title}</Dialog.Title>
          <Dialog.Description className="dialog-text">{reason ?? words.text}</Dialog.Description>
          {preview && !reason && <Numbers preview={preview} pinned={pinned} />}
          <div className="dialog-actions">
            <Dialog.Close asChild>
              <Button>{reason ? t.close : t.cancel}</Button>
            </Dialog.Close>
            {!reason && (
              <Button kind="primary" disabled={!preview || working} onClick={() => void compact()}>
                {working ? words.working : words.button}
              </Button>
            )}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

const Numbers = ({ preview, pinned }: { preview: Preview; pinned: ReadonlySet<string> }) => {
  const words = t.chat.compaction;
  const { before, kept } = preview.tokens;
  const pins = preview.kept.filter((id) => pinned.has(id)).length;
  return (
    <ul className="compaction-numbers num">
      <li>{words.go(preview.summarised.length)}</li>
      <li>
        {words.stay(preview.kept.length)}
        {pins > 0 && <span className="m">, {words.pins(pins)}</span>}
      </li>
      <li className="m">{words.size(formatCount(before), formatCount(kept))}</li>
    </ul>
  );
};
