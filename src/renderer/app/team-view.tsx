import { lazy, Suspense } from "react";
import { useStore } from "zustand";
import type { TextsProps } from "../team/conflict-dialog.tsx";
import type { DiffProps } from "../team/proposal-card.tsx";
import { TeamPane } from "../team/team-pane.tsx";
import { Chip } from "../ui/chip.tsx";
import { Select } from "../ui/field.tsx";
import { t } from "../ui/messages/index.ts";
import { Segmented } from "../ui/segmented.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { ViewHead } from "../ui/view-head.tsx";
import ui from "../ui/basics.module.css";
import { useApp, useWorkbench } from "./workbench-context.ts";
import viewStyles from "./view.module.css";

const DiffView = lazy(() => import("../editor/diff-view.tsx"));
const ThreeTexts = lazy(() => import("../editor/three-texts.tsx"));

const words = t.team;
const parts = () =>
  (["inbox", "items", "activity"] as const).map((value) => ({ value, label: words.parts[value] }));
const chipOf = { unknown: "plain", here: "ok", away: "warn" } as const;

/** A team space: what waits for a decision, what everyone has, and what happened. */
export const TeamView = () => {
  const { team } = useWorkbench();
  const { spaces, chosen, part, show, choose } = useStore(team);
  const openSettings = useApp((state) => state.openSettings);
  const space = spaces.find((each) => each.space === chosen);
  return (
    <section className={viewStyles.viewPage} aria-label={words.title}>
      <ViewHead>
        <h1>{words.title}</h1>
        {space && <Segmented label={words.part} value={part} options={parts()} onChange={show} />}
        <span className={ui.grow} />
        {spaces.length > 1 && (
          <label className={viewStyles.labelled}>
            {words.space}
            <Select value={chosen ?? ""} onChange={(event) => void choose(event.currentTarget.value)}>
              {spaces.map((each) => (
                <option key={each.space} value={each.space}>
                  {each.name}
                </option>
              ))}
            </Select>
          </label>
        )}
        {space && (
          <span className={viewStyles.labelled}>
            {spaces.length === 1 && space.name}
            <Chip
              kind={chipOf[space.server]}
              title={words.stateOf(space.address, words.states[space.server])}
            >
              {words.states[space.server]}
            </Chip>
          </span>
        )}
      </ViewHead>
      <div className={viewStyles.viewBody}>
        <TeamPane store={team} Diff={Diff} Texts={Texts} onSettings={() => openSettings("team")} />
      </div>
    </section>
  );
};

const Diff = (props: DiffProps) => (
  <Suspense fallback={<Skeleton label={words.items.loading} rows={4} />}>
    <DiffView {...props} />
  </Suspense>
);

const Texts = (props: TextsProps) => {
  const { client } = useWorkbench();
  return (
    <Suspense fallback={<Skeleton label={words.conflict.loading} rows={8} />}>
      <ThreeTexts
        {...props}
        savesUnmerged
        merge={(base, mine, theirs) => client.call("workspace.merge", { base, mine, theirs })}
      />
    </Suspense>
  );
};
