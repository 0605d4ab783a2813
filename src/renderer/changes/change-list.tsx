import {
  Bot,
  Download,
  FileInput,
  FolderInput,
  type LucideIcon,
  Moon,
  Pencil,
  Plus,
  RotateCcw,
  Trash2,
  Undo2,
  Wrench,
} from "lucide-react";
import type { ListedChange } from "#shared/contract/changes.ts";
import type { ChangeActor } from "#shared/model/change.ts";
import { Chip } from "../ui/chip.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { NavText, NavTitle } from "../ui/nav-list.tsx";
import { NavPicker } from "../ui/nav-picker.tsx";
import { formatWhen } from "../ui/when.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./change-list.module.css";

type Props = {
  changes: readonly ListedChange[];
  selected: string | null;
  nameOf: (actor: ChangeActor) => string;
  onSelect: (id: string) => void;
};

export const ChangeList = ({ changes, selected, nameOf, onSelect }: Props) => (
  <NavPicker label={t.changes.list} items={changes} idOf={idOf} selected={selected} onSelect={onSelect}>
    {(change) => (
      <>
        <Icon of={iconOf(change)} size={14} />
        <span className={ui.grow}>
          <span className={styles.head}>
            <NavTitle
              className={classes(ui.ellipsis, ui.grow, change.undoneBy !== null && styles.undone)}
              title={change.title}
            >
              {change.title}
            </NavTitle>
            {change.undoneBy !== null && <Chip>{t.changes.undone}</Chip>}
          </span>
          <NavText className={classes(ui.num, ui.ellipsis)}>
            {`${nameOf(change.actor)}, ${formatWhen(change.at)}`}
            {change.files.length > 1 && !change.move && `, ${t.changes.files(change.files.length)}`}
          </NavText>
        </span>
      </>
    )}
  </NavPicker>
);

const idOf = ({ id }: ListedChange): string => id;

/** Who did it says more than what, unless it was the user. */
const iconOf = ({ actor, kind }: ListedChange): LucideIcon => {
  if (kind === "undo") return Undo2;
  const [who = ""] = actor.split(":");
  return (Object.hasOwn(byActor, who) ? byActor[who] : undefined) ?? byKind[kind];
};

const byActor: Readonly<Record<string, LucideIcon>> = {
  agent: Bot,
  tool: Wrench,
  dream: Moon,
  import: Download,
  outside: FileInput,
};

const byKind: Readonly<Record<ListedChange["kind"], LucideIcon>> = {
  save: Pencil,
  write: Pencil,
  create: Plus,
  move: FolderInput,
  remove: Trash2,
  restore: RotateCcw,
  undo: Undo2,
};
