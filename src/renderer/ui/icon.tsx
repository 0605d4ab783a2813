import type { LucideIcon } from "lucide-react";

/** A lucide icon with a stroke of 1.5 px at any size. */
export const Icon = ({ of: Shape, size = 14 }: { of: LucideIcon; size?: number }) => (
  <Shape size={size} strokeWidth={1.5} absoluteStrokeWidth aria-hidden="true" focusable="false" />
);
