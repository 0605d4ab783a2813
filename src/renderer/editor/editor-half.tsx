import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { Client } from "#shared/contract/index.ts";
import type { Segment } from "#shared/model/manifest.ts";
import { failureText } from "../ui/failure-text.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { Buffers } from "./buffers.ts";
import type { Remark } from "./consequence-mark.ts";
import { Crumbs } from "./crumbs.tsx";
import type { Side } from "./editor-state.ts";
import type { EditorStore } from "./editor-store.ts";
import { FileTrouble } from "./file-trouble.tsx";
import { lineOfHeading } from "./headings.ts";
import { createNoteLinks } from "./note-links.ts";
import type { Tab } from "./tab.ts";
import { useNotePage } from "./use-note-page.ts";
import styles from "./editor-pane.module.css";

/** Monaco and the Markdown reader are large; they come when the first file is opened. */
const TextEditor = lazy(() => import("./text-editor.tsx"));
const ConflictView = lazy(() => import("./conflict-view.tsx"));
const ReadView = lazy(() => import("./read-view.tsx"));

/** How a file is cut; `exact` false: its figures are estimates. */
export type Cut = { readonly segment: Segment; readonly exact: boolean };

export type HalfProps = {
  store: EditorStore;
  buffers: Buffers;
  client: Client;
  /** Project-relative folder of the agent's workspace. */
  workspace: string;
  /** What the next prompt makes of a file, when it does not send the whole of it. */
  cutOf: (path: string) => Cut | null;
  agent: string;
  /** What the unsaved text of the active file does to the prompt. */
  remark: Remark | null;
  onWhy: (path: string) => void;
  path: string;
  side: Side;
  /** This half has the keys. */
  isActive: boolean;
  onMissing: (target: string, from: string) => void;
};

/** One file: where it is, what is wrong with it, and its text as it is written or read. */
export const EditorHalf = (props: HalfProps) => {
  const { store, buffers, cutOf, agent, remark, onWhy, path, side, isActive } = props;
  const tabs = useStore(store, (state) => state.tabs);
  // What was written can change what stands at the top of it.
  useStore(store, (state) => state.revision);
  const isTurned = useStore(
    store,
    ({ active, other, turned }) => active === path && other === path && turned === side,
  );
  const [reveal, setReveal] = useState(0);
  const { client, workspace, onMissing } = props;
  const links = useMemo(() => createNoteLinks(client, workspace), [client, workspace]);
  useEffect(() => {
    void import("./note-completion.ts").then(({ completeNotesWith }) => completeNotesWith(links.complete));
  }, [links]);
  const onFollow = useCallback(
    (target: string, heading: string | null) => {
      const found = target === "" ? Promise.resolve({ path }) : links.find(target, path);
      void found.then(async (file) => {
        if (!file) return onMissing(target, path);
        const line = heading === null ? null : await lineIn(client, file.path, heading);
        if (line === null) store.getState().open(file.path, undefined, { preview: true });
        else store.getState().openAt(file.path, "other", { line, column: 1, length: 0 });
      }, tellFailure);
    },
    [links, path, client, store, onMissing],
  );
  const why = useCallback(() => onWhy(path), [onWhy, path]);
  const tab = tabs.find((each) => each.path === path);
  if (!tab) return null;
  const { setReading, turnTo } = store.getState();
  const isReading = tab.reading !== isTurned;
  const cut = cutOf(path);
  return (
    <div
      className={styles.half}
      data-active={isActive || undefined}
      onFocusCapture={() => turnTo(side)}
      onPointerDownCapture={() => turnTo(side)}
    >
      <Crumbs
        tab={tab}
        head={buffers.head(tab.path) ?? tab.draft ?? tab.saved?.text ?? ""}
        removed={cut?.segment.removed ?? null}
        onCut={() => {
          setReading(path, false, side);
          setReveal(reveal + 1);
        }}
        mode={isReading ? "read" : "write"}
        onMode={(mode) => setReading(path, mode === "read", side)}
      />
      <FileTrouble tab={tab} store={store} />
      <div className={styles.editorBody}>
        <Suspense fallback={<Skeleton label={t.editor.loading} rows={8} />}>{bodyOf(tab)}</Suspense>
      </div>
    </div>
  );

  function bodyOf(shown: Tab) {
    if (shown.state === "loading") return <Skeleton label={t.editor.loading} rows={8} />;
    if (shown.state === "failed" || !shown.saved) return null;
    if (shown.conflict) {
      return (
        <ConflictView
          key={shown.path}
          tab={shown}
          conflict={shown.conflict}
          buffers={buffers}
          store={store}
        />
      );
    }
    if (isReading)
      return (
        <Reading
          key={shown.path}
          {...props}
          tab={shown}
          cut={cut?.segment ?? null}
          exact={cut?.exact ?? true}
          onWhy={why}
        />
      );
    return (
      <TextEditor
        tab={shown}
        tabs={tabs}
        buffers={buffers}
        store={store}
        isActive={isActive}
        cut={cut?.segment ?? null}
        exact={cut?.exact ?? true}
        reveal={reveal}
        agent={agent}
        onWhy={why}
        remark={remark}
        onFollow={onFollow}
      />
    );
  }
};

const lineIn = async (client: Client, path: string, heading: string): Promise<number | null> => {
  const { text } = await client.call("workspace.read", { root: "project", path });
  return lineOfHeading(text, heading);
};

const tellFailure = (error: unknown) => notify(failureText(error), { kind: "bad" });

type ReadingProps = Omit<HalfProps, "onWhy"> & {
  tab: Tab;
  cut: Segment | null;
  exact: boolean;
  onWhy: () => void;
};

const Reading = ({
  tab,
  cut,
  exact,
  store,
  buffers,
  client,
  workspace,
  agent,
  onWhy,
  onMissing,
}: ReadingProps) => {
  const { path } = tab;
  const text = buffers.read(path) ?? tab.draft ?? tab.saved?.text ?? "";
  const onOpen = useCallback(
    (to: string, heading: string | null) =>
      store.getState().open(to, undefined, { preview: true, reading: isNote(to), heading }),
    [store],
  );
  const onTick = useCallback((line: number) => void store.getState().tick(path, line), [store, path]);
  const missing = useCallback((target: string) => onMissing(target, path), [onMissing, path]);
  const page = useNotePage({
    client,
    workspace,
    path,
    cut,
    exact,
    agent,
    onOpen,
    onMissing: missing,
    onTick,
    onWhy,
  });
  const wanted = useStore(store, (state) => state.readGoal);
  const goal = useMemo(() => {
    if (wanted?.path !== path) return null;
    if (wanted.line !== undefined) return { line: wanted.line };
    return { line: (wanted.heading && lineOfHeading(text, wanted.heading)) || 1 };
    // Only when it is asked for: what is written must not move the page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted, path]);
  return <ReadView text={text} name={tab.name} page={page} cutAt={cut?.detail?.cutAt ?? null} goal={goal} />;
};

const isNote = (path: string): boolean => /\.(?:md|markdown)$/i.test(path);
