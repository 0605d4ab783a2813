import { useEffect, useState } from "react";
import type { Finding } from "#shared/contract/context.ts";
import type { Client } from "#shared/contract/index.ts";
import { formatTokens } from "../../ui/format.ts";
import { t } from "../../ui/messages/index.ts";
import type { RestingState } from "../budget-state.ts";
import { requestOf } from "../preview-prompt.ts";
import { targetOf } from "../tried-request.ts";
import { Button } from "../../ui/button.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { classes } from "../../ui/classes.ts";
import sectionStyles from "../section.module.css";
import ui from "../../ui/basics.module.css";
import styles from "./advice-list.module.css";

type Props = { client: Client; state: RestingState; onOpen: (path: string) => void };

/** At most three things worth doing, each with what it saves. */
export const AdviceList = ({ client, state, onOpen }: Props) => {
  const [applied, setApplied] = useState(0);
  const findings = useAdvice(client, state, applied);
  const apply: RestingState["apply"] = async (edit) => {
    await state.apply(edit);
    setApplied((count) => count + 1);
  };
  const agent = targetOf(state)?.agent.displayName ?? "";
  return (
    <section className={sectionStyles.sec} aria-label={t.budget.advice.title}>
      <h2 className={sectionStyles.secTitle}>{t.budget.advice.title}</h2>
      {findings.length === 0 && <p className={classes(ui.quiet, ui.small)}>{t.budget.advice.none}</p>}
      <ul hidden={findings.length === 0}>
        {findings.map((finding) => (
          <li key={finding.text} className={styles.advice}>
            <span>{finding.text}</span>
            {finding.kind !== "near-limit" && (
              <span
                className={classes(styles.adviceSaves, ui.num)}
                title={t.budget.advice.savesLabel(formatTokens(finding.saves, finding.exact))}
              >
                {t.budget.advice.saves(formatTokens(finding.saves, finding.exact))}
              </span>
            )}
            <Actions finding={finding} agent={agent} apply={apply} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  );
};

type ActionsProps = {
  finding: Finding;
  agent: string;
  apply: RestingState["apply"];
  onOpen: (path: string) => void;
};

/** Does it where that is possible, and shows the file that it is about. */
const Actions = ({ finding: { kind, edit, files }, agent, apply, onOpen }: ActionsProps) => {
  const [file] = files;
  return (
    <span className={styles.adviceActions}>
      {edit && (
        <Button size="small" onClick={() => void apply(edit)}>
          {t.budget.advice.act[kind](agent, nameOf(file ?? ""))}
        </Button>
      )}
      {file !== undefined && (
        <LinkButton onClick={() => onOpen(file)}>{t.budget.advice.show(nameOf(file))}</LinkButton>
      )}
    </span>
  );
};

/** Requested for the saved prompt, a moment after its last change, because advice is not urgent. */
const useAdvice = (
  client: Client,
  { saved, question }: RestingState,
  applied: number,
): readonly Finding[] => {
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const revision = saved ? `${saved.profile}/${saved.window.used}/${saved.window.max}/${applied}` : null;
  useEffect(() => {
    if (revision === null) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      client.call("context.advice", requestOf(question), stop.signal).then(
        ({ findings }) => setFindings(findings),
        () => {},
      );
    }, 400);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked again when the prompt changes, not with every letter.
  }, [client, revision]);
  return findings;
};

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
