import type { ImportSkipped, ImportWarning } from "#shared/model/import-plan.ts";
import { t } from "../ui/messages/index.ts";
import ui from "../ui/basics.module.css";
import styles from "./import-dialog.module.css";

const words = t.importers;

type Props = {
  warnings: readonly ImportWarning[];
  skipped: readonly ImportSkipped[];
  duplicates?: number;
};

/** Every warning with its place, and what was left out with the reason. */
export const PlanNotes = ({ warnings, skipped, duplicates = 0 }: Props) => {
  const count = warnings.reduce((sum, warning) => sum + warning.count, 0);
  const left = skipped.reduce((sum, each) => sum + each.count, 0);
  return (
    <>
      {count > 0 && (
        <details className={styles.notes}>
          <summary>{words.warnings(count)}</summary>
          <ul>
            {warnings.map(({ code, file, line, detail, count: times }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the list never changes.
              <li key={index}>
                {words.codes[code]}
                {times > 1 && <span className={ui.num}> × {times}</span>}
                <span className={ui.quiet}> {placeOf(file, line, detail)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {(left > 0 || duplicates > 0) && (
        <details className={styles.notes}>
          <summary>{words.skipped(left + duplicates)}</summary>
          <ul>
            {duplicates > 0 && <li>{words.twice(duplicates)}</li>}
            {skipped.map(({ what, why, count: times }) => (
              <li key={what}>
                <span className={ui.num}>{times} × </span>
                {what}
                {why !== "" && <span className={ui.quiet}> {why}</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
};

const placeOf = (file: string, line: number | null, detail: string): string =>
  [file && (line === null ? file : `${file}:${line}`), detail].filter((part) => part !== "").join(" · ");
