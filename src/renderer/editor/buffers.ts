/** One text being edited: Monaco's model, or a plain string in a test. */
export type Buffer = {
  readonly read: () => string;
  /** The first lines, which may contain front matter. */
  readonly head: () => string;
  /** Whether its text is exactly this; called on every key, so the whole text is read only as a last resort. */
  readonly is: (text: string) => boolean;
  readonly replace: (text: string) => void;
  readonly rename: (path: string) => void;
  readonly close: () => void;
};

/**
 * The texts being edited, by path. They are kept outside the state, because they can have 5 MB and change on
 * every key.
 */
export type Buffers = {
  readonly add: (path: string, buffer: Buffer) => void;
  readonly get: (path: string) => Buffer | null;
  readonly read: (path: string) => string | null;
  readonly head: (path: string) => string | null;
  readonly replace: (path: string, text: string) => void;
  readonly isDirty: (path: string, saved: string) => boolean;
  readonly move: (from: string, to: string) => void;
  readonly drop: (path: string) => void;
};

export const createBuffers = (): Buffers => {
  const all = new Map<string, Buffer>();
  return {
    add: (path, buffer) => {
      all.set(path, buffer);
    },
    get: (path) => all.get(path) ?? null,
    read: (path) => all.get(path)?.read() ?? null,
    head: (path) => all.get(path)?.head() ?? null,
    replace: (path, text) => all.get(path)?.replace(text),
    isDirty: (path, saved) => all.get(path)?.is(saved) === false,
    move: (from, to) => {
      const buffer = all.get(from);
      if (!buffer) return;
      all.delete(from);
      all.set(to, buffer);
      buffer.rename(to);
    },
    drop: (path) => {
      all.get(path)?.close();
      all.delete(path);
    },
  };
};
