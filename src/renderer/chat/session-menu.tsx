import {
  Archive,
  ArchiveRestore,
  Ellipsis,
  FileDown,
  FoldHorizontal,
  FoldVertical,
  type LucideIcon,
  Pencil,
  Pin,
  PinOff,
  Tag,
  Trash2,
  UnfoldHorizontal,
} from "lucide-react";
import type { SessionInfo } from "#shared/contract/sessions.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import type { SessionCommands } from "./session-commands.ts";
import { DropdownMenu } from "../ui/menu.tsx";
import ui from "../ui/basics.module.css";

type Width = "reading" | "full";

type Props = {
  session: SessionInfo;
  commands: SessionCommands;
  onRename: () => void;
  onLabels: () => void;
  onCompact: () => void;
  width: Width;
  onWidth: (width: Width) => void;
};

/** Actions on the open conversation. */
export const SessionMenu = ({ session, commands, onRename, onLabels, onCompact, width, onWidth }: Props) => {
  const words = t.chat.list;
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className={ui.iconButton} aria-label={words.more}>
        <Icon of={Ellipsis} size={15} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={4}>
          <Item icon={Pencil} label={words.rename} onSelect={onRename} />
          <Item icon={Tag} label={words.labels} onSelect={onLabels} />
          <Item
            icon={session.pinned ? PinOff : Pin}
            label={session.pinned ? words.unpin : words.pin}
            onSelect={() => commands.pin(session, !session.pinned)}
          />
          <Item icon={FoldVertical} label={words.compact} onSelect={onCompact} />
          <Item
            icon={width === "reading" ? UnfoldHorizontal : FoldHorizontal}
            label={width === "reading" ? words.fullWidth : words.readingWidth}
            onSelect={() => onWidth(width === "reading" ? "full" : "reading")}
          />
          <DropdownMenu.Separator />
          <Item icon={FileDown} label={words.markdown} onSelect={() => commands.save(session, "markdown")} />
          <Item icon={FileDown} label={words.json} onSelect={() => commands.save(session, "json")} />
          <DropdownMenu.Separator />
          <Item
            icon={session.archived ? ArchiveRestore : Archive}
            label={session.archived ? words.unarchive : words.archive}
            onSelect={() => commands.archive(session, !session.archived)}
          />
          <Item icon={Trash2} label={words.remove} danger onSelect={() => commands.remove(session)} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
};

type ItemProps = { icon: LucideIcon; label: string; danger?: boolean; onSelect: () => void };

const Item = ({ icon, label, danger, onSelect }: ItemProps) => (
  <DropdownMenu.Item data-kind={danger ? "danger" : undefined} onSelect={onSelect}>
    <Icon of={icon} size={14} />
    {label}
  </DropdownMenu.Item>
);
