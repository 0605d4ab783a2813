/** Keys written once: `Mod` is Command on a Mac and Control elsewhere. `Mod+Shift+E`, `F2`, `Alt+P`. */
export type Shortcut = string;

export const isMac = (): boolean => typeof navigator !== "undefined" && /mac/i.test(navigator.platform);

export const formatShortcut = (shortcut: Shortcut, mac = isMac()): string => {
  const keys = shortcut.split("+");
  return mac
    ? keys.map((key) => macNames[key] ?? key).join("")
    : keys.map((key) => names[key] ?? key).join(" ");
};

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

export const matches = (event: Pressed, shortcut: Shortcut, mac = isMac()): boolean => {
  const keys = shortcut.split("+");
  const key = keys.at(-1) ?? "";
  const wants = (name: string) => keys.slice(0, -1).includes(name);
  const mod = mac ? event.metaKey : event.ctrlKey;
  const otherMod = mac ? event.ctrlKey : event.metaKey;
  return (
    event.key.toLowerCase() === (key === "Space" ? " " : key.toLowerCase()) &&
    mod === wants("Mod") &&
    otherMod === wants("Ctrl") &&
    event.altKey === wants("Alt") &&
    event.shiftKey === wants("Shift")
  );
};

const names: Record<string, string> = { Mod: "Ctrl", Delete: "Del", ArrowUp: "↑", ArrowDown: "↓" };
const macNames: Record<string, string> = {
  Mod: "⌘",
  Ctrl: "⌃",
  Alt: "⌥",
  Shift: "⇧",
  Enter: "↵",
  Delete: "⌫",
  ArrowUp: "↑",
  ArrowDown: "↓",
};
