import { type RefObject, useEffect } from "react";
import type { editor } from "monaco-editor/editor";
import type { Segment } from "#shared/model/manifest.ts";
import { segmentSize } from "#shared/model/segment-size.ts";
import { formatTokens } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { monaco } from "./monaco.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import buttonStyles from "../ui/button.module.css";
import styles from "./cut-mark.module.css";

type View = RefObject<editor.IStandaloneCodeEditor | null>;

type Mark = {
  cut: Segment | null;
  /** False: its sizes are estimates. */
  exact: boolean;
  reveal: number;
  agent: string;
  onWhy: () => void;
};

/** A caret at the exact character where the assembler cuts, a band below its line, and the rest dimmed. */
export const useCutMark = (view: View, { cut, exact, reveal, agent, onWhy }: Mark) => {
  useEffect(() => {
    const shown = view.current;
    const model = shown?.getModel();
    const cutAt = cut?.detail?.cutAt;
    if (!shown || !model || !cut || cutAt === undefined) return;

    const at = model.getPositionAt(cutAt);
    const decorations = shown.createDecorationsCollection(decorationsAt(model, at));
    const band = bandOf(cut, exact, agent, onWhy);
    let zone = "";
    shown.changeViewZones((zones) => {
      zone = zones.addZone({
        afterLineNumber: at.lineNumber,
        heightInPx: 40,
        domNode: band,
        marginDomNode: marginOf(),
        // The band has a button, so the editor must not take its clicks.
        suppressMouseDown: false,
      });
    });
    return () => {
      decorations.clear();
      shown.changeViewZones((zones) => zones.removeZone(zone));
    };
  }, [view, cut, exact, agent, onWhy]);

  useEffect(() => {
    const model = view.current?.getModel();
    const cutAt = cut?.detail?.cutAt;
    if (reveal > 0 && model && cutAt !== undefined)
      view.current?.revealPositionInCenter(model.getPositionAt(cutAt));
    // Only when the user asks for it: a new count while typing must not move the text.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [reveal]);
};

const decorationsAt = (
  model: editor.ITextModel,
  at: { lineNumber: number; column: number },
): editor.IModelDeltaDecoration[] => {
  const last = model.getLineCount();
  const rest = new monaco.Range(at.lineNumber, at.column, last, model.getLineMaxColumn(last));
  const below = new monaco.Range(Math.min(at.lineNumber + 1, last), 1, last, 1);
  return [
    { range: rest, options: { inlineClassName: styles.cutRest ?? "" } },
    {
      range: new monaco.Range(at.lineNumber, at.column, at.lineNumber, at.column),
      options: {
        before: { content: "\u200b", inlineClassName: styles.cutCaret ?? "" },
        showIfCollapsed: true,
      },
    },
    {
      range: new monaco.Range(1, 1, at.lineNumber, 1),
      options: { isWholeLine: true, linesDecorationsClassName: styles.cutKept ?? "" },
    },
    {
      range: below,
      options: {
        isWholeLine: true,
        linesDecorationsClassName: styles.cutLost ?? "",
        overviewRuler: {
          color: "rgba(189, 120, 10, 0.3)",
          position: monaco.editor.OverviewRulerLane.Full,
        },
      },
    },
  ];
};

/** As lucide draws it. */
const scissors =
  '<svg width="14" height="14" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.57" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="6" cy="6" r="3"/><path d="M8.12 8.12 12 12"/><path d="M20 4 8.12 15.88"/><circle cx="6" cy="18" r="3"/><path d="M14.8 14.8 20 20"/></svg>';

/** The band continues over the line numbers. */
const marginOf = (): HTMLElement => {
  const margin = document.createElement("div");
  margin.className = styles.cutZone ?? "";
  const band = document.createElement("div");
  band.className = styles.cutBand ?? "";
  band.innerHTML = scissors;
  margin.append(band);
  return margin;
};

/** Created by hand, because it is inside Monaco's own document. */
const bandOf = (cut: Segment, exact: boolean, agent: string, onWhy: () => void): HTMLElement => {
  const band = document.createElement("div");
  band.className = styles.cutBand ?? "";
  const title = document.createElement("span");
  title.className = classes(ui.strong, ui.warn);
  title.textContent = t.editor.cut(agent);
  const size = document.createElement("span");
  size.className = classes(ui.muted, ui.num, ui.grow, ui.ellipsis);
  const reason = cut.reason ? t.budget.reasons[cut.reason] : "";
  const { raw, sent } = segmentSize(cut);
  size.textContent = `${t.editor.cutSize(formatTokens(sent, exact), formatTokens(raw, exact))} ${reason}`;
  // A narrow pane has no room for all of it.
  size.title = size.textContent;
  const button = document.createElement("button");
  button.type = "button";
  button.className = buttonStyles.button ?? "";
  button.dataset["size"] = "small";
  button.textContent = t.chat.why;
  // Monaco hides this element from screen readers, so it must not take the focus; the status line has the
  // same button.
  button.tabIndex = -1;
  button.addEventListener("mousedown", (event) => event.stopPropagation());
  button.addEventListener("click", onWhy);
  band.append(title, size, button);
  const zone = document.createElement("div");
  zone.className = styles.cutZone ?? "";
  zone.append(band);
  return zone;
};
