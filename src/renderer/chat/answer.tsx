import { ChevronRight, ListTree, RefreshCw } from "lucide-react";
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
import type { Live } from "./rows.ts";
import { Versions } from "./versions.tsx";

const Markdown = lazy(() => import("./markdown.tsx"));

type Props = {
  entry: MessageEntry;
  agent: string;
  versions: readonly string[] | undefined;
  pinned: boolean;
  last: boolean;
  busy: boolean;
};

export const Answer = ({ entry, agent, versions, pinned, last, busy }: Props) => {
  const actions = useChatActions();
  const words = t.chat.answer;
  const { id, content, reasoning, run, model, usage } = entry;
  const blocks = useMemo(() => parseFileBlocks(content), [content]);
  return (
    <article className="answer" aria-label={words.label(agent)}>
      {reasoning && <Thoughts text={reasoning} open={false} />}
      <Text text={content} streaming={false} />
      {blocks.files.length > 0 && (
        <div className="show-blocks">
          <Button size="small" disabled={busy} onClick={() => actions.showBlocks(blocks)}>
            {t.chat.fileBlocks.show(blocks.files.length)}
          </Button>
        </div>
      )}
      <div className="chat-actions" data-kept={(last && !busy) || pinned || undefined}>
        <Versions entry={id} versions={versions} busy={busy} />
        <CopyButton text={content} />
        <IconButton
          icon={RefreshCw}
          size={13}
          label={words.again}
          disabled={busy}
          onClick={() => actions.regenerate(id)}
        />
        <PinButton id={id} pinned={pinned} />
        {run && (
          <IconButton icon={ListTree} size={13} label={words.sent} onClick={() => actions.showRun(run)} />
        )}
        <span className="s t11 num ell answer-cost" title={costOf(usage)}>
          {pinned ? t.chat.own.pinned : model}
        </span>
      </div>
    </article>
  );
};

export const LiveAnswer = ({ live, agent }: { live: Live; agent: string }) => (
  <article className="answer" data-live aria-label={t.chat.answer.label(agent)} aria-busy="true">
    {live.reasoning && <Thoughts text={live.reasoning} open={live.text === ""} />}
    {live.text && <Text text={live.text} streaming />}
  </article>
);

/** What the model thought before it spoke. */
const Thoughts = ({ text, open }: { text: string; open: boolean }) => (
  <details className="chat-reasoning" open={open}>
    <summary>
      <Icon of={ChevronRight} size={12} />
      {t.chat.answer.reasoning}
    </summary>
    <p>{text}</p>
  </details>
);

const Text = ({ text, streaming }: { text: string; streaming: boolean }) => (
  <Suspense fallback={<p className="md-plain">{text}</p>}>
    <Markdown text={text} streaming={streaming} />
  </Suspense>
);

const costOf = (usage: MessageEntry["usage"]): string | undefined => {
  if (!usage || usage.input === null || usage.output === null) return undefined;
  return t.chat.answer.cost(formatCount(usage.input), formatCount(usage.output));
};
