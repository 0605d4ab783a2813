import { FileText } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useStore } from "zustand";
import type { Segment } from "#shared/model/manifest.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { t } from "../ui/messages/index.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import type { Buffers } from "./buffers.ts";
import { Crumbs } from "./crumbs.tsx";
import type { EditorStore } from "./editor-store.ts";
import { FileTrouble } from "./file-trouble.tsx";
import type { Tab } from "./tab.ts";
import { Tabs } from "./tabs.tsx";
import styles from "./editor-pane.module.css";

/** Monaco and the Markdown reader are large; they come when the first file is opened. */
const TextEditor = lazy(() => import("./text-editor.tsx"));
const ConflictView = lazy(() => import("./conflict-view.tsx"));
const ReadView = lazy(() => import("./read-view.tsx"));

type Props = {
  store: EditorStore;
  buffers: Buffers;
  /** What the next prompt makes of the active file, when it does not send the whole of it. */
  cut: Segment | null;
  /** False: the figures at the cut are estimates. */
  exact: boolean;
  agent: string;
  onSearch: () => void;
  onWhy: () => void;
};

export const EditorPane = ({ store, buffers, cut, exact, agent, onSearch, onWhy }: Props) => {
  const { open, close } = store.getState();
  const tabs = useStore(store, (state) => state.tabs);
  const active = useStore(store, (state) => state.active);
  // What was written can change what stands at the top of it.
  useStore(store, (state) => state.revision);
  const [reading, setReading] = useState<ReadonlySet<string>>(new Set());
  const [reveal, setReveal] = useState(0);
  const tab = tabs.find(({ path }) => path === active);
  return (
    <section className={styles.editorPane} data-pane="editor" aria-label={t.editor.tabs}>
      {tabs.length > 0 && <Tabs tabs={tabs} active={active} onShow={open} onClose={close} />}
      {!tab && (
        <EmptyState
          icon={FileText}
          title={t.editor.nothingOpen}
          actions={
            <Button size="small" onClick={onSearch}>
              {t.editor.search}
            </Button>
          }
        >
          {t.editor.nothingOpenText}
        </EmptyState>
      )}
      {tab && (
        <>
          <Crumbs
            tab={tab}
            head={buffers.head(tab.path) ?? tab.draft ?? tab.saved?.text ?? ""}
            removed={cut?.removed ?? null}
            onCut={() => {
              setReading(withMode(reading, tab.path, "write"));
              setReveal(reveal + 1);
            }}
            mode={reading.has(tab.path) ? "read" : "write"}
            onMode={(mode) => setReading(withMode(reading, tab.path, mode))}
          />
          <FileTrouble tab={tab} store={store} />
          <div className={styles.editorBody}>
            <Suspense fallback={<Skeleton label={t.editor.loading} rows={8} />}>{bodyOf(tab)}</Suspense>
          </div>
        </>
      )}
    </section>
  );

  function bodyOf(tab: Tab) {
    if (tab.state === "loading") return <Skeleton label={t.editor.loading} rows={8} />;
    if (tab.state === "failed" || !tab.saved) return null;
    if (tab.conflict) {
      return (
        <ConflictView key={tab.path} tab={tab} conflict={tab.conflict} buffers={buffers} store={store} />
      );
    }
    if (reading.has(tab.path)) {
      const text = buffers.read(tab.path) ?? tab.draft ?? tab.saved.text;
      return <ReadView key={tab.path} text={text} name={tab.name} path={tab.path} onOpen={open} />;
    }
    return (
      <TextEditor
        tab={tab}
        tabs={tabs}
        buffers={buffers}
        store={store}
        cut={cut}
        exact={exact}
        reveal={reveal}
        agent={agent}
        onWhy={onWhy}
      />
    );
  }
};

const withMode = (reading: ReadonlySet<string>, path: string, mode: "write" | "read") => {
  const next = new Set(reading);
  if (mode === "read") next.add(path);
  else next.delete(path);
  return next;
};
