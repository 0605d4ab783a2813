import { type ComponentType, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { Segmented } from "../ui/segmented.tsx";
import type { Consolidated, ConsolidateMode } from "./memory-store.ts";
import { Problem } from "../ui/problem.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { failureText } from "../ui/failure-text.ts";
import styles from "./consolidate-dialog.module.css";

export type TextsProps = { readonly before: string; readonly after: string };

type Props = {
  /** The editor's component that compares two texts. */
  Diff: ComponentType<TextsProps>;
  onRun: (mode: ConsolidateMode, agreed: string | undefined, signal: AbortSignal) => Promise<Consolidated>;
  onOpen: () => void;
  onClose: () => void;
};

const words = t.memory.consolidate;
const modes = () => (["append", "rewrite"] as const).map((value) => ({ value, label: words.modes[value] }));

/**
 * Takes daily notes over into MEMORY.md: new lines at its end, or a whole new text that is shown before it is
 * written.
 */
export const ConsolidateDialog = ({ Diff, onRun, onOpen, onClose }: Props) => {
  const [mode, setMode] = useState<ConsolidateMode>("append");
  const [proposed, setProposed] = useState<Consolidated | null>(null);
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const run = async (agreed?: string) => {
    const { signal } = (stop.current = new AbortController());
    setWorking(true);
    setFailure(null);
    try {
      const done = await onRun(mode, agreed, signal);
      if (mode === "rewrite" && agreed === undefined && done.after !== done.before) return setProposed(done);
      notify(done.written ? words.done : words.nothing, {
        ...(done.written && { action: { label: words.open, run: onOpen } }),
      });
      onClose();
    } catch (error) {
      if (!signal.aborted) setFailure(failureText(error));
    } finally {
      setWorking(false);
    }
  };

  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content className={styles.consolidate} data-wide={proposed !== null || undefined}>
          <Dialog.Title>{proposed ? words.proposed : words.title}</Dialog.Title>
          <Dialog.Description>{proposed ? words.proposedText : words.texts[mode]}</Dialog.Description>
          {proposed ? (
            <div className={styles.consolidateDiff}>
              <Diff before={proposed.before} after={proposed.after} />
            </div>
          ) : (
            <Segmented label={words.mode} value={mode} options={modes()} onChange={setMode} />
          )}
          {failure && (
            <Problem failure={failure} role="alert">
              {failure}
            </Problem>
          )}
          <Dialog.Actions>
            <Dialog.Close asChild>
              <Button>{proposed ? words.leave : t.cancel}</Button>
            </Dialog.Close>
            <Button kind="primary" disabled={working} onClick={() => void run(proposed?.after)}>
              {working ? words.working : proposed ? words.write : words.buttons[mode]}
            </Button>
          </Dialog.Actions>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
