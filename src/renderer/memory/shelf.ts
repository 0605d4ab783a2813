import {
  BookOpen,
  Bookmark,
  Bot,
  Calendar,
  Globe,
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
  Wrench,
} from "lucide-react";
import { type MemoryTier, memoryTier } from "#shared/contract/memory.ts";
import { type Origin, ORIGINS } from "#shared/model/origin.ts";

/** What the list shows: a tier, all of them, or memories with something else in common. */
export type Shelf = "all" | MemoryTier | OriginShelf | "pinned" | "faded" | "learned" | "diary";

/** Memories of one origin. */
export type OriginShelf = `from-${Origin}`;

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

export const originShelves = [
  "from-you",
  "from-agent",
  "from-tool",
  "from-outside",
] as const satisfies readonly Shelf[];

export const originOfShelf = (shelf: Shelf): Origin | undefined =>
  ORIGINS.find((origin) => shelf === `from-${origin}`);

export const otherShelves = ["pinned", "faded", "learned", "diary"] as const satisfies readonly Shelf[];

/** These list memories; the others have their own page. */
export const listsMemories = (shelf: Shelf): shelf is Exclude<Shelf, "learned" | "diary"> =>
  shelf !== "learned" && shelf !== "diary";

export const tierOfShelf = (shelf: Shelf): MemoryTier | undefined =>
  memoryTier.options.find((tier) => tier === shelf);

export const shelfIcons: Readonly<Record<Shelf, LucideIcon>> = {
  all: Layers,
  curated: Bookmark,
  daily: Calendar,
  session: MessageSquare,
  profile: User,
  graph: Waypoints,
  procedural: Repeat2,
  knowledge: BookOpen,
  "from-you": User,
  "from-agent": Bot,
  "from-tool": Wrench,
  "from-outside": Globe,
  pinned: Pin,
  faded: Hourglass,
  learned: GraduationCap,
  diary: Moon,
};
