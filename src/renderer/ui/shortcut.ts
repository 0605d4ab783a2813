/** Shortcuts in one notation: `Mod` is Command on a Mac and Control elsewhere. `Mod+Shift+E`, `F2`, `Alt+P`. */
export type Shortcut = string;

export const isMac = (): boolean => typeof navigator !== "undefined" && /mac/i.test(navigator.platform);

export const formatShortcut = (shortcut: Shortcut, mac = isMac()): string => {
  const keys = keysOf(shortcut, mac);
  return mac
    ? keys.map((key) => macNames[key] ?? key).join("")
    : keys.map((key) => names[key] ?? key).join(" ");
};

type Pressed = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

export const matches = (event: Pressed, shortcut: Shortcut, mac = isMac()): boolean => {
  const keys = keysOf(shortcut, mac);
  const key = keys.at(-1) ?? "";
  const wants = (name: string) => keys.slice(0, -1).includes(name);
  const mod = mac ? event.metaKey : event.ctrlKey;
  const otherMod = mac ? event.ctrlKey : event.metaKey;
  const held = mod === wants("Mod") && otherMod === wants("Ctrl") && event.altKey === wants("Alt");
  // Which of the two characters needs Shift depends on the keyboard; both mean "larger".
  if (key === "=") return held && (event.key === "=" || event.key === "+");
  return held && event.shiftKey === wants("Shift") && isKey(event, key);
};

/**
 * Option with a letter types a character on a Mac (`ñ`, `ć`), which must still work; there Control is held as
 * well.
 */
const keysOf = (shortcut: Shortcut, mac: boolean): readonly string[] => {
  const keys = shortcut.split("+");
  return mac && /^Alt\+(Shift\+)?[A-Z]$/.test(shortcut) ? ["Ctrl", ...keys] : keys;
};

/** With Option a Mac reports the character it would type (`∑` for W), so the key's own name counts, too. */
const isKey = ({ key, code, altKey }: Pressed, wanted: string): boolean =>
  key.toLowerCase() === (wanted === "Space" ? " " : wanted.toLowerCase()) ||
  (altKey && code === `Key${wanted.toUpperCase()}`);

const names: Record<string, string> = {
  Mod: "Ctrl",
  Delete: "Del",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
};
const macNames: Record<string, string> = {
  Mod: "⌘",
  Ctrl: "⌃",
  Alt: "⌥",
  Shift: "⇧",
  Enter: "↵",
  Delete: "⌫",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
};
