import { Moon, Plus } from "lucide-react";
import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { Memory } from "#shared/contract/memory.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { workspacePrefix } from "../ui/workspace-path.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { saveText } from "../ui/save-text.ts";
import { Segmented } from "../ui/segmented.tsx";
import { told } from "../ui/told.ts";
import { useMedia } from "../ui/use-media.ts";
import { ConsolidateDialog, type TextsProps } from "./consolidate-dialog.tsx";
import { sweepsIn } from "./diary-sweeps.ts";
import { DreamPanel } from "./dream-panel.tsx";
import { ForgetDialog } from "./forget-dialog.tsx";
import { lastLearned } from "./learned-store.ts";
import { LearnedCard } from "./learned-card.tsx";
import { type MemoryActions, MemoryActionsContext } from "./memory-actions.ts";
import { MemoryContent } from "./memory-content.tsx";
import { MemoryMenu } from "./memory-menu.tsx";
import { MemorySearch } from "./memory-search.tsx";
import { MemorySide } from "./memory-side.tsx";
import { MemorySwitches } from "./memory-switches.tsx";
import type { MemoryStores } from "./memory-stores.ts";
import { NoteDialog } from "./note-dialog.tsx";
import { type MemoryPlace, placeName, placeOf } from "./place.ts";
import { useUndoLearned } from "./use-undo-learned.ts";
import ui from "../ui/basics.module.css";
import styles from "./memory-pane.module.css";

type Props = {
  stores: MemoryStores;
  /** The agent whose conversation is open; its memory is shown first. */
  agent: string | undefined;
  /** The open folder is not trusted. */
  isRestricted: boolean;
  titleOf: (session: string) => string | undefined;
  onOpen: (place: NonNullable<MemoryPlace>) => void;
  onOpenFile: (path: string) => void;
  /** Shows what would be shared with a team; undefined where there is none. */
  onShare: ((memory: Memory) => void) | undefined;
  /** Further answers to the query, from elsewhere. */
  also: (query: string) => ReactNode;
  /** Shows what a prompt has room for. */
  onBudget: () => void;
  /** The editor's component that compares two texts. */
  Diff: ComponentType<TextsProps>;
};

type Dialog =
  | { readonly kind: "note" | "consolidate" }
  | { readonly kind: "forget"; readonly memory: Memory };

const words = t.memory;
const views = () => (["list", "graph"] as const).map((value) => ({ value, label: words.views[value] }));

/** Tiers and shelves, the list with its search, and what the next dream would keep. */
export const MemoryPane = (props: Props) => {
  const { stores, agent: first, onOpenFile } = props;
  const { memories: store, dreams, learned: learnedStore } = stores;
  const { agents, agent, stats, shelf } = useStore(store);
  const learned = useStore(learnedStore, (state) => state.learned);
  const sweeps = useStore(dreams, (state) => sweepsIn(state.diary?.text ?? "").length);
  const wide = useMedia("(min-width: 1180px)");
  const [dreamShown, showDream] = useState<boolean | null>(null);
  const [view, setView] = useState<"list" | "graph">("list");
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const undoLearned = useUndoLearned(learnedStore);
  const workspace = agent?.workspace ?? "";

  const load = useMemo(
    () => (id: string | undefined) => {
      void store.getState().load(id);
      void dreams.getState().load(id);
      told(learnedStore.getState().load());
    },
    [store, dreams, learnedStore],
  );
  useEffect(() => load(store.getState().agent?.id ?? first), [load, store, first]);

  const actions = usePaneActions(props, workspace, setDialog);
  const own = learned.filter((each) => each.agent === agent?.id);
  const last = lastLearned(learned, agent?.id);
  const isDreamShown = dreamShown ?? wide;
  return (
    <section className={styles.memory} aria-label={words.title} data-dream={isDreamShown || undefined}>
      <MemorySide
        agents={agents}
        agent={agent}
        stats={stats}
        shelf={view === "graph" ? "graph" : shelf}
        learned={own.length}
        dreams={sweeps}
        onShelf={(next) => {
          if (next !== "graph") setView("list");
          void store.getState().show(next);
        }}
        onAgent={load}
      >
        {last && <LearnedCard learned={last} last={last === own[0]} onUndo={() => undoLearned(last)} />}
        {agent && (
          <MemorySwitches
            agent={agent}
            isRestricted={props.isRestricted}
            onSwitch={(key, on) => told(store.getState().setSwitch(key, on))}
          />
        )}
      </MemorySide>
      <div className={styles.memoryMain}>
        <header className={styles.memoryHead}>
          <h1>{words.title}</h1>
          <MemorySearch store={store} onSearch={() => setView("list")} />
          <Segmented label={words.view} value={view} options={views()} onChange={setView} />
          <span className={ui.row}>
            <IconButton
              icon={Plus}
              size={15}
              label={words.add.button}
              onClick={() => setDialog({ kind: "note" })}
            />
            <MemoryMenu
              onConsolidate={() => setDialog({ kind: "consolidate" })}
              onExport={() =>
                told(
                  store
                    .getState()
                    .export()
                    .then(({ name, text }) => {
                      saveText(name, text);
                      notify(words.exported(name));
                    }),
                )
              }
              onImport={(file) => told(importFrom(stores, file))}
            />
            <IconButton
              icon={Moon}
              size={15}
              label={words.dream.show}
              aria-pressed={isDreamShown}
              onClick={() => showDream(!isDreamShown)}
            />
          </span>
        </header>
        <MemoryActionsContext value={actions}>
          <MemoryContent
            stores={stores}
            view={view}
            also={props.also}
            learned={own}
            onUndoLearned={undoLearned}
            onUndoDream={(sweep) =>
              told(
                dreams
                  .getState()
                  .undo(sweep)
                  .then((removed) => notify(words.dream.undone(removed))),
              )
            }
            onOpenFile={onOpenFile}
            onOpenDiary={() => onOpenFile(`${workspacePrefix(workspace)}DREAMS.md`)}
          />
        </MemoryActionsContext>
      </div>
      {isDreamShown && <DreamPanel store={dreams} onClose={() => showDream(false)} />}
      <Dialogs {...props} dialog={dialog} workspace={workspace} onClose={() => setDialog(null)} />
    </section>
  );
};

const usePaneActions = (
  { stores: { memories: store }, titleOf, onOpen, onShare, onBudget }: Props,
  workspace: string,
  show: (dialog: Dialog) => void,
): MemoryActions => {
  return useMemo(
    (): MemoryActions => ({
      workspace,
      titleOf,
      open: (memory) => {
        const place = placeOf(memory);
        if (place) onOpen(place);
      },
      select: (id) => store.getState().select(id),
      pin: (memory, pinned) =>
        told(
          store
            .getState()
            .pin(memory.id, pinned)
            .then(() => notify(pinned ? words.pinnedNow : words.unpinnedNow)),
        ),
      edit: (memory, text) =>
        told(
          store
            .getState()
            .update(memory, text)
            .then((back) =>
              notify(words.edited, back ? { action: { label: t.undo, run: () => told(back()) } } : {}),
            ),
        ),
      forget: (memory) => show({ kind: "forget", memory }),
      share: onShare,
      showBudget: onBudget,
    }),
    [workspace, titleOf, onOpen, onShare, onBudget, store, show],
  );
};

type DialogsProps = Props & { dialog: Dialog | null; workspace: string; onClose: () => void };

const Dialogs = ({ stores, titleOf, onOpenFile, Diff, dialog, workspace, onClose }: DialogsProps) => {
  const { memories: store } = stores;
  return (
    <>
      {dialog?.kind === "note" && (
        <NoteDialog onAdd={(text, kind) => store.getState().add(text, kind)} onClose={onClose} />
      )}
      {dialog?.kind === "consolidate" && (
        <ConsolidateDialog
          Diff={Diff}
          onRun={(mode, agreed, signal) => store.getState().consolidate(mode, agreed, signal)}
          onOpen={() => onOpenFile(`${workspacePrefix(workspace)}MEMORY.md`)}
          onClose={onClose}
        />
      )}
      {dialog?.kind === "forget" && (
        <ForgetDialog
          memory={dialog.memory}
          place={placeName(dialog.memory, workspace, titleOf)}
          onForget={() => store.getState().forget(dialog.memory.id)}
          onPurge={(forgotten, kinds) => store.getState().purge(forgotten, kinds)}
          onClose={onClose}
        />
      )}
    </>
  );
};

const importFrom = async ({ memories, dreams, learned }: MemoryStores, file: File) => {
  const done = await memories.getState().import(await file.text());
  if (!done) return notify(words.importStopped);
  const { files, rows, broken } = done;
  notify(words.imported(files, rows));
  const [worst] = broken;
  if (worst) notify(words.broken(broken.length, worst.line, worst.reason), { kind: "bad" });
  await Promise.all([dreams.getState().load(), learned.getState().load()]);
};
