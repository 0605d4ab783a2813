import { File, Folder, MessageSquare, Trash2, type LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { TrashItem } from "#shared/contract/trash.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { formatBytes } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { told } from "../ui/told.ts";
import { formatWhen } from "../ui/when.ts";
import { actorName } from "./actor-name.ts";
import type { TrashState, TrashStore } from "./trash-store.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./trash-pane.module.css";

type Props = {
  store: TrashStore;
  agentName: (id: string) => string | undefined;
  /** Brings back what is in the system's trash, from its kept text. */
  onUndo: (change: string) => void;
  onLimits: () => void;
};

const words = t.trash;

/** Deleted files and conversations: when, by whom, how large, and a button to restore it. */
export const TrashPane = ({ store, agentName, onUndo, onLimits }: Props) => {
  const state = useStore(store);
  const { status, failure, items } = state;
  useEffect(() => void store.getState().load(), [store]);
  if (status === "loading") return <Skeleton label={words.loading} rows={6} />;
  if (status === "failed") {
    return <FailedState title={words.failed} failure={failure} onRetry={() => void state.load()} />;
  }
  if (items.length === 0) {
    return (
      <EmptyState topic="trash" icon={Trash2} title={words.empty}>
        {words.emptyText}
      </EmptyState>
    );
  }
  const restore = (item: TrashItem) => {
    if (item.where === "system" && item.change !== null) return onUndo(item.change);
    told(state.restore(item).then(() => notify(words.restored(nameOf(item)))));
  };
  return (
    <div className={styles.trash}>
      <Head state={state} onLimits={onLimits} />
      <ul className={styles.list} aria-label={words.list}>
        {items.map((item) => (
          <li key={item.id} className={styles.item}>
            <Icon of={icons[item.kind]} size={14} />
            <span className={ui.grow}>
              <span className={classes(ui.ellipsis, styles.name)} title={nameOf(item)}>
                {nameOf(item)}
              </span>
              <span className={classes(ui.quiet, ui.small, ui.num)}>
                {words.deleted(item.actor && actorName(item.actor, agentName), formatWhen(item.at))}
                {", "}
                {item.where === "system" ? words.inSystem : formatBytes(item.bytes)}
              </span>
            </span>
            <Button size="small" aria-label={words.restoreOne(nameOf(item))} onClick={() => restore(item)}>
              {words.restore}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
};

const Head = ({ state, onLimits }: { state: TrashState; onLimits: () => void }) => {
  const [asking, setAsking] = useState(false);
  const { items, bytes, limits } = state;
  const own = items.filter(({ where }) => where === "project").length;
  const empty = () => {
    setAsking(false);
    told(state.empty().then(() => notify(words.emptied)));
  };
  return (
    <div className={styles.head}>
      <p className={classes(ui.grow, ui.muted, ui.small, ui.num)}>
        {words.used(own, formatBytes(bytes))} {limits && words.limits(limits.days, formatBytes(limits.bytes))}{" "}
        <LinkButton onClick={onLimits}>{t.changes.setLimits}</LinkButton>
      </p>
      <Button size="small" disabled={own === 0} onClick={() => setAsking(true)}>
        {words.emptyIt}
      </Button>
      <Dialog.Root open={asking} onOpenChange={setAsking}>
        <Dialog.Portal>
          <Dialog.Overlay />
          <Dialog.Content>
            <Dialog.Title>{words.question(own)}</Dialog.Title>
            <Dialog.Description>{words.questionText}</Dialog.Description>
            <Dialog.Actions>
              <Dialog.Close asChild>
                <Button>{t.cancel}</Button>
              </Dialog.Close>
              <Button kind="primary" onClick={empty}>
                {words.emptyNow}
              </Button>
            </Dialog.Actions>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </div>
  );
};

const nameOf = ({ name, kind }: TrashItem): string =>
  name || (kind === "conversation" ? t.chat.list.untitled : "");

const icons: Readonly<Record<TrashItem["kind"], LucideIcon>> = {
  file: File,
  folder: Folder,
  conversation: MessageSquare,
};
