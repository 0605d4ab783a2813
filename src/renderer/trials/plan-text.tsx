import type { TrialPlan } from "#shared/model/trial-result.ts";
import { classes } from "../ui/classes.ts";
import { formatCount, formatTokens } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import ui from "../ui/basics.module.css";
import styles from "./run-form.module.css";
import { failureSentence } from "../ui/failure-text.ts";

const words = t.trials.run;
/** With fewer, no interval of 95 % exists. */
const MIN_QUESTIONS = 6;

/** What a trial would take, and what a person should know before it starts. */
export const PlanText = ({ plan, hasMeasure }: { plan: TrialPlan; hasMeasure: boolean }) => {
  const { calls, variants, judge, looked, questions } = plan;
  const read = variants.reduce((sum, each) => sum + each.read, judge?.read ?? 0);
  const write = variants.reduce((sum, each) => sum + each.write, judge?.write ?? 0);
  const exact = judge === null && variants.every((each) => each.exact);
  const isCompared = variants.length === 2;
  return (
    <div className={styles.plan} role="status">
      <p className={ui.num}>
        {words.planned(formatCount(calls), formatTokens(read, exact), formatCount(write))}{" "}
        {looked < questions && words.looked(looked, questions)} {costText(plan)}
      </p>
      {variants.map(({ name, problem, cut, recalled }) => (
        <div key={name}>
          {problem && <p className={ui.wrong}>{words.wrong(name, failureSentence(problem))}</p>}
          {cut > 0 && <p className={ui.warn}>{words.cut(name, cut)}</p>}
          {recalled > 0 && <p className={ui.warn}>{words.recalled(name, recalled)}</p>}
        </div>
      ))}
      {isCompared && questions < MIN_QUESTIONS && <p className={ui.warn}>{words.few}</p>}
      {isCompared && !hasMeasure && <p className={ui.warn}>{words.noMeasure}</p>}
      {variants.some(({ tools }) => tools > 0) && (
        <p className={classes(ui.muted, ui.small)}>{words.tools}</p>
      )}
    </div>
  );
};

const costText = ({ variants, judge }: TrialPlan): string => {
  const all = [...variants, ...(judge ? [judge] : [])];
  if (all.every(({ local, cost }) => local && cost === null)) return words.free;
  if (all.some(({ local, cost }) => !local && cost === null)) return words.noPrice;
  return words.price(`$${all.reduce((sum, { cost }) => sum + (cost ?? 0), 0).toFixed(2)}`);
};
