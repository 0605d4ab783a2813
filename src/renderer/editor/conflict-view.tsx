import { useEffect, useRef, useState } from "react";
import type { editor } from "monaco-editor/editor";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { told } from "../ui/told.ts";
import type { Buffers } from "./buffers.ts";
import { ConflictFrame } from "./conflict-frame.tsx";
import { createDiff } from "./create-diff.ts";
import type { EditorStore } from "./editor-store.ts";
import type { Conflict, Tab } from "./tab.ts";
import { languageOf, modelOf } from "./text-model.ts";
import { Chip } from "../ui/chip.tsx";
import ui from "../ui/basics.module.css";

type Props = { tab: Tab; conflict: Conflict; buffers: Buffers; store: EditorStore };

/**
 * Both versions side by side and three ways to resolve; none loses anything without a click. The right side
 * is the file's own text, so edits there are kept like any unsaved text.
 */
const ConflictView = ({ tab, conflict, buffers, store }: Props) => {
  const place = useRef<HTMLDivElement>(null);
  const [mine, setMine] = useState<editor.ITextModel | null>(null);
  const [merged, setMerged] = useState<Conflict | null>(null);
  const marks = useMarks(mine);
  const words = t.editor.conflict;
  // A further change on disk is a new conflict, which must be merged again.
  const isMerged = merged === conflict;

  const { path, name } = tab;
  useEffect(() => {
    const tabNow = store.getState().tabs.find((other) => other.path === path);
    if (!place.current || !tabNow) return;
    const model = modelOf(tabNow, buffers, store);
    setMine(model);
    return createDiff(place.current, {
      before: conflict.theirs,
      after: model,
      language: languageOf(name),
      labels: { before: words.disk, after: words.mine },
      readOnly: false,
      sideBySide: true,
      hideUnchanged: false,
    });
  }, [conflict, path, name, buffers, store, words]);

  const text = () => buffers.read(path) ?? "";
  const resolve = (keep: "mine" | "theirs" | "both") => void store.getState().resolve(path, keep, text());
  const merge = async () => {
    const both = await store.getState().merge(path, text());
    if (!both) return;
    buffers.replace(path, both.text);
    setMerged(conflict);
  };

  return (
    <ConflictFrame
      title={words.title(name)}
      text={isMerged ? words.merged(marks) : words.text}
      heads={[words.disk, words.mine]}
      place={place}
    >
      {isMerged && marks > 0 && <Chip className={ui.num}>{words.clashes(marks)}</Chip>}
      <Button size="small" onClick={() => resolve("theirs")}>
        {words.takeTheirs}
      </Button>
      {!isMerged && (
        <>
          <Button size="small" onClick={() => resolve("mine")}>
            {words.keepMine}
          </Button>
          <Button size="small" kind="primary" onClick={() => told(merge())}>
            {words.merge}
          </Button>
        </>
      )}
      {isMerged && (
        <Button size="small" kind="primary" disabled={marks > 0} onClick={() => resolve("both")}>
          {words.saveMerged}
        </Button>
      )}
    </ConflictFrame>
  );
};

/** The number of conflict markers left in the text. */
const useMarks = (model: editor.ITextModel | null): number => {
  const [marks, setMarks] = useState(0);
  useEffect(() => {
    if (!model) return;
    const count = () => setMarks(model.findMatches("^<<<<<<< mine$", false, true, true, null, false).length);
    count();
    const listening = model.onDidChangeContent(count);
    return () => listening.dispose();
  }, [model]);
  return marks;
};

export default ConflictView;
