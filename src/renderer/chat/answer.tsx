import { ChevronRight, ListTree, Quote, RefreshCw, Scale } from "lucide-react";
import { lazy, Suspense, useMemo } from "react";
import { parseFileBlocks } from "#shared/model/path-fences.ts";
import { Button } from "../ui/button.tsx";
import type { MessageEntry } from "#shared/model/session-entry.ts";
import { formatCount } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import { useChatActions } from "./chat-actions.ts";
import { CopyButton, PinButton } from "./own-message.tsx";
import { MarkedWords } from "./marked-words.tsx";
import { EndingNote } from "./ending-note.tsx";
import { ReceiptLine } from "./receipt-line.tsx";
import { plainWords } from "./plain-words.ts";
import type { Live } from "./turn.ts";
import { useTurnChanges } from "./session-changes.ts";
import { UndoLink } from "./undo-link.tsx";
import { useInFull } from "./use-in-full.ts";
import { Versions } from "./versions.tsx";
import { classes } from "../ui/classes.ts";
import messageActionsStyles from "./message-actions.module.css";
import ui from "../ui/basics.module.css";
import markdownStyles from "./markdown.module.css";
import styles from "./answer.module.css";

const Markdown = lazy(() => import("./markdown.tsx"));

type Props = {
  entry: MessageEntry;
  agent: string;
  versions: readonly string[] | undefined;
  pinned: boolean;
  last: boolean;
  /** The message that it answers. */
  turn: string | null;
  /** The same, where nothing stands between. */
  question: MessageEntry | null;
  busy: boolean;
};

export const Answer = ({ entry, agent, versions, pinned, last, turn, question, busy }: Props) => {
  const full = useInFull();
  return (
    <article className={styles.answer} data-testid="answer" aria-label={t.chat.answer.label(agent)}>
      {entry.reasoning && <Thoughts text={entry.reasoning} open={false} />}
      {entry.content !== "" && (full ? <Said entry={entry} /> : <Plain text={entry.content} />)}
      {full && <FileBlocks entry={entry} turn={turn} busy={busy} />}
      {entry.ending && (
        <EndingNote
          ending={entry.ending}
          entry={entry.id}
          question={question}
          isWordless={entry.content === ""}
          isLast={last}
          busy={busy}
        />
      )}
      {entry.interrupted && !entry.ending && !last && (
        <div className={classes(styles.ending, ui.muted)} role="note" aria-label={t.chat.ending.label}>
          {t.chat.ended.stopped}
        </div>
      )}
      {entry.receipt && <ReceiptLine receipt={entry.receipt} model={entry.model} run={entry.run} />}
      <div className={messageActionsStyles.chatActions} data-kept={(last && !busy) || pinned || undefined}>
        {full && <Actions entry={entry} versions={versions} pinned={pinned} busy={busy} />}
      </div>
    </article>
  );
};

/** Words of a stored answer can be traced to what was sent. */
const Said = ({ entry: { content, run } }: Pick<Props, "entry">) => {
  const { showQuoted } = useChatActions();
  const text = <Text text={content} streaming={false} />;
  return run ? <MarkedWords onAsk={(marked) => showQuoted(run, marked)}>{text}</MarkedWords> : text;
};

export const LiveAnswer = ({ live, agent }: { live: Live; agent: string }) => (
  <article
    className={styles.answer}
    data-testid="answer"
    data-live
    aria-label={t.chat.answer.label(agent)}
    aria-busy="true"
  >
    {live.reasoning && <Thoughts text={live.reasoning} open={live.text === ""} />}
    {live.text && <Text text={live.text} streaming />}
  </article>
);

type ActionsProps = Pick<Props, "entry" | "versions" | "pinned" | "busy">;

const Actions = ({ entry, versions, pinned, busy }: ActionsProps) => {
  const { regenerate, showRun, showQuoted, showMoved } = useChatActions();
  const { id, content, run, model, usage, receipt } = entry;
  const words = t.chat.answer;
  return (
    <>
      <Versions entry={id} versions={versions} busy={busy} />
      <CopyButton text={content} />
      <IconButton
        icon={RefreshCw}
        size={13}
        label={words.again}
        disabled={busy}
        onClick={() => regenerate(id)}
      />
      <PinButton id={id} pinned={pinned} />
      {run && content !== "" && (
        <IconButton icon={Quote} size={13} label={t.influence.ask} onClick={() => showQuoted(run, "")} />
      )}
      {run && content !== "" && (
        <IconButton icon={Scale} size={13} label={t.influence.whatMattered} onClick={() => showMoved(run)} />
      )}
      {run && <IconButton icon={ListTree} size={13} label={words.sent} onClick={() => showRun(run)} />}
      <span
        className={classes(ui.quiet, ui.tiny, ui.num, ui.ellipsis, styles.answerCost)}
        title={costOf(usage)}
      >
        {pinned ? t.chat.own.pinned : !receipt && model}
      </span>
    </>
  );
};

/** Offers to write the files that stand in an answer; once they are written, to take that back. */
const FileBlocks = ({ entry, turn, busy }: Pick<Props, "entry" | "turn" | "busy">) => {
  const { showBlocks, undoChange } = useChatActions();
  const { content } = entry;
  const blocks = useMemo(() => parseFileBlocks(content), [content]);
  const written = useTurnChanges(turn).find(
    ({ kind, files }) =>
      kind === "write" && files.every(({ path }) => blocks.files.some((file) => file.path === path)),
  );
  if (blocks.files.length === 0) return null;
  return (
    <div className={styles.showBlocks}>
      <Button size="small" disabled={busy} onClick={() => showBlocks(blocks, entry.id)}>
        {t.chat.fileBlocks.show(blocks.files.length)}
      </Button>
      {written && <UndoLink change={written} onUndo={undoChange} />}
    </div>
  );
};

/** The model's reasoning before its answer. */
const Thoughts = ({ text, open }: { text: string; open: boolean }) => (
  <details className={styles.chatReasoning} open={open}>
    <summary>
      <Icon of={ChevronRight} size={12} />
      {t.chat.answer.reasoning}
    </summary>
    <p>{text}</p>
  </details>
);

const Text = ({ text, streaming }: { text: string; streaming: boolean }) => (
  <div data-testid="answer-text">
    <Suspense fallback={<Plain text={text} />}>
      <Markdown text={text} streaming={streaming} />
    </Suspense>
  </div>
);

/** How an answer is drawn while it scrolls past, and before Markdown is loaded. */
const Plain = ({ text }: { text: string }) => (
  <div className={markdownStyles.md}>
    {plainWords(text).map((part, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have nothing but their place.
      <p key={index} className={markdownStyles.mdPlain}>
        {part}
      </p>
    ))}
  </div>
);

const costOf = (usage: MessageEntry["usage"]): string | undefined => {
  if (!usage || usage.input === null || usage.output === null) return undefined;
  return t.chat.answer.cost(formatCount(usage.input), formatCount(usage.output));
};
