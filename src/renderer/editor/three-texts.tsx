import { type ReactNode, useEffect, useRef, useState } from "react";
import type { editor } from "monaco-editor/editor";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { told } from "../ui/told.ts";
import { ConflictFrame } from "./conflict-frame.tsx";
import { createDiff } from "./create-diff.ts";
import { monaco } from "./monaco.ts";
import { languageOf } from "./text-model.ts";
import ui from "../ui/basics.module.css";

export type ThreeTextsWords = {
  readonly title: string;
  /** Before the texts were merged. */
  readonly text: string;
  readonly merged: (marks: number) => string;
  readonly marks: (count: number) => string;
  readonly sides: string;
  readonly theirs: string;
  readonly base: string;
  readonly mine: string;
  readonly merge: string;
  readonly save: string;
};

export type ThreeTextsProps = {
  words: ThreeTextsWords;
  /** Decides the language of the texts. */
  path: string;
  /** Null: there is no such text. */
  base: string | null;
  mine: string | null;
  theirs: string | null;
  /** Both texts in one, with marks where they differ in the same place. */
  merge: (base: string | null, mine: string, theirs: string) => Promise<{ readonly text: string }>;
  /** With the text on the right. */
  onSave: (text: string) => void;
  /** The text on the right can be saved before both were merged. */
  savesUnmerged?: boolean;
  /** Other ways out. */
  children: ReactNode;
};

/** Two texts and where both began: one of two on the left, the one that would be saved on the right. */
const ThreeTexts = (props: ThreeTextsProps) => {
  const { words, path, base, mine, theirs, merge, onSave, savesUnmerged = false, children } = props;
  const place = useRef<HTMLDivElement>(null);
  const model = useRef<editor.ITextModel | null>(null);
  /** The right side, which outlives the model when the left one is another text. */
  const text = useRef(mine ?? "");
  const [side, setSide] = useState<"theirs" | "base">("theirs");
  const [isMerged, setMerged] = useState(false);
  const [marks, setMarks] = useState(0);

  const left = (side === "theirs" ? theirs : base) ?? "";
  const labels = { before: words[side], after: words.mine };
  useEffect(() => {
    if (!place.current) return;
    const own = monaco.editor.createModel(text.current, languageOf(path));
    model.current = own;
    own.onDidChangeContent(() => {
      text.current = own.getValue(undefined, true);
      setMarks(marksIn(text.current));
    });
    const close = createDiff(place.current, {
      before: left,
      after: own,
      language: languageOf(path),
      labels: { before: labels.before, after: labels.after },
      readOnly: false,
      sideBySide: true,
      hideUnchanged: false,
    });
    return () => {
      close();
      own.dispose();
    };
  }, [left, path, labels.before, labels.after]);

  const canMerge = mine !== null && theirs !== null;
  const mergeNow = async () => {
    const both = await merge(base, mine ?? "", theirs ?? "");
    model.current?.setValue(both.text);
    setMerged(true);
  };
  const sides = (["theirs", "base"] as const).map((value) => ({ value, label: words[value] }));
  const saves = isMerged || savesUnmerged;
  return (
    <ConflictFrame
      title={words.title}
      text={isMerged ? words.merged(marks) : words.text}
      heads={[
        <Segmented key="side" label={words.sides} value={side} options={sides} onChange={setSide} />,
        words.mine,
      ]}
      place={place}
    >
      {isMerged && marks > 0 && <Chip className={ui.num}>{words.marks(marks)}</Chip>}
      {children}
      {canMerge && !isMerged && (
        <Button size="small" kind={savesUnmerged ? "plain" : "primary"} onClick={() => told(mergeNow())}>
          {words.merge}
        </Button>
      )}
      {saves && (
        <Button size="small" kind="primary" disabled={marks > 0} onClick={() => onSave(text.current)}>
          {words.save}
        </Button>
      )}
    </ConflictFrame>
  );
};

const marksIn = (text: string): number => text.match(/^<<<<<<< mine\r?$/gm)?.length ?? 0;

export default ThreeTexts;
