/**
 * What a window remembers about itself on this machine: open tabs, unsaved text, widths. Nothing here is
 * worth failing for, so a full or forbidden storage only means that it is not remembered.
 */
export const kept = {
  read: <Value>(key: string, fallback: Value): Value => {
    try {
      const found = localStorage.getItem(prefix + key);
      return found === null ? fallback : (JSON.parse(found) as Value);
    } catch {
      return fallback;
    }
  },
  write: (key: string, value: unknown): void => {
    try {
      localStorage.setItem(prefix + key, JSON.stringify(value));
    } catch {
      // Not remembered.
    }
  },
};

const prefix = "satchel.";
