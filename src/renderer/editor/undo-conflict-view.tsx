import { useEffect, useRef, useState } from "react";
import type { editor } from "monaco-editor/editor";
import type { UndoConflict, UndoDecision } from "#shared/contract/changes.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { t } from "../ui/messages/index.ts";
import { Segmented } from "../ui/segmented.tsx";
import { told } from "../ui/told.ts";
import { ConflictFrame } from "./conflict-frame.tsx";
import { createDiff } from "./create-diff.ts";
import { monaco } from "./monaco.ts";
import { languageOf } from "./text-model.ts";
import ui from "../ui/basics.module.css";

type Props = {
  conflict: UndoConflict;
  /** Both texts in one, with marks where they differ in the same place. */
  merge: (base: string | null, mine: string, theirs: string) => Promise<{ readonly text: string }>;
  onDecide: (decision: UndoDecision) => void;
};

const words = t.changes.question;
const sides = () => (["before", "after"] as const).map((value) => ({ value, label: words[value] }));

/** All three texts of a file that cannot be undone by merging. Each file has one of its own. */
const UndoConflictView = ({ conflict, merge, onDecide }: Props) => {
  const { path, now, base, mine, theirs, reason } = conflict;
  const place = useRef<HTMLDivElement>(null);
  const model = useRef<editor.ITextModel | null>(null);
  /** The right side, which outlives the model when the left one is another text. */
  const text = useRef(mine ?? "");
  const [side, setSide] = useState<"before" | "after">("before");
  const [isMerged, setMerged] = useState(false);
  const [marks, setMarks] = useState(0);

  const left = (side === "before" ? theirs : base) ?? "";
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
      labels: { before: words[side], after: words.now },
      readOnly: false,
      sideBySide: true,
      hideUnchanged: false,
    });
    return () => {
      close();
      own.dispose();
    };
  }, [left, path, side]);

  const bothTexts = mine !== null && theirs !== null;
  const mergeNow = async () => {
    const both = await merge(base, mine ?? "", theirs ?? "");
    model.current?.setValue(both.text);
    setMerged(true);
  };
  const save = () => onDecide({ take: "text", path, now, text: text.current });

  return (
    <ConflictFrame
      title={words.title(path)}
      text={isMerged ? words.merged(marks) : `${words.reasons[reason]} ${words.text}`}
      heads={[
        <Segmented key="side" label={words.sides} value={side} options={sides()} onChange={setSide} />,
        words.now,
      ]}
      place={place}
    >
      {isMerged && marks > 0 && <Chip className={ui.num}>{words.marks(marks)}</Chip>}
      <Button size="small" onClick={() => onDecide({ take: "before", path, now })}>
        {theirs === null ? words.takeNothing : mine === null ? words.bringBack : words.take}
      </Button>
      <Button size="small" onClick={() => onDecide({ take: "now", path, now })}>
        {words.keep}
      </Button>
      {bothTexts && !isMerged && (
        <Button size="small" kind="primary" onClick={() => told(mergeNow())}>
          {words.merge}
        </Button>
      )}
      {isMerged && (
        <Button size="small" kind="primary" disabled={marks > 0} onClick={save}>
          {words.saveMerged}
        </Button>
      )}
    </ConflictFrame>
  );
};

const marksIn = (text: string): number => text.match(/^<<<<<<< mine\r?$/gm)?.length ?? 0;

export default UndoConflictView;
