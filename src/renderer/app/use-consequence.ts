import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { type Consequence, consequenceOf } from "#shared/model/consequence.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { previewPrompt, requestOf } from "../budget/preview-prompt.ts";
import type { Remark } from "../editor/consequence-mark.ts";
import { formatTokens } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { told } from "../ui/told.ts";
import { makeRoomFor } from "./make-room.ts";
import { useWorkbench } from "./workbench-context.ts";

/** Milliseconds after the last preview; who is still typing is not asked for. */
const PAUSE_MS = 250;

/** What the unsaved text of the active file does to the next prompt, as a remark at its caret; null: nothing. */
export const useConsequence = (): Remark | null => {
  const bench = useWorkbench();
  const { client, editor, preview, showWhy } = bench;
  const active = useStore(editor, (state) => state.active);
  const isDirty = useStore(editor, (state) => state.tabs.some(({ path, dirty }) => path === active && dirty));
  const after = useStore(preview, (state) => state.manifest);
  const [found, setFound] = useState<{ path: string; consequence: Consequence | null } | null>(null);

  /** The prompt when the first letter of the unsaved text was typed. */
  const first = useRef<{ path: string; manifest: Manifest } | null>(null);

  useEffect(() => {
    if (!isDirty || first.current?.path !== active) first.current = null;
    const { question } = preview.getState();
    if (!active || !isDirty || !after || !Object.hasOwn(question.texts, active)) return;
    let left = false;
    const timer = setTimeout(() => {
      const { [active]: _, ...texts } = question.texts;
      void previewPrompt(client, requestOf({ ...question, texts })).then(({ manifest: before }) => {
        if (left || !before) return;
        first.current ??= { path: active, manifest: before };
        const consequence = consequenceOf(before, after, active, first.current.manifest);
        setFound({ path: active, consequence });
      });
    }, PAUSE_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [client, preview, active, isDirty, after]);

  const consequence = isDirty && found?.path === active ? found.consequence : null;
  return useMemo(() => {
    if (!consequence) return null;
    const words = t.editor.consequence;
    const show = { label: words.show, run: () => showWhy(consequence.path) };
    const room = { label: words.room, run: () => told(makeRoomFor(bench, consequence)) };
    return {
      text: sentence(consequence),
      actions: consequence.kind === "breaks-cache" ? [show] : [room, show],
    };
  }, [consequence, bench, showWhy]);
};

const sentence = ({ kind, path, tokens, others, cached, exact }: Consequence): string => {
  const words = t.editor.consequence;
  const size = `${tokens < 0 ? "−" : "+"}${formatTokens(Math.abs(tokens), exact)}`;
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (kind === "falls-out") return words.fallsOut(size, name, others);
  return kind === "is-cut"
    ? words.isCut(size, name, others)
    : words.breaksCache(size, formatTokens(cached, exact));
};
