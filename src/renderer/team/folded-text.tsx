import { useState } from "react";
import { classes } from "../ui/classes.ts";
import { formatBytes } from "../ui/format.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { t } from "../ui/messages/index.ts";
import { told } from "../ui/told.ts";
import ui from "../ui/basics.module.css";
import styles from "./team-pane.module.css";

/** Longer texts are folded: what is decided about must be readable, and so must the next one. */
const MAX_LINES = 8;
const MAX_CHARS = 700;

type Props = {
  text: string;
  /** The size of the whole text, where `text` is only its beginning. */
  bytes: number | null;
  /** Null: it is not there any more. */
  readWhole: () => Promise<string | null>;
};

/** A text as it was written. Nothing in it is laid out or followed: it was written by somebody else. */
export const FoldedText = ({ text, bytes, readWhole }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const [whole, setWhole] = useState<string | null>(null);
  const isLong = bytes !== null || text.length > MAX_CHARS || text.split("\n").length > MAX_LINES;
  const open = () => {
    setOpen(true);
    if (bytes !== null && whole === null) told(readWhole().then(setWhole));
  };
  const isPart = bytes !== null && (!isOpen || whole === null);
  return (
    <div>
      <div className={styles.text} data-folded={(isLong && !isOpen) || undefined}>
        {isOpen ? (whole ?? text) : text}
      </div>
      {isPart && (
        <p className={classes(ui.muted, ui.small, ui.num)}>{t.team.items.cut(formatBytes(bytes))}</p>
      )}
      {isLong && (
        <LinkButton aria-expanded={isOpen} onClick={() => (isOpen ? setOpen(false) : open())}>
          {isOpen ? t.team.inbox.less : t.team.inbox.more}
        </LinkButton>
      )}
    </div>
  );
};
