import type { PairedInterval, TrialResult, VariantTotals } from "#shared/model/trial-result.ts";
import { classes } from "../ui/classes.ts";
import { formatTokens } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import ui from "../ui/basics.module.css";
import styles from "./trial-page.module.css";

const words = t.trials.result;

type Row = {
  readonly label: string;
  readonly of: (totals: VariantTotals) => string;
  readonly difference: PairedInterval | null;
  readonly format: (value: number) => string;
};

/** Both variants beside each other; figures per answer, so that unequal counts compare. */
export const FigureTable = ({ result }: { result: TrialResult }) => {
  const { totals, differences, similarity, judge, verdict } = result;
  const rows: Row[] = [
    {
      label: words.measure,
      of: ({ passed, checked }) => (checked === 0 ? "–" : words.of(passed, checked)),
      difference: verdict.measure === "checks" ? verdict.interval : null,
      format: (value) => `${signed(Math.round(value * 100))} %`,
    },
    {
      label: words.read,
      of: ({ read, answers, exact }) => formatTokens(per(read, answers), exact),
      difference: differences?.read ?? null,
      format: (value) => signed(Math.round(value)),
    },
    {
      label: words.wrote,
      of: ({ wrote, answers, exact }) => formatTokens(per(wrote, answers), exact),
      difference: differences?.wrote ?? null,
      format: (value) => signed(Math.round(value)),
    },
    {
      label: words.time,
      of: ({ ms, answers }) => words.seconds((per(ms, answers) / 1000).toFixed(1)),
      difference: differences?.ms ?? null,
      format: (value) => words.seconds(signed(Math.round(value / 100) / 10)),
    },
    {
      label: words.cost,
      of: costText,
      difference: differences?.cost ?? null,
      format: (value) => `${value < 0 ? "−" : "+"}$${Math.abs(value).toFixed(5)}`,
    },
    { label: words.refused, of: ({ refused }) => String(refused), difference: null, format: String },
    { label: words.incomplete, of: ({ incomplete }) => String(incomplete), difference: null, format: String },
  ];
  const hasDifference = rows.some(({ difference }) => difference !== null);
  return (
    <div className={styles.scroll}>
      <table className={styles.figures} aria-label={words.figures}>
        <thead>
          <tr>
            <th scope="col">
              <span className={ui.spoken}>{words.column}</span>
            </th>
            {totals.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {hasDifference && <th scope="col">{words.difference}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, of, difference, format }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {totals.map((each) => (
                <td key={each.name}>{of(each)}</td>
              ))}
              {hasDifference && <td>{difference && intervalText(difference, format)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {hasDifference && <p className={classes(ui.muted, ui.small)}>{words.ninetyFive}</p>}
      {similarity && (
        <p className={classes(ui.muted, ui.small)}>
          {words.similarity(similarity.mean.toFixed(2))}{" "}
          {totals.map(({ name, similarity: own }) =>
            own === null ? "" : `${words.within(name, own.toFixed(2))} `,
          )}
        </p>
      )}
      {judge && (
        <p className={classes(ui.muted, ui.small)}>
          {words.judgedBy(`${judge.model} (${judge.provider})`, words.disagreed(judge.disagreed))}
        </p>
      )}
    </div>
  );
};

const per = (sum: number, answers: number): number => (answers === 0 ? 0 : Math.round(sum / answers));

const costText = ({ cost, local, answers }: VariantTotals): string => {
  if (cost === null) return local ? words.free : words.unknown;
  return `$${(answers === 0 ? 0 : cost / answers).toFixed(5)}`;
};

const intervalText = ({ mean, low, high }: PairedInterval, format: (value: number) => string): string =>
  low === null || high === null ? format(mean) : words.interval(format(mean), format(low), format(high));

const signed = (value: number): string => {
  if (value === 0) return "0";
  return value > 0 ? `+${value}` : `−${Math.abs(value)}`;
};
