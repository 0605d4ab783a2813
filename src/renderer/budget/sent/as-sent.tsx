import { ChevronDown, ChevronUp, Copy } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import type { Manifest, Message, Segment } from "#shared/model/manifest.ts";
import type { MovedPart } from "#shared/model/moved-result.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { layerColour } from "../../ui/layer-colour.ts";
import { Button } from "../../ui/button.tsx";
import { formatTokens } from "../../ui/format.ts";
import { segmentSize } from "#shared/model/segment-size.ts";
import { t } from "../../ui/messages/index.ts";
import { notify } from "../../ui/notify.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { asMarkdown, type Block, occurrences, type SentMessage, sentMessages } from "./sent-text.ts";
import { Chip } from "../../ui/chip.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { classes } from "../../ui/classes.ts";
import ui from "../../ui/basics.module.css";
import styles from "./as-sent.module.css";

type Props = {
  title: string;
  messages: readonly Message[] | null;
  manifest: Manifest | null;
  /** Sentences of the answer that quote a segment, by its id. */
  quoted: ReadonlyMap<string, number>;
  /** What is known about what moved the answer, by segment. */
  moved: ReadonlyMap<string, MovedPart>;
  /** Shows what mattered for the answer; null: there is none yet. */
  onMattered: (() => void) | null;
};

/** The exact messages that the model reads, read-only, with the segment of each part. */
export const AsSent = ({ title, messages, manifest, quoted, moved, onMattered }: Props) => {
  const [query, setQuery] = useState("");
  const [current, setCurrent] = useState(0);
  const body = useRef<HTMLDivElement>(null);
  const shown = useMemo(
    () => (messages && manifest ? sentMessages(messages, manifest) : []),
    [messages, manifest],
  );
  /** The number of matches before each block, by message and block, and the total. */
  const { before, total } = useMemo(() => countMatches(shown, query), [shown, query]);
  const at = total === 0 ? -1 : Math.min(current, total - 1);

  const scrollTo = `${at}/${total}/${query}`;
  useEffect(() => {
    if (scrollTo.startsWith("-1")) return;
    body.current?.querySelector("mark[data-current]")?.scrollIntoView({ block: "center" });
  }, [scrollTo]);

  if (!messages || !manifest) return <Skeleton label={t.budget.sent.loading} rows={8} />;
  const words = t.budget.sent;
  const go = (step: number) => setCurrent((at + step + total) % Math.max(1, total));
  return (
    <section className={styles.asSent} aria-label={title}>
      <header className={classes(ui.row, styles.asSentHead)}>
        <h2>{title}</h2>
        <span className={classes(ui.muted, ui.small, ui.num)}>
          {words.size(formatTokens(manifest.window.used, manifest.exact), messages.length)}
        </span>
        <span className={ui.grow} />
        {onMattered && (
          <Button size="small" onClick={onMattered}>
            {t.influence.whatMattered}
          </Button>
        )}
        <IconButton
          icon={Copy}
          label={words.copy}
          onClick={() =>
            void navigator.clipboard.writeText(asMarkdown(messages)).then(
              () => notify(words.copied),
              () => notify(words.notCopied, { kind: "bad" }),
            )
          }
        />
      </header>
      <div className={classes(ui.row, styles.asSentSearch)}>
        <SearchField
          type="search"
          size="small"
          className={ui.grow}
          aria-label={words.search}
          placeholder={words.placeholder}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setCurrent(0);
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
          }}
        />
        <span className={classes(ui.quiet, ui.small, ui.num)} role="status">
          {query !== "" && (total === 0 ? words.notFound : words.found(at + 1, total))}
        </span>
        <IconButton icon={ChevronUp} label={words.previous} onClick={() => go(-1)} />
        <IconButton icon={ChevronDown} label={words.nextMatch} onClick={() => go(1)} />
      </div>
      <div className={styles.asSentBody} ref={body} tabIndex={0} role="document" aria-label={words.text}>
        {shown.map((message) => (
          <div key={message.index}>
            <div className={styles.asSentRole}>
              <b>{words.roles[message.role]}</b>{" "}
              <span className={ui.quiet}>{words.message(message.index + 1)}</span>
            </div>
            {message.blocks.map((block, index) => (
              <BlockView
                key={`${message.index}/${block.segment?.id ?? index}`}
                block={block}
                query={query}
                exact={manifest.exact}
                quoted={quoted.get(block.segment?.id ?? "") ?? 0}
                moved={moved.get(block.segment?.id ?? "") ?? null}
                current={at - (before[message.index]?.[index] ?? 0)}
              />
            ))}
          </div>
        ))}
      </div>
    </section>
  );
};

const countMatches = (shown: readonly SentMessage[], query: string) => {
  let total = 0;
  const before = shown.map(({ blocks }) =>
    blocks.map(({ text }) => {
      const first = total;
      total += occurrences(printed(text), query).length;
      return first;
    }),
  );
  return { before, total };
};

/** Blank lines between segments are not shown. */
const printed = (text: string) => text.replace(/^\n+/, "");

type BlockProps = {
  block: Block;
  query: string;
  current: number;
  exact: boolean;
  quoted: number;
  moved: MovedPart | null;
};

const BlockView = ({ block, query, current, exact, quoted, moved }: BlockProps) => {
  const { segment, text } = block;
  return (
    <div
      className={styles.block}
      style={{ "--c": layerColour(segment?.layer ?? "overhead") } as React.CSSProperties}
    >
      <i />
      <div className={ui.grow}>
        {segment && (
          <h3 className={ui.row}>
            {t.budget.segmentNames[segment.id] ?? segment.detail?.title ?? segment.source}
            <span className={classes(ui.quiet, ui.num)}>{sizeText(segment, exact)}</span>
            {moved?.moved && <Chip kind="ok">{t.influence.movedBy(moved.drop)}</Chip>}
            {quoted > 0 && <Chip kind="ok">{t.influence.quotedIn(quoted)}</Chip>}
          </h3>
        )}
        <pre>{marked(printed(text), query, current)}</pre>
      </div>
    </div>
  );
};

const sizeText = (segment: Segment, exact: boolean): string => {
  const { raw, sent, missing } = segmentSize(segment);
  return missing === 0
    ? t.budget.sent.tokens(formatTokens(sent, exact))
    : t.budget.sent.part(formatTokens(sent, exact), formatTokens(raw, exact));
};

const marked = (text: string, query: string, current: number) => {
  const found = occurrences(text, query);
  if (found.length === 0) return text;
  const pieces = [];
  let at = 0;
  for (const [index, start] of found.entries()) {
    pieces.push(text.slice(at, start));
    at = start + query.length;
    pieces.push(
      <mark key={start} data-current={index === current ? "" : undefined}>
        {text.slice(start, at)}
      </mark>,
    );
  }
  pieces.push(text.slice(at));
  return pieces;
};

/** The messages of a stored run. */
export const useRun = (client: Client, id: string | null) => {
  const [run, setRun] = useState<{ id: string; messages: readonly Message[]; manifest: Manifest } | null>(
    null,
  );
  useEffect(() => {
    if (id === null) return;
    let isWanted = true;
    client.call("context.run", { id }).then(
      ({ messages, manifest }) => {
        if (isWanted) setRun({ id, messages, manifest });
      },
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [client, id]);
  return run?.id === id ? run : null;
};
