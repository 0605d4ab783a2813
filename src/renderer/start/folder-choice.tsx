import { useEffect, useState } from "react";
import type { Proposal, Proposals, ProjectInfo } from "#shared/contract/project.ts";
import { FOLDER_KINDS, type FolderKind } from "#shared/model/folder-kind.ts";
import type { ProposalId } from "#shared/model/folder-proposal.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Select, TextArea } from "../ui/field.tsx";
import { formatCount, formatTokens } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { Problem } from "../ui/problem.tsx";
import { useAttempt } from "../ui/use-attempt.ts";
import ui from "../ui/basics.module.css";
import styles from "./folder-choice.module.css";

type Props = {
  project: Pick<ProjectInfo, "name" | "kind" | "kindWhy">;
  onProposals: () => Promise<Proposals>;
  onKind: (kind: FolderKind) => Promise<void>;
  onChoose: (proposal: ProposalId, include: readonly string[] | undefined) => Promise<void>;
  onLater: () => void;
};

const words = t.folder.choice;
/** Figures are requested again while the core is still counting. */
const LOOK_AGAIN_MS = 3_000;

/** How a folder was recognised, and three ways to send it, each with its budget. */
export const FolderChoice = ({ project, onProposals, onKind, onChoose, onLater }: Props) => {
  const found = useProposals(onProposals);
  const [chosen, setChosen] = useState<ProposalId | null>(null);
  const [globs, setGlobs] = useState<string | null>(null);
  const { working, failure, attempt } = useAttempt();
  const at = chosen ?? found?.recommended ?? null;
  const picked = globs ?? found?.proposals.find(({ id }) => id === "choose")?.include.join("\n") ?? "";
  const take = () => {
    if (at === null) return;
    const lines = picked.split("\n").flatMap((line) => line.trim() || []);
    void attempt(() => onChoose(at, at === "choose" ? lines : undefined));
  };
  return (
    <Dialog.Root open onOpenChange={(open) => open || onLater()}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content className={styles.content}>
          <Dialog.Title>{words.title(project.name)}</Dialog.Title>
          <Dialog.Description>
            {project.kindWhy} {words.untouched}
          </Dialog.Description>
          <label className={classes(ui.row, styles.kind)}>
            {words.is}
            <Select
              aria-label={words.kind}
              value={project.kind}
              disabled={working}
              onChange={(event) => void attempt(() => onKind(event.currentTarget.value as FolderKind))}
            >
              {FOLDER_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {words.kinds[kind]}
                </option>
              ))}
            </Select>
          </label>
          <p className={classes(ui.muted, ui.small)} role="status">
            {found ? countedText(found) : words.reading}
          </p>
          <div className={styles.cards} role="radiogroup" aria-label={words.title(project.name)}>
            {found?.proposals.map((proposal) => (
              <Card
                key={proposal.id}
                proposal={proposal}
                window={found.window}
                isRecommended={proposal.id === found.recommended}
                isChosen={proposal.id === at}
                onChoose={() => setChosen(proposal.id)}
              />
            ))}
          </div>
          {at === "choose" && (
            <label className={styles.globs}>
              <span className={ui.small}>
                {words.globs}. <span className={ui.muted}>{words.globsHelp}</span>
              </span>
              <TextArea
                aria-label={words.globs}
                rows={3}
                spellCheck={false}
                value={picked}
                onChange={(event) => setGlobs(event.currentTarget.value)}
              />
            </label>
          )}
          {failure && (
            <Problem failure={failure} role="alert">
              {failure}
            </Problem>
          )}
          <Dialog.Actions>
            <Button onClick={onLater}>{words.later}</Button>
            <Button kind="primary" disabled={working || at === null} onClick={take}>
              {words.take}
            </Button>
          </Dialog.Actions>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

const useProposals = (ask: () => Promise<Proposals>): Proposals | null => {
  const [found, setFound] = useState<Proposals | null>(null);
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      ask().then(
        (proposals) => {
          if (!isCurrent) return;
          setFound(proposals);
          if (!proposals.counted.all) timer = setTimeout(look, LOOK_AGAIN_MS);
        },
        // The folder was closed or a different one opened meanwhile.
        () => {},
      );
    };
    look();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [ask]);
  return found;
};

type CardProps = {
  proposal: Proposal;
  window: number;
  isRecommended: boolean;
  isChosen: boolean;
  onChoose: () => void;
};

const Card = ({ proposal: { id, budget }, window, isRecommended, isChosen, onChoose }: CardProps) => {
  const [title, text] = words.proposals[id];
  return (
    <label className={styles.card} data-on={isChosen || undefined}>
      <input type="radio" name="proposal" aria-label={title} checked={isChosen} onChange={onChoose} />
      <span className={classes(ui.row, styles.title)}>
        <span className={ui.strong}>{title}</span>
        {isRecommended && <span className={classes(ui.accent, ui.tiny)}>{words.recommended}</span>}
      </span>
      <span className={classes(ui.muted, ui.small)}>{text}</span>
      {budget ? (
        <>
          <span className={styles.bar} aria-hidden="true">
            <span style={{ inlineSize: `${Math.min(100, (100 * budget.used) / window)}%` }} />
          </span>
          <span className={classes(ui.small, ui.num)}>{figures({ id, budget }, window)}</span>
        </>
      ) : (
        <span className={classes(ui.small, ui.warn)}>{words.tooLarge}</span>
      )}
    </label>
  );
};

const figures = (
  { id, budget }: { id: ProposalId; budget: NonNullable<Proposal["budget"]> },
  window: number,
): string => {
  const percent = `${Math.round((100 * budget.used) / window)} %`;
  const used = words.used(formatTokens(budget.used, budget.exact), formatCount(window), percent);
  if (id === "find") return `${used}, ${words.recall(formatCount(budget.recall))}`;
  const leftOut = budget.leftOut > 0 ? [words.leftOut(formatCount(budget.leftOut))] : [];
  return [used, words.sent(formatCount(budget.sent)), ...leftOut].join(", ");
};

const countedText = ({ counted }: Proposals): string => {
  const [files, tokens] = [formatCount(counted.files), formatTokens(counted.tokens, counted.exact)];
  return counted.all ? words.counted(files, tokens) : words.counting(files, tokens);
};
