import { X } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { Client } from "#shared/contract/index.ts";
import type { Backlink } from "#shared/contract/links.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import type { Buffers } from "./buffers.ts";
import type { EditorStore } from "./editor-store.ts";
import { headingsOf } from "./headings.ts";
import type { createNoteLinks } from "./note-links.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./note-aside.module.css";

type Props = {
  store: EditorStore;
  buffers: Buffers;
  client: Client;
  links: ReturnType<typeof createNoteLinks>;
  path: string;
};

/** Headings of the active note, and the notes that link to it. */
export const NoteAside = ({ store, buffers, client, links, path }: Props) => {
  const { showAside, jumpTo, open } = store.getState();
  const incoming = useBacklinks(client, links, path);
  return (
    <aside className={styles.aside} aria-label={t.editor.aside.title}>
      <header className={styles.head}>
        <h2>{t.editor.aside.outline}</h2>
        <span className={ui.grow} />
        <IconButton icon={X} label={t.editor.aside.close} onClick={() => showAside(false)} />
      </header>
      <Outline store={store} buffers={buffers} path={path} onJump={jumpTo} />
      <header className={styles.head}>
        <h2>{t.editor.aside.backlinks}</h2>
        <span className={classes(ui.quiet, ui.num)}>{incoming?.length ?? ""}</span>
      </header>
      {incoming?.length === 0 && <p className={styles.nothing}>{t.editor.aside.noBacklinks}</p>}
      <ul className={styles.list}>
        {incoming?.map((link) => (
          <li key={`${link.path}:${link.line}:${link.column}`}>
            <button
              type="button"
              onClick={() => {
                open(link.path, undefined, { preview: true });
                jumpTo(link.line);
              }}
            >
              <span className={classes(ui.ellipsis, styles.from)}>{nameOf(link.path)}</span>
              <span className={classes(ui.quiet, styles.line)}>{link.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </aside>
  );
};

type OutlineProps = Pick<Props, "store" | "buffers" | "path"> & { onJump: (line: number) => void };

const Outline = ({ store, buffers, path, onJump }: OutlineProps) => {
  const revision = useStore(store, (state) => state.revision);
  const tab = useStore(store, (state) => state.tabs.find((each) => each.path === path));
  const text = useLater(revision, () => buffers.read(path) ?? tab?.draft ?? tab?.saved?.text ?? "", tab);
  const headings = useMemo(() => headingsOf(text), [text]);
  const top = Math.min(...headings.map(({ level }) => level));
  if (headings.length === 0) return <p className={styles.nothing}>{t.editor.aside.noHeadings}</p>;
  return (
    <ul className={styles.list} aria-label={t.editor.aside.outline}>
      {headings.map(({ level, text: heading, line }) => (
        <li key={line}>
          <button
            type="button"
            className={classes(styles.heading, ui.ellipsis)}
            data-depth={level - top}
            title={heading}
            onClick={() => onJump(line)}
          >
            {heading}
          </button>
        </li>
      ))}
    </ul>
  );
};

/** Milliseconds after the last key: reading a long note for each would be felt. */
const PAUSE_MS = 300;

const useLater = (revision: number, read: () => string, of: unknown): string => {
  const [text, setText] = useState(read);
  useEffect(() => {
    const timer = setTimeout(() => setText(read()), PAUSE_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- read again when the text or the file is another.
  }, [revision, of]);
  return text;
};

const useBacklinks = (client: Client, links: Props["links"], path: string): readonly Backlink[] | null => {
  const [found, setFound] = useState<{ path: string; links: readonly Backlink[] } | null>(null);
  useEffect(() => {
    let left = false;
    const ask = () =>
      void links.backlinks(path).then(
        (incoming) => left || setFound({ path, links: incoming }),
        () => left || setFound({ path, links: [] }),
      );
    ask();
    const stop = client.on("workspace.changed", ask);
    return () => {
      left = true;
      stop();
    };
  }, [client, links, path]);
  return found?.path === path ? found.links : null;
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/i, "");
