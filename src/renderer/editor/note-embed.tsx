import { type ReactNode, use, useEffect, useMemo, useState } from "react";
import { parseFrontMatter } from "#shared/model/front-matter.ts";
import { t } from "../ui/messages/index.ts";
import { sectionOf } from "./headings.ts";
import { NoteLink, useLinked } from "./note-link.tsx";
import { ProjectPicture } from "./note-picture.tsx";
import { DrawContext, PageContext } from "./page-context.ts";
import { usePage } from "./use-page.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./note-embed.module.css";

/** Embeds that are drawn in a part of a page, in an embedded note, and in a note embedded there. */
const MAX_EMBEDS = [20, 5, 2];
/** Characters of an embedded note that are drawn. */
const MAX_CHARS = 20_000;
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|bmp|ico|svg)$/i;

type Props = {
  "data-target"?: string;
  "data-heading"?: string;
  "data-alias"?: string;
  /** Which embed of its text it is, from 0. */
  "data-index"?: number | string;
  children?: ReactNode;
};

/** `![[note]]`: the note stands here; `![[plan.png|300]]`: the picture, 300 px wide. */
export const NoteEmbed = (props: Props) => {
  const { "data-target": target = "", "data-heading": heading = "", "data-alias": alias = "" } = props;
  const page = usePage();
  const found = useLinked(target);
  const isAllowed = Number(props["data-index"] ?? 0) < (MAX_EMBEDS[page.chain.length] ?? 0);
  if (found === undefined && target !== "") return <span className={ui.quiet}>{target}</span>;
  if (!found) return <NoteLink {...props} />;
  if (PICTURE.test(found.path)) {
    const width = /^\d{1,4}$/.test(alias) ? Number(alias) : null;
    return <ProjectPicture path={found.path} alt={width === null ? alias : ""} width={width} />;
  }
  const isCycle = found.path === page.path || page.chain.includes(found.path);
  if (!found.isNote || isCycle || !isAllowed) {
    return (
      <span>
        <NoteLink {...props} />{" "}
        <span className={classes(ui.quiet, ui.small)}>
          {isCycle ? t.editor.note.cycle : found.isNote ? t.editor.note.tooDeep : t.editor.note.noText}
        </span>
      </span>
    );
  }
  return <EmbeddedNote path={found.path} heading={heading} />;
};

const EmbeddedNote = ({ path, heading }: { path: string; heading: string }) => {
  const page = usePage();
  const draw = use(DrawContext);
  const text = useNoteText(path);
  const inner = useMemo(
    () => ({ ...page, path, chain: [...page.chain, page.path], onTick: () => page.onOpen(path, null) }),
    [page, path],
  );
  const body = useMemo(() => (typeof text === "string" ? bodyOf(text, heading) : null), [text, heading]);
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/i, "");
  return (
    <section className={styles.embed} aria-label={t.editor.note.embedded(name)}>
      <header className={styles.head}>
        <button type="button" className={ui.grow} onClick={() => page.onOpen(path, heading || null)}>
          {heading ? `${name} › ${heading}` : name}
        </button>
      </header>
      {text instanceof Error && <p className={ui.muted}>{text.message}</p>}
      {typeof text === "string" && body === null && <p className={ui.muted}>{t.editor.note.noHeading}</p>}
      {body !== null && <PageContext value={inner}>{draw(body.slice(0, MAX_CHARS))}</PageContext>}
      {body !== null && body.length > MAX_CHARS && (
        <p className={classes(ui.muted, ui.small)}>{t.editor.note.shortened}</p>
      )}
    </section>
  );
};

const bodyOf = (text: string, heading: string): string | null =>
  heading ? sectionOf(text, heading) : text.slice(parseFrontMatter(text).offset);

const useNoteText = (path: string): string | Error | null => {
  const { readNote } = usePage();
  const [text, setText] = useState<string | Error | null>(null);
  useEffect(() => {
    let left = false;
    readNote(path).then(
      (read) => left || setText(read),
      (error: unknown) => left || setText(error instanceof Error ? error : new Error(String(error))),
    );
    return () => {
      left = true;
    };
  }, [path, readNote]);
  return text;
};
