import {
  FileMinus2,
  FilePen,
  FilePlus2,
  FolderIcon,
  FolderInput,
  HardDrive,
  type LucideIcon,
} from "lucide-react";
import type { ComponentType } from "react";
import type { ListedChange } from "#shared/contract/changes.ts";
import type { ChangeActor } from "#shared/model/change.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { t } from "../ui/messages/index.ts";
import { NoteLine } from "../ui/note-line.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { formatWhen } from "../ui/when.ts";
import { type Diff, isFolder } from "./changes-store.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import diffView from "../ui/diff-view.module.css";
import styles from "./change-details.module.css";

export type TextsProps = { path: string; before: string; after: string };

type Props = {
  change: ListedChange;
  file: string | null;
  diff: Diff | null;
  diffFailure: string | null;
  nameOf: (actor: ChangeActor) => string;
  titleOf: (session: string) => string | undefined;
  onFile: (path: string) => void;
  onUndo: (change: string) => void;
  onUndoTurn: (session: string, turn: string) => void;
  onOpenFile: (path: string) => void;
  onOpenSession: (session: string) => void;
  /** The editor's way to show two texts. */
  Texts: ComponentType<TextsProps>;
};

type File = ListedChange["files"][number];

const words = t.changes;

/** One change: what it did to each file, and how to undo it. */
export const ChangeDetails = (props: Props) => {
  const { change, file, nameOf, titleOf, onUndo, onUndoTurn, onFile, onOpenSession } = props;
  const { session, turn, undoneBy, kind } = change;
  const shown = change.files.find(({ path }) => path === file);
  return (
    <>
      <div className={styles.bar}>
        <div className={ui.grow}>
          <h2 className={ui.ellipsis} title={change.title}>
            {change.title}
          </h2>
          <p className={classes(ui.muted, ui.small, ui.num, ui.ellipsis)}>
            {`${nameOf(change.actor)}, ${formatWhen(change.at)}`}
            {session !== undefined && titleOf(session) !== undefined && (
              <>
                {", "}
                <LinkButton onClick={() => onOpenSession(session)}>
                  {titleOf(session) || words.showConversation}
                </LinkButton>
              </>
            )}
          </p>
        </div>
        {session !== undefined && turn !== undefined && undoneBy === null && kind !== "undo" && (
          <Button size="small" onClick={() => onUndoTurn(session, turn)}>
            {words.undoTurn}
          </Button>
        )}
        {undoneBy === null ? (
          <Button size="small" onClick={() => onUndo(change.id)}>
            {kind === "undo" && !change.title.startsWith("Redid") ? words.redo : words.undo}
          </Button>
        ) : (
          <>
            <span className={classes(ui.muted, ui.small)}>{words.undoneLong}</span>
            <Button size="small" onClick={() => onUndo(undoneBy)}>
              {words.redo}
            </Button>
          </>
        )}
      </div>
      {(change.files.length > 1 || change.files[0]?.kept === false) && !change.move && (
        <ChangedFiles files={change.files} shown={file} onShow={onFile} />
      )}
      {shown && <FileLine {...props} shown={shown} />}
      <div className={diffView.diff}>{shown && <Comparison {...props} shown={shown} />}</div>
    </>
  );
};

const FileLine = ({ shown, change, diff, onOpenFile }: Props & { shown: File }) => {
  const isThere = shown.after !== null && !isFolder(shown) && !change.move;
  return (
    <div className={classes(styles.fileLine, ui.small)}>
      <span className={classes(ui.grow, ui.ellipsis, ui.muted)} title={shown.path}>
        {shown.path}
      </span>
      {diff?.forgotten && <NoteLine>{words.forgotten}</NoteLine>}
      {isThere && <LinkButton onClick={() => onOpenFile(shown.path)}>{words.openFile}</LinkButton>}
    </div>
  );
};

const Comparison = ({ change, shown, diff, diffFailure, Texts }: Props & { shown: File }) => {
  if (change.move) {
    return (
      <EmptyState topic="changes" icon={FolderInput} title={words.moved(change.move.from, change.move.to)}>
        {words.movedText}
      </EmptyState>
    );
  }
  if (isFolder(shown)) {
    return (
      <EmptyState topic="changes" icon={FolderIcon} title={words.folderTitle}>
        {words.folderText}
      </EmptyState>
    );
  }
  if (!shown.kept) {
    return (
      <EmptyState topic="changes" icon={HardDrive} title={words.notKeptTitle}>
        {words.notKeptText}
      </EmptyState>
    );
  }
  if (diffFailure) {
    return (
      <EmptyState topic="changes" icon={HardDrive} title={words.notKeptTitle}>
        {diffFailure}
      </EmptyState>
    );
  }
  if (!diff) return <Skeleton label={words.loading} rows={6} />;
  if (diff.binary) {
    return (
      <EmptyState topic="changes" icon={FilePen} title={words.binary}>
        {words.binaryText}
      </EmptyState>
    );
  }
  return <Texts path={shown.path} before={diff.before ?? ""} after={diff.after ?? ""} />;
};

type ChangedFilesProps = {
  files: readonly File[];
  shown: string | null;
  onShow: (path: string) => void;
};

const ChangedFiles = ({ files, shown, onShow }: ChangedFilesProps) => (
  <ul className={diffView.files} aria-label={words.changed}>
    {files.map((file) => {
      const kind = kindOf(file);
      return (
        <li key={`${file.layer} ${file.path}`}>
          <button
            type="button"
            className={diffView.file}
            aria-current={file.path === shown || undefined}
            onClick={() => onShow(file.path)}
          >
            <Icon of={kindIcons[kind]} size={14} />
            <span className={classes(ui.grow, ui.ellipsis)} title={file.path}>
              {file.path}
            </span>
            <span className={classes(ui.quiet, ui.small)}>
              {file.kept ? words.fileKinds[kind] : words.notKept}
            </span>
          </button>
        </li>
      );
    })}
  </ul>
);

type Kind = keyof typeof words.fileKinds;

const kindOf = (file: File): Kind => {
  if (isFolder(file)) return "folder";
  if (file.before === null) return "added";
  return file.after === null ? "removed" : "changed";
};

const kindIcons: Record<Kind, LucideIcon> = {
  added: FilePlus2,
  changed: FilePen,
  removed: FileMinus2,
  folder: FolderIcon,
};
