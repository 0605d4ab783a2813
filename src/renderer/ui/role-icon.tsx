import {
  Bookmark,
  Bot,
  Calendar,
  FileCog,
  FileText,
  Folder,
  FolderOpen,
  GraduationCap,
  IdCard,
  Library,
  type LucideIcon,
  Moon,
  ScrollText,
  Shield,
  User,
} from "lucide-react";
import type { FileRole } from "#shared/contract/workspace.ts";
import { Icon } from "./icon.tsx";

/** The role of a file as an icon; the same in the tree, on tabs and in the palette. */
export const RoleIcon = ({ role, size = 14 }: { role: FileRole; size?: number }) => (
  <Icon of={fileIcons[role]} size={size} />
);

/** Folders with a role keep their icon; others show whether they are open. */
export const FolderIcon = ({ name, open, size = 14 }: { name: string; open: boolean; size?: number }) => (
  <Icon of={folderIcons[name] ?? (open ? FolderOpen : Folder)} size={size} />
);

const fileIcons: Record<FileRole, LucideIcon> = {
  soul: Shield,
  agents: ScrollText,
  user: User,
  identity: IdCard,
  memory: Bookmark,
  dreams: Moon,
  knowledge: FileText,
  note: FileText,
  skill: FileText,
  subagent: Bot,
  context: FileText,
  "agents-yaml": FileCog,
  other: FileText,
};

const folderIcons: Record<string, LucideIcon> = {
  knowledge: Library,
  memory: Calendar,
  skills: GraduationCap,
  subagents: Bot,
};
