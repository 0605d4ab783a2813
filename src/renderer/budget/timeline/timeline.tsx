import { ChartArea } from "lucide-react";
import { useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { t } from "../../ui/messages/index.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AsSent, useRun } from "../sent/as-sent.tsx";
import { type Picked, TimelineChart } from "./timeline-chart.tsx";
import { isReadAgain } from "./timeline-layout.ts";
import { turnNames } from "./turn-names.ts";
import { useMoved } from "../use-moved.ts";
import { useQuoted } from "../use-quoted.ts";
import { TurnDiff } from "./turn-diff.tsx";
import type { Timeline as TimelineData } from "./use-timeline.ts";
import { classes } from "../../ui/classes.ts";
import ui from "../../ui/basics.module.css";
import styles from "./timeline.module.css";

type Props = {
  client: Client;
  data: TimelineData;
  /** The run that is shown as B; null: the last one. */
  looked: string | null;
  onLook: (run: string | null) => void;
  onMattered: (run: string) => void;
};

/** How the prompt grew, turn by turn, with two turns compared below. */
export const Timeline = ({ client, data, looked, onLook, onMattered }: Props) => {
  const { runs } = data;
  const [chosenA, setChosenA] = useState<number | null>(null);
  const last = (runs?.length ?? 0) - 1;
  const at = runs?.findIndex(({ id }) => id === looked) ?? -1;
  const b = at >= 0 ? at : last >= 0 ? last : null;
  const picked: Picked = { a: chosenA ?? (b !== null && b > 0 ? b - 1 : null), b };
  const pick = (next: Picked) => {
    setChosenA(next.a);
    onLook((next.b === null ? undefined : runs?.[next.b]?.id) ?? null);
  };
  const runA = picked.a === null ? undefined : runs?.[picked.a];
  const runB = picked.b === null ? undefined : runs?.[picked.b];
  const sent = useRun(client, runB?.id ?? null);
  const quoted = useQuoted(client, runB?.id ?? null);
  const moved = useMoved(client, runB?.id ?? null);
  if (!runs) return <Skeleton label={t.budget.waiting} rows={6} />;
  if (runs.length === 0)
    return (
      <EmptyState topic="timeline" icon={ChartArea} title={t.budget.timeline.empty}>
        {t.budget.timeline.emptyText}
      </EmptyState>
    );
  const names = turnNames(runs);
  const nameAt = (index: number) => t.budget.timeline.turn(names[index] ?? { turn: index + 1, call: 1 });
  const broken = runs.flatMap((run, index) => (isReadAgain(run) ? [names[index]?.turn ?? index + 1] : []));
  return (
    <div className={styles.timeline}>
      <TimelineChart
        runs={runs}
        picked={picked}
        // The previously picked turn becomes A, so that two clicks pick two turns.
        onPick={(index) => pick(index === picked.b ? picked : { a: picked.b, b: index })}
        onPickAs={(side, index) => pick({ ...picked, [side]: index })}
      />
      <div className={styles.timelineLow}>
        <div className={styles.timelineDiff}>
          {runA && runB && picked.a !== null && picked.b !== null ? (
            <TurnDiff
              client={client}
              a={{ id: runA.id, name: nameAt(picked.a), exact: runA.exact }}
              b={{ id: runB.id, name: nameAt(picked.b), exact: runB.exact }}
            />
          ) : (
            <EmptyState topic="timeline" icon={ChartArea} title={t.budget.timeline.pick}>
              {t.budget.timeline.pickText}
            </EmptyState>
          )}
          {broken.length > 0 && (
            <p className={classes(styles.timelineBroken, ui.muted, ui.small)}>
              <i />
              {t.budget.timeline.read([...new Set(broken)])}
            </p>
          )}
        </div>
        <AsSent
          title={t.budget.sent.of(nameAt(picked.b ?? 0))}
          messages={sent?.messages ?? null}
          manifest={sent?.manifest ?? null}
          quoted={quoted}
          moved={moved}
          onMattered={sent ? () => onMattered(sent.id) : null}
        />
      </div>
    </div>
  );
};
