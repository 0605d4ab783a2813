import { createContext, type KeyboardEvent, type RefObject, use, useEffect, useMemo, useState } from "react";
import {
  type CursorProps,
  type DragPreviewProps,
  type NodeApi,
  type NodeRendererProps,
  Tree,
  type TreeApi,
} from "react-arborist";
import type { FileStatuses } from "#shared/model/file-status.ts";
import { t } from "../ui/messages/index.ts";
import type { FileNode } from "./file-node.ts";
import { TreeRow } from "./tree-row.tsx";
import type { FileCommands } from "./use-file-commands.ts";
import styles from "./files-tree.module.css";

type Props = {
  tree: RefObject<TreeApi<FileNode> | null | undefined>;
  nodes: readonly FileNode[];
  statuses: FileStatuses | null;
  commands: FileCommands;
  filter: string;
  selected: string | null;
  openFolders: Readonly<Record<string, boolean>>;
  onTarget: (node: FileNode | null) => void;
  size: { width: number; height: number };
};

/**
 * The tree rebuilds all its nodes whenever one of its props changes, and each row keeps its first nodes. So
 * the nodes change only with the files; selection and status reach the rows in other ways.
 */
export const FilesTree = ({
  tree,
  nodes,
  statuses,
  commands,
  filter,
  selected,
  openFolders,
  onTarget,
  size,
}: Props) => {
  const shown = useMemo(() => ({ statuses, onTarget, commands }), [statuses, onTarget, commands]);
  const handlers = useMemo(() => handlersOf(commands), [commands]);
  const [open] = useState(() => ({ ...openFolders }));
  useEffect(() => {
    const shown = tree.current;
    if (!selected) shown?.deselectAll();
    // A file that was moved or renamed gets its row later, with the new nodes.
    else if (shown?.get(selected) && !shown.isSelected(selected)) shown.select(selected, { focus: false });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- looked for again when the rows change.
  }, [tree, selected, nodes]);
  return (
    <RowContext value={shown}>
      <div onKeyDownCapture={(event) => onKeys(event, tree.current ?? null, commands)}>
        <Tree<FileNode>
          ref={tree}
          data={nodes}
          idAccessor="id"
          childrenAccessor="children"
          aria-label={t.files.tree}
          width={size.width}
          height={size.height}
          rowHeight={26}
          indent={14}
          openByDefault={false}
          initialOpenState={open}
          disableMultiSelection
          disableDeselectOnClick
          disableDrop={staysThere}
          searchTerm={filter}
          searchMatch={matches}
          renderCursor={DropLine}
          renderDragPreview={DragGhost}
          {...handlers}
        >
          {Row}
        </Tree>
      </div>
    </RowContext>
  );
};

type RowShown = Pick<Props, "statuses" | "onTarget"> & { commands: FileCommands | null };

const RowContext = createContext<RowShown>({ statuses: null, onTarget: () => {}, commands: null });

/** Defined once, and updated through context: a new component would close a name that is being edited. */
const Row = ({ node, dragHandle, preview }: NodeRendererProps<FileNode>) => {
  const { statuses, onTarget, commands } = use(RowContext);
  return (
    <div
      onContextMenu={() => onTarget(node.data)}
      onDoubleClick={() => node.isLeaf && commands?.open(node.data, "keep")}
    >
      <TreeRow node={node} statuses={statuses} dragHandle={dragHandle} preview={preview ?? false} />
    </div>
  );
};

const DropLine = ({ top, left }: CursorProps) => (
  <div className={styles.treeDropLine} style={{ top: top - 1, left: left + 12 }} />
);

/** Beside the pointer, so that the folder below it can be read. */
const DragGhost = ({ mouse, id, isDragging }: DragPreviewProps) => {
  if (!isDragging || !mouse || id === null) return null;
  return (
    <div className={styles.treeGhost} style={{ translate: `${mouse.x + 14}px ${mouse.y + 12}px` }}>
      {id.slice(id.lastIndexOf("/") + 1)}
    </div>
  );
};

type Drop = { parentNode: NodeApi<FileNode>; dragNodes: NodeApi<FileNode>[] };

const staysThere = ({ parentNode, dragNodes }: Drop) =>
  dragNodes.some((node) => node.parent?.id === parentNode.id);

/** What is in a folder that matches is shown with it. */
const matches = (node: NodeApi<FileNode>, term: string) => {
  const wanted = term.toLowerCase();
  for (let each: NodeApi<FileNode> | null = node; each && !each.isRoot; each = each.parent) {
    if (each.data.name.toLowerCase().includes(wanted)) return true;
  }
  return false;
};

const handlersOf = (commands: FileCommands) => ({
  onToggle: (id: string) => commands.load(id),
  onActivate: (node: NodeApi<FileNode>) => {
    if (node.isLeaf) commands.open(node.data, "look");
    else node.toggle();
  },
  onRename: ({ id, name }: { id: string; name: string }) => commands.rename(id, name),
  onMove: ({ dragIds, parentId }: { dragIds: string[]; parentId: string | null }) =>
    commands.move(dragIds, parentId ?? ""),
});

/** The tree's own keys rename on Enter; here Enter opens, F2 renames and Delete deletes, as in other apps. */
const onKeys = (event: KeyboardEvent, tree: TreeApi<FileNode> | null, commands: FileCommands) => {
  const node = tree?.focusedNode;
  if (!tree || !node || tree.isEditing) return;
  const run = runOf(event.key, node, commands);
  if (!run) return;
  event.preventDefault();
  event.stopPropagation();
  run();
};

const runOf = (key: string, node: NodeApi<FileNode>, commands: FileCommands): (() => void) | null => {
  if (key === "Enter") return () => (node.isLeaf ? commands.open(node.data, "write") : node.toggle());
  if (key === "F2") return () => commands.edit(node.data);
  if (key === "Delete") return () => commands.remove(node.data);
  return null;
};
