import { ChevronDown, ChevronRight } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { NodeApi } from "react-arborist";
import type { FileRole, TreeEntry } from "#shared/contract/workspace.ts";
import { visiblePath } from "#shared/model/visible-text.ts";
import { nameProblem } from "#shared/model/file-name.ts";
import { draggedPath } from "../ui/dragged-path.ts";
import { fileCount, type FileCount, type FileStatus, type FileStatuses } from "#shared/model/file-status.ts";
import { formatPart, formatShort, formatTokens } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { FolderIcon, RoleIcon } from "../ui/role-icon.tsx";
import { type Glyph, StatusGlyph } from "../ui/status-glyph.tsx";
import type { FileNode } from "./file-node.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./tree-row.module.css";

type Props = {
  node: NodeApi<FileNode>;
  /** Null until a prompt was assembled: then nothing is known about any file. */
  statuses: FileStatuses | null;
  dragHandle: ((element: HTMLDivElement | null) => void) | undefined;
  /** The copy that follows the pointer while dragging. */
  preview: boolean;
};

/** Roles that the agent reads when it needs them, so they are in no prompt on their own. */
const onDemand: ReadonlySet<FileRole> = new Set([
  "knowledge",
  "note",
  "skill",
  "subagent",
  "dreams",
  "memory",
]);

/** A counted file of the workspace that no prompt has on its own is searched for each question. */
const isOnDemand = ({ role, tokens }: TreeEntry): boolean =>
  onDemand.has(role) || (tokens !== null && (role === "context" || role === "other"));

export const TreeRow = ({ node, statuses, dragHandle, preview }: Props) => {
  const { entry } = node.data;
  const folder = entry.kind === "folder";
  const known = statuses?.get(entry.path);
  const glyph: Glyph | null = known?.status ?? (statuses && !folder && isOnDemand(entry) ? "ask" : null);
  return (
    <div
      ref={dragHandle}
      className={styles.treeRow}
      data-kind={entry.kind}
      data-out={known?.status === "out" || entry.ignored || undefined}
      data-selected={node.isSelected || undefined}
      data-focused={node.isFocused || undefined}
      data-preview={preview || undefined}
      data-drop={node.willReceiveDrop || undefined}
      style={{ paddingLeft: 8 + node.level * 14 }}
      onDragStart={(event) => !folder && event.dataTransfer.setData(draggedPath, entry.path)}
    >
      <span className={styles.treeChevron}>
        {folder && <Icon of={node.isOpen ? ChevronDown : ChevronRight} size={12} />}
      </span>
      {folder ? <FolderIcon name={entry.name} open={node.isOpen} /> : <RoleIcon role={entry.role} />}
      {node.isEditing ? (
        <NameField node={node} />
      ) : (
        <span className={classes(ui.grow, ui.ellipsis)} title={visiblePath(entry.name)}>
          {visiblePath(entry.name)}
        </span>
      )}
      {!folder && !node.isEditing && <Tokens count={fileCount(entry, statuses)} known={known} />}
      <span className={styles.treeGlyph}>{glyph && <StatusGlyph status={glyph} />}</span>
    </div>
  );
};

type TokensProps = { count: FileCount | null; known: FileStatus | undefined };

const Tokens = ({ count, known }: TokensProps) => {
  if (known?.status === "cut") {
    const [sent, raw] = [formatTokens(known.sent, known.exact), formatTokens(known.raw, known.exact)];
    return (
      <span className={styles.treeTokens} data-cut title={t.files.cutOf(sent, raw)}>
        {known.exact ? "" : "~"}
        {formatPart(known.sent, known.raw)}
      </span>
    );
  }
  if (count === null) return null;
  const { tokens, exact, otherModel } = count;
  const text = formatTokens(tokens, exact);
  return (
    <span className={styles.treeTokens} title={otherModel ? t.files.otherModel(text) : t.files.tokens(text)}>
      {t.files.shortTokens(formatShort(tokens), exact)}
    </span>
  );
};

const NameField = ({ node }: { node: NodeApi<FileNode> }) => {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const { name, kind } = node.data.entry;
  const taken = new Set(node.parent?.children?.map((other) => other.data.name.toLowerCase()));
  /** The name stays what it is when the field is left with one that cannot be used. */
  const submit = (typed: string) => node.submit(problemOf(typed, name, taken) === null ? typed : name);
  useEffect(() => {
    const dot = kind === "file" ? name.lastIndexOf(".") : -1;
    field.current?.focus();
    field.current?.setSelectionRange(0, dot > 0 ? dot : name.length);
  }, [name, kind]);
  return (
    <>
      <input
        ref={field}
        className={styles.treeName}
        aria-label={t.files.name}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : id}
        defaultValue={name}
        spellCheck={false}
        onClick={(event) => event.stopPropagation()}
        onChange={(event) => setProblem(problemOf(event.currentTarget.value, name, taken))}
        onBlur={(event) => submit(event.currentTarget.value)}
        onKeyDown={(event) => {
          // The same name: what was just made keeps the one it got.
          if (event.key === "Escape") node.submit(name);
          if (event.key === "Enter" && problem === null) node.submit(event.currentTarget.value);
          event.stopPropagation();
        }}
      />
      {problem !== null && (
        <span id={id} className={styles.treeProblem} role="alert">
          {problem}
        </span>
      )}
    </>
  );
};

/** Why a file cannot have this name, while it is typed. Only the spelling of its own may change. */
const problemOf = (typed: string, own: string, taken: ReadonlySet<string>): string | null => {
  const words = t.files.names;
  const wanted = typed.trim() === "" ? typed : typed.trimStart();
  if (wanted.toLowerCase() !== own.toLowerCase() && taken.has(wanted.toLowerCase())) return words.taken;
  const problem = nameProblem(wanted);
  if (problem === null) return null;
  switch (problem.kind) {
    case "sign":
      return words.sign(problem.sign);
    case "reserved":
      return words.reserved(problem.name);
    default:
      return words[problem.kind];
  }
};
