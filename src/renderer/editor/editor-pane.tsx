import { FileText } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useStore } from "zustand";
import { EmptyState } from "../ui/empty-state.tsx";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { createNoteLinks } from "./note-links.ts";
import { EditorHalf, type HalfProps } from "./editor-half.tsx";
import { NewNoteDialog } from "./new-note-dialog.tsx";
import { NoteAside } from "./note-aside.tsx";
import { Tabs } from "./tabs.tsx";
import styles from "./editor-pane.module.css";

type Props = Pick<
  HalfProps,
  "store" | "buffers" | "client" | "workspace" | "cutOf" | "agent" | "remark" | "onWhy"
> & {
  onSearch: () => void;
};

/** The open files: one, or two beside each other; with what is known about the active one beside it. */
export const EditorPane = ({ onSearch, ...half }: Props) => {
  const { store, client, workspace, buffers } = half;
  const { open, close, keep, split, unsplit, showAside } = store.getState();
  const tabs = useStore(store, (state) => state.tabs);
  const active = useStore(store, (state) => state.active);
  const other = useStore(store, (state) => state.other);
  const side = useStore(store, (state) => state.side);
  const aside = useStore(store, (state) => state.aside);
  const [missing, setMissing] = useState<{ target: string; from: string } | null>(null);
  const links = useMemo(() => createNoteLinks(client, workspace), [client, workspace]);
  const onMissing = useCallback((target: string, from: string) => setMissing({ target, from }), []);
  const isSplit = other !== null;
  const halves = isSplit ? (["left", "right"] as const) : (["left"] as const);
  return (
    <section className={styles.editorPane} data-pane="editor" aria-label={t.editor.tabs}>
      {tabs.length > 0 && (
        <Tabs
          tabs={tabs}
          active={active}
          isSplit={isSplit}
          aside={aside}
          onShow={(path) => open(path, undefined, { preview: true })}
          onKeep={keep}
          onClose={close}
          onSplit={isSplit ? unsplit : split}
          onAside={() => showAside(!aside)}
        />
      )}
      {active === null && (
        <EmptyState
          topic="window"
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
      {active !== null && (
        <div className={styles.halves}>
          {halves.map((each) => (
            <EditorHalf
              key={each}
              {...half}
              side={each}
              isActive={!isSplit || side === each}
              path={!isSplit || side === each ? active : (other ?? active)}
              onMissing={onMissing}
            />
          ))}
          {aside && <NoteAside store={store} buffers={buffers} links={links} path={active} client={client} />}
        </div>
      )}
      {missing && (
        <NewNoteDialog
          {...missing}
          client={client}
          onCreated={(path) => open(path, undefined, { reading: false })}
          onClose={() => setMissing(null)}
        />
      )}
    </section>
  );
};
