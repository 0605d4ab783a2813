import { CircleAlert, TriangleAlert } from "lucide-react";
import { formatCount, formatTokens } from "../ui/format.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { Answer, LiveAnswer } from "./answer.tsx";
import { ApprovalCard } from "./approval-card.tsx";
import { useChatActions } from "./chat-actions.ts";
import { CompactionLine } from "./compaction-line.tsx";
import { ForgottenLine } from "./forgotten-line.tsx";
import { OwnMessage } from "./own-message.tsx";
import type { Row } from "./rows.ts";
import type { Ended } from "./turn.ts";
import { Thinking } from "./thinking.tsx";
import { ToolCard } from "./tool-card.tsx";
import { TurnChanges } from "./turn-changes.tsx";
import { topicOfFailure } from "../ui/failure-help.ts";
import { Problem } from "../ui/problem.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import markdownStyles from "./markdown.module.css";
import answerStyles from "./answer.module.css";
import styles from "./chat-row.module.css";
import { failureSentence } from "../ui/failure-text.ts";

type Props = {
  row: Row;
  agent: string;
  versions: readonly string[] | undefined;
  pinned: boolean;
  busy: boolean;
};

export const ChatRow = ({ row, agent, versions, pinned, busy }: Props) => {
  switch (row.kind) {
    case "own":
      return <OwnMessage entry={row.entry} versions={versions} pinned={pinned} busy={busy} />;
    case "answer":
      return (
        <Answer
          entry={row.entry}
          agent={agent}
          versions={versions}
          pinned={pinned}
          last={row.last}
          turn={row.turn}
          question={row.question}
          busy={busy}
        />
      );
    case "no-answer":
      return (
        <div className={classes(answerStyles.ending, ui.muted)} role="note" aria-label={t.chat.ending.label}>
          {t.chat.ending.noAnswer}
        </div>
      );
    case "turn-changes":
      return busy ? null : <TurnChanges turn={row.turn} />;
    case "tool":
      return <ToolCard use={row.use} result={row.result} waits={row.waits} busy={busy} />;
    case "compaction":
      return <CompactionLine entry={row.entry} summary={row.summary} turns={row.turns} />;
    case "forgotten":
      return (
        <ForgottenLine last={row.last} turns={row.turns} window={row.window} noSummary={row.noSummary} />
      );
    case "live":
      return <LiveAnswer live={row.live} agent={agent} />;
    case "approval":
      return <ApprovalCard request={row.request} />;
    case "thinking":
      return <Thinking retrying={row.retrying} />;
    case "ended":
      return <EndedNote end={row.end} />;
    case "unanswered":
      return <Unanswered />;
  }
};

const Unanswered = () => {
  const actions = useChatActions();
  return (
    <div className={styles.chatNote}>
      <span className={classes(ui.grow, ui.muted)}>{t.chat.ended.unanswered}</span>
      <Button size="small" onClick={actions.continue}>
        {t.chat.ended.retry}
      </Button>
    </div>
  );
};

const EndedNote = ({ end }: { end: Ended }) => {
  if (end.readLess) return <ReadLess readLess={end.readLess} />;
  if (end.failure) return <Failed failure={end.failure} />;
  return <Stopped limit={end.status === "step-limit"} />;
};

const Stopped = ({ limit }: { limit: boolean }) => {
  const actions = useChatActions();
  const words = t.chat.ended;
  return (
    <div className={styles.chatNote} role="status">
      <span className={ui.grow}>
        {limit ? words.limit : words.stopped}{" "}
        <span className={ui.muted}>{limit ? words.limitText : words.stoppedText}</span>
      </span>
      <Button size="small" onClick={actions.continue}>
        {words.continue}
      </Button>
    </div>
  );
};

/** Failures that a retry would only repeat: the user has to fix something first. */
const needsSettings: ReadonlySet<string> = new Set([
  "provider-auth",
  "provider-not-found",
  "provider-unreachable",
  "model-not-found",
  "no-model",
]);

const Failed = ({ failure }: { failure: NonNullable<Ended["failure"]> }) => {
  const actions = useChatActions();
  const words = t.chat.ended;
  return (
    <Problem topic={topicOfFailure(failure.code)} role="alert">
      <div>
        <span className={ui.strong}>{failureSentence(failure)}</span>{" "}
        <span className={ui.muted}>{words.kept}</span>
      </div>
      <div className={ui.row}>
        <Button size="small" onClick={actions.continue}>
          {words.retry}
        </Button>
        {actions.answerWithBuiltin && (
          <Button size="small" onClick={actions.answerWithBuiltin}>
            {words.builtin}
          </Button>
        )}
        <Button
          size="small"
          kind={needsSettings.has(failure.code) ? "plain" : "quiet"}
          onClick={actions.openSettings}
        >
          {words.settings}
        </Button>
      </div>
      <details className={markdownStyles.chatDetails}>
        <summary>
          <Icon of={CircleAlert} size={12} />
          {words.details}
        </summary>
        <pre>{JSON.stringify({ code: failure.code, detail: failure.detail }, null, 2)}</pre>
      </details>
    </Problem>
  );
};

/** In tokens; no prompt fits into less. */
const MIN_WINDOW_TOKENS = 1024;

const ReadLess = ({ readLess }: { readLess: NonNullable<Ended["readLess"]> }) => {
  const actions = useChatActions();
  const words = t.chat.ended;
  return (
    <div className={styles.chatAlarm} role="alert">
      <Icon of={TriangleAlert} size={15} />
      <div className={ui.grow}>
        <div className={classes(ui.strong, ui.num)}>
          {words.readLess(
            words.model,
            formatCount(readLess.read),
            formatTokens(readLess.sent, readLess.exact),
          )}
        </div>
        <div className={ui.muted}>{readLess.fix}</div>
        <div className={ui.row}>
          <Button size="small" kind="primary" onClick={actions.openSettings}>
            {words.settings}
          </Button>
          {readLess.read >= MIN_WINDOW_TOKENS && (
            <Button size="small" onClick={() => actions.fitTo(readLess.read)}>
              {words.fit(formatCount(readLess.read))}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
};
