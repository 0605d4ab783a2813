import { useState } from "react";
import type { Memory } from "#shared/contract/memory.ts";
import type { CopyKind, ForgottenCopy } from "#shared/contract/memory-life.ts";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { useAttempt } from "../ui/use-attempt.ts";
import type { Forgotten } from "./memory-store.ts";
import { Problem } from "../ui/problem.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import dialogStyles from "../ui/dialog.module.css";
import styles from "./forget-dialog.module.css";

type Props = {
  memory: Memory;
  /** The place of the copy, in words. */
  place: string;
  onForget: () => Promise<Forgotten>;
  onPurge: (forgotten: string, kinds: readonly CopyKind[]) => Promise<number>;
  onClose: () => void;
};

const words = t.memory.forget;

/** First what is removed at once, then everything else that still contains it. */
export const ForgetDialog = ({ memory, place, onForget, onPurge, onClose }: Props) => {
  const [gone, setGone] = useState<Forgotten | null>(null);
  const [kinds, setKinds] = useState<ReadonlySet<CopyKind>>(new Set());
  const { working, failure, attempt } = useAttempt();
  const forget = () =>
    attempt(async () => {
      const done = await onForget();
      if (done.copies.length > 0) return setGone(done);
      notify(
        `${words.done}. ${done.versions > 0 ? `${words.versions(done.versions)} ` : ""}${words.nowhere}`,
      );
      onClose();
    });
  const purge = (forgotten: string) =>
    attempt(async () => {
      notify(words.purged(await onPurge(forgotten, [...kinds])));
      onClose();
    });
  const toggle = (kind: CopyKind) => {
    const next = new Set(kinds);
    if (!next.delete(kind)) next.add(kind);
    setKinds(next);
  };

  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content className={styles.forgetDialog}>
          <Dialog.Title>{gone ? words.copies : words.title}</Dialog.Title>
          {!gone && <blockquote className={styles.forgetText}>{memory.text}</blockquote>}
          <Dialog.Description>{gone ? words.copiesText : words.gone}</Dialog.Description>
          {gone ? (
            <ul className={styles.forgetList}>
              {byKind(gone.copies).map(([kind, copies]) => (
                <li key={kind}>
                  <label>
                    <input type="checkbox" checked={kinds.has(kind)} onChange={() => toggle(kind)} />
                    <span className={ui.strong}>{words.kinds[kind]}</span>
                  </label>
                  <div className={classes(ui.quiet, ui.small)}>
                    {copies.map(({ place: where, count }) => words.where(where, count)).join(", ")}
                  </div>
                </li>
              ))}
            </ul>
          ) : (
            <>
              <ul className={styles.forgetList} data-kind="gone">
                {goesOf(memory, place).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
              <p className={dialogStyles.text}>{words.rest}</p>
            </>
          )}
          {failure && (
            <Problem failure={failure} role="alert">
              {failure}
            </Problem>
          )}
          <Dialog.Actions>
            <Dialog.Close asChild>
              <Button>{gone ? words.leave : t.cancel}</Button>
            </Dialog.Close>
            {gone ? (
              <Button
                kind="primary"
                disabled={working || kinds.size === 0}
                onClick={() => void purge(gone.forgotten)}
              >
                {working ? words.working : words.purge}
              </Button>
            ) : (
              <Button kind="primary" disabled={working} onClick={() => void forget()}>
                {working ? words.working : words.button}
              </Button>
            )}
          </Dialog.Actions>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

/** What forgetting removes at once, by the kind of memory. */
export const goesOf = ({ tier, line }: Pick<Memory, "tier" | "line">, place: string): readonly string[] => {
  const own = {
    session: words.message,
    graph: words.link,
    procedural: words.workflow,
    profile: words.profile,
  };
  const first = line === null ? own[tier as keyof typeof own] : words.line(place);
  return [...(first ? [first] : []), words.index];
};

const byKind = (
  copies: readonly ForgottenCopy[],
): readonly (readonly [CopyKind, readonly ForgottenCopy[]])[] => {
  const kinds = new Map<CopyKind, ForgottenCopy[]>();
  for (const copy of copies) {
    const known = kinds.get(copy.kind);
    if (known) known.push(copy);
    else kinds.set(copy.kind, [copy]);
  }
  return [...kinds];
};
