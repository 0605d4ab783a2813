/**
 * What a window stores about itself on this machine: open tabs, unsaved text, widths. When the storage is
 * full or forbidden, nothing is stored and no error is shown.
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
      // Not stored.
    }
  },
};

const prefix = "satchel.";
