import { formatShortcut, type Shortcut } from "./shortcut.ts";

export const Kbd = ({ shortcut }: { shortcut: Shortcut }) => (
  <kbd className="kbd">{formatShortcut(shortcut)}</kbd>
);
