import { useState } from "react";
import type { Overlap, Xray } from "#shared/contract/readers.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { t } from "../ui/messages/index.ts";
import ui from "../ui/basics.module.css";
import { ReadGlyph } from "./read-glyph.tsx";
import type { Picked, SourceStep } from "./readers-store.ts";
import styles from "./findings-panel.module.css";

type Props = {
  report: Xray;
  overlaps: readonly Overlap[];
  onPick: (picked: Picked) => void;
  onPlan: (keep: string) => Promise<readonly SourceStep[]>;
  onKeep: (keep: string) => void;
};

const MAX_SHOWN = 60;

/** What a user would want to know without asking, and rules that several files repeat or contradict. */
export const FindingsPanel = ({ report, overlaps, onPick, onPlan, onKeep }: Props) => {
  const { findings, files } = report;
  return (
    <aside className={styles.panel} aria-label={t.readers.findings}>
      <h2>{t.readers.findings}</h2>
      {findings.length === 0 && <p className={ui.muted}>{t.readers.noFindings}</p>}
      <ul className={styles.list}>
        {findings.slice(0, MAX_SHOWN).map(({ kind, reader, file, text, line }) => {
          const path = file === null ? undefined : files[file]?.path;
          return (
            <li key={`${reader}:${kind}:${path}:${line}`}>
              <button
                type="button"
                disabled={path === undefined}
                onClick={() => path !== undefined && onPick({ reader, path })}
              >
                <ReadGlyph state={glyphs[kind]} />
                <span>{text}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {findings.length > MAX_SHOWN && (
        <p className={classes(ui.quiet, ui.small)}>{t.readers.moreFindings(findings.length - MAX_SHOWN)}</p>
      )}
      {overlaps.length > 0 && <Overlaps overlaps={overlaps} onPlan={onPlan} onKeep={onKeep} />}
    </aside>
  );
};

const glyphs = {
  cut: "cut",
  "over-limit": "lost",
  hidden: "lost",
  inactive: "lost",
  twice: "conditional",
  order: "conditional",
  outside: "conditional",
  unstable: "conditional",
} as const;

type OverlapProps = Pick<Props, "overlaps" | "onPlan" | "onKeep">;

const Overlaps = ({ overlaps, onPlan, onKeep }: OverlapProps) => {
  const [plan, setPlan] = useState<readonly SourceStep[] | null>(null);
  const keep = sourceOf(overlaps);
  return (
    <section className={styles.overlaps}>
      <h2>{t.readers.overlaps}</h2>
      <p className={classes(ui.muted, ui.small)}>{t.readers.overlapsText}</p>
      <ul className={styles.rules}>
        {overlaps.slice(0, MAX_SHOWN).map((overlap) => (
          <OverlapRow
            key={overlap.places.map(({ path, line }) => `${path}:${line}`).join()}
            overlap={overlap}
          />
        ))}
      </ul>
      {keep !== null && plan === null && (
        <Button onClick={() => void onPlan(keep).then(setPlan)}>{t.readers.keepOne(keep)}</Button>
      )}
      {keep !== null && plan !== null && (
        <div className={styles.plan}>
          <ul>
            {plan.map(({ path, does, why }) => (
              <li key={path}>
                <strong>{path}</strong> {t.readers.steps[does]} <span className={ui.muted}>({why})</span>
              </li>
            ))}
          </ul>
          <div className={ui.row}>
            <Button
              kind="primary"
              onClick={() => {
                onKeep(keep);
                setPlan(null);
              }}
            >
              {t.readers.keepNow}
            </Button>
            <Button kind="quiet" onClick={() => setPlan(null)}>
              {t.cancel}
            </Button>
          </div>
        </div>
      )}
    </section>
  );
};

/** AGENTS.md is what most programs read; without one the file with most repeated rules. */
const sourceOf = (overlaps: readonly Overlap[]): string | null => {
  const counts = new Map<string, number>();
  for (const { path } of overlaps.flatMap(({ places }) => places))
    counts.set(path, (counts.get(path) ?? 0) + 1);
  if (counts.has("AGENTS.md")) return "AGENTS.md";
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
};

const OverlapRow = ({ overlap }: { overlap: Overlap }) => (
  <li>
    <span className={styles.kind} data-kind={overlap.kind}>
      {t.readers.overlapKinds[overlap.kind]}
    </span>
    {overlap.kind === "duplicate" ? (
      <>
        <span className={styles.quote}>{overlap.places[0]?.text}</span>
        <span className={classes(ui.quiet, ui.tiny)}>
          {overlap.places.map(({ path, line }) => `${path}:${line}`).join(" · ")}
        </span>
      </>
    ) : (
      overlap.places.map(({ path, line, text }) => (
        <span key={`${path}:${line}`} className={styles.side}>
          <span className={styles.quote}>{text}</span>
          <span className={classes(ui.quiet, ui.tiny)}>{`${path}:${line}`}</span>
        </span>
      ))
    )}
  </li>
);
