import { FilePlus2, FolderOpen, ListFilter, SearchX } from "lucide-react";
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { TreeApi } from "react-arborist";
import { useStore } from "zustand";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import type { FileStatuses } from "#shared/model/file-status.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import type { Shortcut } from "../ui/shortcut.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { type Glyph, StatusGlyph } from "../ui/status-glyph.tsx";
import { useSize } from "../ui/use-size.ts";
import { buildTree, type FileNode } from "./file-node.ts";
import { FileMenu } from "./file-menu.tsx";
import type { FilesStore } from "./files-store.ts";
import { FilesTree } from "./files-tree.tsx";
import { MendDialog } from "./mend-dialog.tsx";
import type { MendStore } from "./mend-store.ts";
import { type OpenFile, useFileCommands } from "./use-file-commands.ts";
import { Input } from "../ui/field.tsx";
import ui from "../ui/basics.module.css";
import styles from "./files-pane.module.css";

type Props = {
  store: FilesStore;
  mending: MendStore;
  /** Null until a prompt was assembled. */
  statuses: FileStatuses | null;
  selected: string | null;
  openFolders: Readonly<Record<string, boolean>>;
  onToggle: (folder: string, open: boolean) => void;
  /** `keys`: it was opened from the keyboard, so the text should take the focus. */
  onOpen: (path: string, how: OpenFile) => void;
  /** Shows what the next prompt does with a file, and why. */
  onWhy: (path: string) => void;
  onUndo: (change: string, and?: readonly string[]) => void;
  /** Shows what was done to a file or folder. */
  onChanges: (path: string) => void;
  /** Shows what would be shared with a team; undefined where there is none. */
  onShare: ((path: string) => void) | undefined;
  /** A command from outside (palette, keys). */
  request: FilesRequest | null;
  /** A remark below the tree. */
  offer: ReactNode;
  /** The shortcut for a new file, shown in tooltips. */
  newFileKeys: Shortcut;
};

export type FilesRequest = { readonly kind: "file" | "folder"; readonly at: number };

export const FilesPane = (props: Props) => {
  const {
    store,
    mending,
    statuses,
    selected,
    openFolders,
    onToggle,
    onOpen,
    onWhy,
    onUndo,
    onChanges,
    onShare,
    request,
    offer,
    newFileKeys,
  } = props;
  const { folders, status, failure, filter, load, setFilter } = useStore(store);
  const [target, setTarget] = useState<FileNode | null>(null);
  const [body, size] = useSize();
  const tree = useRef<TreeApi<FileNode> | null>(null);
  const commands = useFileCommands({ store, mending, tree, onOpen, onToggle, onUndo });
  const nodes = useMemo(() => buildTree(folders), [folders]);
  const term = useDeferredValue(filter?.trim() ?? "");

  useEffect(() => {
    if (!request) return;
    commands.create(commands.folderOf(tree.current?.focusedNode?.data ?? null), request.kind);
  }, [request, commands]);

  const noMatch = term !== "" && !matchesAny(nodes, term.toLowerCase());

  return (
    <section className={styles.filesPane} data-pane="files" aria-label={t.files.title}>
      <MendDialog store={mending} />
      <Head
        isFiltered={filter !== null}
        newFileKeys={newFileKeys}
        onFilter={() => setFilter(filter === null ? "" : null)}
        onCreate={() => commands.create(targetFolder(), "file")}
      />
      {filter !== null && (
        <Filter
          filter={filter}
          onFilter={setFilter}
          onDown={() => tree.current?.focus(tree.current.firstNode)}
        />
      )}
      <FileMenu
        target={target}
        status={(target && statuses?.get(target.id)?.status) ?? null}
        commands={commands}
        newFileKeys={newFileKeys}
        onWhy={onWhy}
        onChanges={onChanges}
        onShare={onShare}
      >
        <div
          className={styles.filesBody}
          ref={body}
          onContextMenuCapture={(event) => {
            const row = (event.target as Element).closest("[role=treeitem]");
            if (!row) setTarget(null);
            // A key opens the menu on the row itself; a pointer opens it on an element inside the row.
            else if (row === event.target) setTarget(tree.current?.focusedNode?.data ?? null);
          }}
        >
          {status === "loading" && <Skeleton label={t.files.loading} rows={8} />}
          {status === "failed" && (
            <FailedState title={t.files.failed} failure={failure} onRetry={() => void load("")} />
          )}
          {status === "ready" && nodes.length === 0 && (
            <EmptyState
              topic="folder"
              icon={FolderOpen}
              title={t.files.empty}
              actions={
                <Button size="small" onClick={() => commands.create("", "file")}>
                  {t.files.newFile}
                </Button>
              }
            >
              {t.files.emptyText}
            </EmptyState>
          )}
          {noMatch && (
            <EmptyState topic="files" icon={SearchX} title={t.files.noMatch(term)}>
              {t.files.noMatchText}
            </EmptyState>
          )}
          {status === "ready" && nodes.length > 0 && !noMatch && size.height > 0 && (
            <FilesTree
              tree={tree}
              nodes={nodes}
              statuses={statuses}
              commands={commands}
              filter={term}
              selected={selected}
              openFolders={openFolders}
              onTarget={setTarget}
              size={size}
            />
          )}
        </div>
      </FileMenu>
      {offer}
      {statuses && nodes.length > 0 && <Legend />}
    </section>
  );

  function targetFolder() {
    return commands.folderOf(tree.current?.focusedNode?.data ?? null);
  }
};

type FilterProps = {
  filter: string;
  /** Null: the field is closed. */
  onFilter: (filter: string | null) => void;
  onDown: () => void;
};

const Filter = ({ filter, onFilter, onDown }: FilterProps) => (
  <div className={styles.filesFilter}>
    <Input
      type="search"
      aria-label={t.files.filterLabel}
      placeholder={t.files.filter}
      value={filter}
      // The user opened the field on purpose, so it takes the focus at once, and only then.
      ref={takeKeys}
      onChange={(event) => onFilter(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") onFilter(null);
        if (event.key === "ArrowDown") onDown();
      }}
    />
  </div>
);

/**
 * One function for all renders: React would call a new one each time, and it would take the focus each time.
 */
type HeadProps = {
  isFiltered: boolean;
  newFileKeys: Shortcut;
  onFilter: () => void;
  onCreate: () => void;
};

const Head = ({ isFiltered, newFileKeys, onFilter, onCreate }: HeadProps) => (
  <header className={styles.paneHead}>
    <h2>{t.files.title}</h2>
    <span className={ui.grow} />
    <IconButton icon={ListFilter} label={t.files.filterLabel} aria-pressed={isFiltered} onClick={onFilter} />
    <IconButton icon={FilePlus2} label={t.files.newFile} shortcut={newFileKeys} onClick={onCreate} />
  </header>
);

const takeKeys = (field: HTMLElement | null) => field?.focus();

const glyphs: readonly Glyph[] = ["in", "cut", "out", "ask"];

const Legend = () => (
  <ul className={styles.filesLegend} aria-label={t.files.legend}>
    {glyphs.map((glyph) => (
      <li key={glyph}>
        <StatusGlyph status={glyph} named={false} />
        {t.budget.status[glyph]}
      </li>
    ))}
  </ul>
);

const matchesAny = (nodes: readonly FileNode[], term: string): boolean =>
  nodes.some((node) => node.name.toLowerCase().includes(term) || matchesAny(node.children ?? [], term));
