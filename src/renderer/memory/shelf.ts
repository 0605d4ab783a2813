import {
  BookOpen,
  Bookmark,
  Calendar,
  GraduationCap,
  Hourglass,
  Layers,
  type LucideIcon,
  MessageSquare,
  Moon,
  Pin,
  Repeat2,
  User,
  Waypoints,
} from "lucide-react";
import type { MemoryTier } from "#shared/contract/memory.ts";

/** What the list shows: a tier, all of them, or memories with something else in common. */
export type Shelf = "all" | MemoryTier | "pinned" | "faded" | "learned" | "diary";

export const tierShelves = [
  "all",
  "curated",
  "daily",
  "session",
  "profile",
  "graph",
  "procedural",
  "knowledge",
] as const satisfies readonly Shelf[];

export const otherShelves = ["pinned", "faded", "learned", "diary"] as const satisfies readonly Shelf[];

/** These list memories; the others have their own page. */
export const listsMemories = (shelf: Shelf): shelf is Exclude<Shelf, "learned" | "diary"> =>
  shelf !== "learned" && shelf !== "diary";

export const tierOfShelf = (shelf: Shelf): MemoryTier | undefined =>
  shelf === "all" || shelf === "pinned" || shelf === "faded" || !listsMemories(shelf) ? undefined : shelf;

export const shelfIcons: Readonly<Record<Shelf, LucideIcon>> = {
  all: Layers,
  curated: Bookmark,
  daily: Calendar,
  session: MessageSquare,
  profile: User,
  graph: Waypoints,
  procedural: Repeat2,
  knowledge: BookOpen,
  pinned: Pin,
  faded: Hourglass,
  learned: GraduationCap,
  diary: Moon,
};
