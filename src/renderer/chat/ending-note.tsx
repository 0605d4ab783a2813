import type { Ending, MessageEntry } from "#shared/model/session-entry.ts";
import { Button } from "../ui/button.tsx";
import { topicOfFailure } from "../ui/failure-help.ts";
import { HelpLink } from "../ui/help-link.tsx";
import { t } from "../ui/messages/index.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import { useChatActions } from "./chat-actions.ts";
import styles from "./answer.module.css";

type Props = {
  ending: Ending;
  /** Id of the answer. */
  entry: string;
  question: MessageEntry | null;
  /** Not a word came, so the question is not sent again as history. */
  isWordless: boolean;
  /** Whether something can be done about it here: it is the last answer and nothing runs. */
  isLast: boolean;
  busy: boolean;
};

/** Why an answer is not a whole one, for good, and what to do. */
export const EndingNote = ({ ending, entry, question, isWordless, isLast, busy }: Props) => {
  const words = t.chat.ending;
  const isBad = ending.kind === "failed" || ending.kind === "broken";
  return (
    <div
      className={styles.ending}
      data-bad={isBad || undefined}
      role={isBad && isLast ? "alert" : "note"}
      aria-label={words.label}
    >
      <div>
        <span className={ui.strong}>{ending.message ?? words.kinds[ending.kind]}</span>{" "}
        {ending.message !== undefined && ending.kind === "broken" && words.kinds.broken}{" "}
        {ending.kind === "failed" && <span className={ui.muted}>{t.chat.ended.kept}</span>}{" "}
        {isWordless && !isLast && <span className={ui.muted}>{words.notAgain}</span>}
      </div>
      {ending.said && <blockquote className={classes(ui.muted, ui.small)}>{ending.said}</blockquote>}
      <HelpLink topic={ending.code === undefined ? "endings" : topicOfFailure(ending.code)} />
      {isLast && !busy && <Remedies ending={ending} entry={entry} question={question} />}
    </div>
  );
};

/** Failures that trying again would only repeat: something has to be set right first. */
const NEEDS_SETTINGS: ReadonlySet<string> = new Set([
  "provider-auth",
  "provider-not-found",
  "provider-unreachable",
  "provider-untrusted",
  "model-not-found",
  "no-model",
]);

const TOO_LONG: ReadonlySet<string> = new Set(["window-too-small", "context-length"]);

const Remedies = ({ ending, entry, question }: Pick<Props, "ending" | "entry" | "question">) => {
  const actions = useChatActions();
  const words = t.chat.ending;
  const code = ending.code ?? "";
  const canGoOn = ending.kind === "length" || ending.kind === "broken" || ending.kind === "calls";
  return (
    <div className={styles.remedies}>
      {TOO_LONG.has(code) && <TooLong question={question} />}
      {canGoOn && (
        <Button size="small" onClick={actions.continue}>
          {t.chat.ended.continue}
        </Button>
      )}
      <Button size="small" onClick={() => actions.regenerate(entry)}>
        {t.chat.ended.retry}
      </Button>
      <Button size="small" onClick={actions.chooseModel}>
        {words.answerWith}
      </Button>
      {actions.answerWithBuiltin && ending.kind === "failed" && (
        <Button size="small" onClick={actions.answerWithBuiltin}>
          {t.chat.ended.builtin}
        </Button>
      )}
      {NEEDS_SETTINGS.has(code) && (
        <Button size="small" onClick={actions.openSettings}>
          {t.chat.ended.settings}
        </Button>
      )}
    </div>
  );
};

/** The prompt did not fit: what is attached can go, or be cut to what matters. */
const TooLong = ({ question }: Pick<Props, "question">) => {
  const { refit, enlargeWindow } = useChatActions();
  const words = t.chat.ending;
  const hasFiles = question !== null && question.content.startsWith("<file path=");
  return (
    <>
      {hasFiles && (
        <>
          <Button size="small" onClick={() => refit(question.id, "none")}>
            {words.takeOut}
          </Button>
          <Button size="small" onClick={() => refit(question.id, "passages")}>
            {words.passages}
          </Button>
        </>
      )}
      <Button size="small" onClick={enlargeWindow}>
        {words.larger}
      </Button>
    </>
  );
};
