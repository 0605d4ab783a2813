import {
  ChartBarBig,
  Copy,
  FilePlus2,
  FileText,
  FolderPlus,
  History,
  type LucideIcon,
  Pencil,
  Trash2,
  Users,
} from "lucide-react";
import type { ReactNode } from "react";
import type { FileStatus } from "#shared/model/file-status.ts";
import { Icon } from "../ui/icon.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { t } from "../ui/messages/index.ts";
import type { Shortcut } from "../ui/shortcut.ts";
import type { FileNode } from "./file-node.ts";
import type { FileCommands } from "./use-file-commands.ts";
import { ContextMenu } from "../ui/menu.tsx";
import ui from "../ui/basics.module.css";

type Props = {
  target: FileNode | null;
  /** The file's status in the next prompt; null where it has none. */
  status: FileStatus["status"] | null;
  commands: FileCommands;
  newFileKeys: Shortcut;
  onWhy: (path: string) => void;
  onChanges: (path: string) => void;
  /** Undefined where there is nobody to share with. */
  onShare: ((path: string) => void) | undefined;
  children: ReactNode;
};

/** The tree's context menu: for the row it was opened on, or for the project where there is no row. */
export const FileMenu = ({
  target,
  status,
  commands,
  newFileKeys,
  onWhy,
  onChanges,
  onShare,
  children,
}: Props) => {
  const folder = commands.folderOf(target);
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content onCloseAutoFocus={(event) => event.preventDefault()}>
          {target?.entry.kind === "file" && (
            <Item
              icon={FileText}
              label={t.files.open}
              shortcut="Enter"
              run={() => commands.open(target, "write")}
            />
          )}
          {target && status && (
            <Item icon={ChartBarBig} label={t.files.why[status]} run={() => onWhy(target.id)} />
          )}
          <Item
            icon={FilePlus2}
            label={t.files.newFile}
            shortcut={newFileKeys}
            run={() => commands.create(folder, "file")}
          />
          <Item icon={FolderPlus} label={t.files.newFolder} run={() => commands.create(folder, "folder")} />
          {target && (
            <>
              <ContextMenu.Separator />
              <Item icon={Pencil} label={t.files.rename} shortcut="F2" run={() => commands.edit(target)} />
              <Item icon={Copy} label={t.files.copyPath} run={() => commands.copyPath(target)} />
              {onShare && target.entry.kind === "file" && (
                <Item icon={Users} label={t.team.share.menu} run={() => onShare(target.id)} />
              )}
              <Item icon={History} label={t.files.changes} run={() => onChanges(target.id)} />
              <ContextMenu.Separator />
              <Item
                icon={Trash2}
                label={t.files.remove}
                shortcut="Delete"
                danger
                run={() => commands.remove(target)}
              />
            </>
          )}
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
};

type ItemProps = { icon: LucideIcon; label: string; shortcut?: Shortcut; danger?: boolean; run: () => void };

const Item = ({ icon, label, shortcut, danger, run }: ItemProps) => (
  <ContextMenu.Item data-kind={danger ? "danger" : undefined} onSelect={run}>
    <Icon of={icon} size={14} />
    <span className={ui.grow}>{label}</span>
    {shortcut && <Kbd shortcut={shortcut} />}
  </ContextMenu.Item>
);
