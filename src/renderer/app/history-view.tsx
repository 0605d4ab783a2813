import { type ReactNode } from "react";
import { t } from "../ui/messages/index.ts";
import { Segmented } from "../ui/segmented.tsx";
import { ViewHead, ViewText } from "../ui/view-head.tsx";
import type { HistoryPart } from "./app-store.ts";
import { ChangesPart } from "./changes-part.tsx";
import { StatesActions, StatesPart } from "./states-part.tsx";
import { TrashPart } from "./trash-part.tsx";
import { useApp } from "./workbench-context.ts";
import viewStyles from "./view.module.css";

const names = ["changes", "states", "trash"] as const;
const parts = () => names.map((value) => ({ value, label: t.history.parts[value] }));

/** What was done to the files, and whole states of a workspace. */
export const HistoryView = () => {
  const part = useApp((state) => state.historyPart);
  const show = useApp((state) => state.showHistory);
  const { text, body, actions } = shown()[part];
  return (
    <section className={viewStyles.viewPage} aria-label={t.history.title}>
      <ViewHead>
        <h1>{t.history.title}</h1>
        <Segmented label={t.history.part} value={part} options={parts()} onChange={show} />
        <ViewText title={text}>{text}</ViewText>
        {actions}
      </ViewHead>
      <div className={viewStyles.viewBody}>{body}</div>
    </section>
  );
};

type Shown = { readonly text: string; readonly body: ReactNode; readonly actions?: ReactNode };

const shown: () => Readonly<Record<HistoryPart, Shown>> = () => ({
  changes: { text: t.changes.text, body: <ChangesPart /> },
  states: { text: t.history.text, body: <StatesPart />, actions: <StatesActions /> },
  trash: { text: t.trash.text, body: <TrashPart /> },
});
