import { CornerLeftUp, Folder } from "lucide-react";
import { useEffect, useState } from "react";
import { classes } from "../ui/classes.ts";
import { formatCount } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import ui from "../ui/basics.module.css";
import styles from "./folder-list.module.css";

export type Folders = {
  readonly folder: string;
  readonly parent: string | null;
  readonly folders: readonly { readonly name: string; readonly path: string }[];
  readonly leftOut: number;
};

type Props = {
  /** The text of the field; the list completes it. */
  typed: string;
  onList: (typed: string) => Promise<Folders>;
  onPick: (path: string) => void;
};

const words = t.folder.list;
const TYPING_MS = 120;

/** The folders that complete the typed text. Only folders, starting with the home folder. */
export const FolderList = ({ typed, onList, onPick }: Props) => {
  const [found, setFound] = useState<Folders | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      onList(typed).then(
        (folders) => isCurrent && setFound(folders),
        // A path that does not exist yet: the last list stays.
        () => {},
      );
    }, TYPING_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [typed, onList]);
  if (!found) return null;
  const { parent, folders, leftOut } = found;
  return (
    <ul className={styles.list} aria-label={words.label}>
      {parent !== null && (
        <li>
          <button type="button" onClick={() => onPick(within(parent))}>
            <Icon of={CornerLeftUp} size={14} />
            {words.up}
          </button>
        </li>
      )}
      {folders.map(({ name, path }) => (
        <li key={path}>
          <button type="button" title={path} onClick={() => onPick(within(path))}>
            <Icon of={Folder} size={14} />
            <span className={ui.ellipsis}>{name}</span>
          </button>
        </li>
      ))}
      {folders.length === 0 && <li className={classes(ui.muted, ui.small)}>{words.none}</li>}
      {leftOut > 0 && <li className={classes(ui.muted, ui.small)}>{words.more(formatCount(leftOut))}</li>}
    </ul>
  );
};

/** With a slash at its end, a path stands for its contents. */
const within = (path: string): string => (path.endsWith("/") ? path : `${path}/`);
