import { Dialog } from "radix-ui";
import { useState } from "react";
import type { Memory } from "#shared/contract/memory.ts";
import type { CopyKind, ForgottenCopy } from "#shared/contract/memory-life.ts";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { useAttempt } from "../ui/use-attempt.ts";
import type { Forgotten } from "./memory-store.ts";

type Props = {
  memory: Memory;
  /** Where it stands, in words. */
  place: string;
  onForget: () => Promise<Forgotten>;
  onPurge: (forgotten: string, kinds: readonly CopyKind[]) => Promise<number>;
  onClose: () => void;
};

const words = t.memory.forget;

/** First what goes at once, then everything else that still says it. */
export const ForgetDialog = ({ memory, place, onForget, onPurge, onClose }: Props) => {
  const [gone, setGone] = useState<Forgotten | null>(null);
  const [kinds, setKinds] = useState<ReadonlySet<CopyKind>>(new Set());
  const { working, failure, attempt } = useAttempt();
  const forget = () =>
    attempt(async () => {
      const done = await onForget();
      if (done.copies.length > 0) return setGone(done);
      notify(`${words.done}. ${words.nowhere}`);
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
        <Dialog.Overlay className="overlay" />
        <Dialog.Content className="dialog forget-dialog">
          <Dialog.Title className="dialog-title">{gone ? words.copies : words.title}</Dialog.Title>
          {!gone && <blockquote className="forget-text">{memory.text}</blockquote>}
          <Dialog.Description className="dialog-text">
            {gone ? words.copiesText : words.gone}
          </Dialog.Description>
          {gone ? (
            <ul className="forget-list">
              {byKind(gone.copies).map(([kind, copies]) => (
                <li key={kind}>
                  <label>
                    <input type="checkbox" checked={kinds.has(kind)} onChange={() => toggle(kind)} />
                    <span className="b">{words.kinds[kind]}</span>
                  </label>
                  <div className="s t12">
                    {copies.map(({ place: where, count }) => words.where(where, count)).join(", ")}
                  </div>
                </li>
              ))}
            </ul>
          ) : (
            <>
              <ul className="forget-list" data-kind="gone">
                {goesOf(memory, place).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
              <p className="dialog-text">{words.rest}</p>
            </>
          )}
          {failure && (
            <div className="trouble" role="alert">
              {failure}
            </div>
          )}
          <div className="dialog-actions">
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
          </div>
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
