import { lazy, Suspense, useCallback, useMemo } from "react";
import { useStore } from "zustand";
import { MemoryPane } from "../memory/memory-pane.tsx";
import type { TextsProps } from "../memory/consolidate-dialog.tsx";
import type { MemoryPlace } from "../memory/place.ts";
import { TeamFound } from "../team/team-found.tsx";
import { t } from "../ui/messages/index.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { openMemoryPlace } from "./open-memory.ts";
import { shareMemory } from "./share-with-team.ts";
import { useAgent } from "./use-agent.ts";
import { useWorkbench } from "./workbench-context.ts";

const DiffView = lazy(() => import("../editor/diff-view.tsx"));

export const MemoryView = () => {
  const bench = useWorkbench();
  const { app, memory, chat, team, openFile } = bench;
  const sessions = useStore(chat, (state) => state.sessions);
  const agent = useAgent();
  const isRestricted = useStore(app, (state) => state.project?.trusted === false);
  const titleOf = useCallback(
    (session: string) => sessions.find(({ id }) => id === session)?.title,
    [sessions],
  );
  const open = useCallback((place: NonNullable<MemoryPlace>) => openMemoryPlace(bench, place), [bench]);
  const hasTeam = useStore(team, ({ spaces }) => spaces.length > 0);
  const share = useMemo(() => shareMemory(bench), [bench]);
  const also = useCallback((query: string) => <TeamFound store={team} query={query} />, [team]);
  const showBudget = useCallback(() => app.getState().go("budget"), [app]);
  return (
    <MemoryPane
      stores={memory}
      agent={agent?.id}
      isRestricted={isRestricted}
      titleOf={titleOf}
      onOpen={open}
      onOpenFile={openFile}
      onShare={hasTeam ? share : undefined}
      also={also}
      onBudget={showBudget}
      Diff={Texts}
    />
  );
};

const Texts = ({ before, after }: TextsProps) => (
  <Suspense fallback={<Skeleton label={t.memory.loading} rows={6} />}>
    <DiffView name="MEMORY.md" before={before} after={after} labels={t.memory.consolidate} />
  </Suspense>
);
