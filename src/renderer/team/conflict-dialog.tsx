import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { failureText } from "../ui/failure-text.ts";
import { t } from "../ui/messages/index.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import type { ThreeTexts } from "./team-state.ts";
import ui from "../ui/basics.module.css";
import styles from "./conflict-dialog.module.css";

const words = t.team.conflict;

/** The editor's component for three texts. */
export type TextsProps = {
  words: {
    readonly title: string;
    readonly text: string;
    readonly merged: (marks: number) => string;
    readonly marks: (count: number) => string;
    readonly sides: string;
    readonly theirs: string;
    readonly base: string;
    readonly mine: string;
    readonly merge: string;
    readonly save: string;
  };
  path: string;
  base: string;
  mine: string;
  theirs: string;
  onSave: (text: string) => void;
  children: ReactNode;
};

type Props = {
  name: string;
  path: string;
  /** Null: nobody changed it in the meantime. */
  read: () => Promise<ThreeTexts | null>;
  Texts: ComponentType<TextsProps>;
  onAccept: (body: string, baseVersion: number) => void;
  onDecline: () => void;
  onClose: () => void;
};

/** Where a change began, what is there now, and what is proposed: the reviewer makes one text of them. */
export const ConflictDialog = ({ name, path, read, Texts, onAccept, onDecline, onClose }: Props) => {
  const [texts, setTexts] = useState<ThreeTexts | null | undefined>(undefined);
  const [failure, setFailure] = useState<string | null>(null);
  const load = () => {
    setFailure(null);
    read().then(setTexts, (error: unknown) => setFailure(failureText(error)));
  };
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- Read once: a text must not change under the reader.
  useEffect(load, []);
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content className={styles.dialog} aria-describedby={undefined}>
          <Dialog.Title className={ui.spoken}>{words.title(name)}</Dialog.Title>
          <div className={styles.texts}>
            {failure !== null && <FailedState title={words.loading} failure={failure} onRetry={load} />}
            {failure === null && texts === undefined && <Skeleton label={words.loading} rows={8} />}
            {texts === null && <p className={ui.padded}>{words.gone}</p>}
            {texts && (
              <Texts
                words={{
                  ...words,
                  title: words.title(name),
                  theirs: words.present,
                  mine: words.proposed,
                  save: words.take,
                }}
                path={path}
                base={texts.base}
                mine={texts.proposed}
                theirs={texts.present.body}
                onSave={(body) => onAccept(body, texts.present.version)}
              >
                <Button size="small" onClick={onDecline}>
                  {words.decline}
                </Button>
              </Texts>
            )}
          </div>
          <Dialog.Actions className={styles.foot}>
            <Dialog.Close asChild>
              <Button>{t.close}</Button>
            </Dialog.Close>
          </Dialog.Actions>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
