import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { linkedPath } from "../ui/linked-path.ts";
import { t } from "../ui/messages/index.ts";
import type { LinkedFile } from "./page-context.ts";
import { usePage } from "./use-page.ts";
import styles from "./read-view.module.css";

type Props = { "data-target"?: string; "data-heading"?: string; children?: ReactNode };

/** `[[note]]`: opens the note; one that is not there is marked, and a click offers to create it. */
export const NoteLink = ({ "data-target": target = "", "data-heading": heading = "", children }: Props) => {
  const page = usePage();
  const found = useLinked(target);
  if (target === "") {
    return <LinkButton onOpen={() => page.onOpen(page.path, heading)}>{children}</LinkButton>;
  }
  if (found === null) {
    return (
      <button
        type="button"
        className={styles.proseLink}
        data-missing
        title={t.editor.note.missing(target)}
        onClick={() => page.onMissing(target)}
      >
        {children}
      </button>
    );
  }
  return <LinkButton onOpen={() => found && page.onOpen(found.path, heading || null)}>{children}</LinkButton>;
};

const LinkButton = ({ onOpen, children }: { onOpen: () => void; children: ReactNode }) => (
  <button type="button" className={styles.proseLink} onClick={onOpen}>
    {children}
  </button>
);

/** Undefined while it is looked up, null when there is no such file. */
export const useLinked = (target: string): LinkedFile | null | undefined => {
  const { path, find } = usePage();
  const [found, setFound] = useState<LinkedFile | null>();
  useEffect(() => {
    if (target === "") return;
    let left = false;
    void find(target, path).then((file) => left || setFound(file));
    return () => {
      left = true;
    };
  }, [target, path, find]);
  return found;
};

/** To another file of the project, or out into a browser. */
export const Link = ({ href = "", children }: ComponentProps<"a">) => {
  const { path, onOpen } = usePage();
  if (/^(https?|mailto):/.test(href)) {
    return (
      <a href={href} target="_blank" rel="noreferrer noopener" title={href}>
        {children}
      </a>
    );
  }
  const heading = headingIn(href);
  const target = href.startsWith("#") ? path : linkedPath(path, href);
  if (target === null) return children;
  return <LinkButton onOpen={() => onOpen(target, heading)}>{children}</LinkButton>;
};

const headingIn = (href: string): string | null => {
  const hash = href.indexOf("#");
  if (hash === -1) return null;
  try {
    return decodeURIComponent(href.slice(hash + 1)).replaceAll("-", " ") || null;
  } catch {
    return null;
  }
};
