import { type ReactNode, useEffect, useRef, useState } from "react";
import { Quote } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import styles from "./marked-words.module.css";

type Props = { children: ReactNode; onAsk: (marked: string) => void };
type Marked = { readonly text: string; readonly top: number; readonly left: number };

/** Offers to say where words of an answer are from, beside words that were marked with the pointer. */
export const MarkedWords = ({ children, onAsk }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const [marked, setMarked] = useState<Marked | null>(null);
  useEffect(() => {
    if (!marked) return;
    const gone = () => {
      if (getSelection()?.isCollapsed !== false) setMarked(null);
    };
    document.addEventListener("selectionchange", gone);
    return () => document.removeEventListener("selectionchange", gone);
  }, [marked]);
  return (
    <div ref={box} className={styles.box} onPointerUp={() => setMarked(markedIn(box.current))}>
      {children}
      {marked && (
        <Button
          size="small"
          className={styles.ask}
          style={{ top: marked.top, left: marked.left }}
          // The words stay marked while the button is pressed.
          onPointerDown={(event) => event.preventDefault()}
          onPointerUp={(event) => event.stopPropagation()}
          onClick={() => {
            setMarked(null);
            onAsk(marked.text);
          }}
        >
          <Icon of={Quote} size={13} />
          {t.influence.askMarked}
        </Button>
      )}
    </div>
  );
};

/** The words that are marked, and the place below them; null when they are not all in this box. */
const markedIn = (box: HTMLElement | null): Marked | null => {
  const selection = getSelection();
  if (!box || !selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const text = selection.toString().trim();
  if (text === "" || !box.contains(range.commonAncestorContainer)) return null;
  const [own, last] = [box.getBoundingClientRect(), [...range.getClientRects()].at(-1)];
  if (!last) return null;
  const left = Math.max(0, Math.min(last.left - own.left, own.width - BUTTON_PX));
  return { text: text.slice(0, MAX_MARKED_CHARS), top: last.bottom - own.top + 4, left };
};

/** About as wide as the button. */
const BUTTON_PX = 170;
const MAX_MARKED_CHARS = 4_000;
