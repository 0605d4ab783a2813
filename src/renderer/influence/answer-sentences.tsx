import { Fragment, type KeyboardEvent, useEffect, useRef } from "react";
import type { QuotingSentence } from "#shared/model/quotation.ts";
import { t } from "../ui/messages/index.ts";
import styles from "./answer-sentences.module.css";

type Props = {
  answer: string;
  sentences: readonly QuotingSentence[];
  picked: readonly number[];
  onPick: (at: number) => void;
};

/** An answer as it was written, in which each sentence can be marked, also with the arrow keys. */
export const AnswerSentences = ({ answer, sentences, picked, onPick }: Props) => {
  const list = useRef<HTMLDivElement>(null);
  const first = picked[0] ?? null;
  useEffect(() => {
    if (first !== null) sentenceIn(list.current, first)?.scrollIntoView({ block: "nearest" });
  }, [first]);
  const go = (event: KeyboardEvent) => {
    const at = picked[0] ?? -1;
    const to = {
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: sentences.length - 1,
    }[event.key];
    if (to === undefined || !sentences[to]) return;
    event.preventDefault();
    onPick(to);
    sentenceIn(list.current, to)?.focus();
  };
  return (
    <div
      ref={list}
      className={styles.answer}
      role="listbox"
      aria-multiselectable
      aria-label={t.influence.answer}
      onKeyDown={go}
    >
      {sentences.map(({ from, to, passages }, at) => (
        <Fragment key={from}>
          {answer.slice(sentences[at - 1]?.to ?? 0, from)}
          <span
            role="option"
            className={styles.sentence}
            data-sentence={at}
            data-shares={sharesOf(passages)}
            aria-selected={picked.includes(at)}
            tabIndex={at === (first ?? 0) ? 0 : -1}
            onClick={() => onPick(at)}
          >
            {answer.slice(from, to)}
          </span>
        </Fragment>
      ))}
      {answer.slice(sentences.at(-1)?.to ?? 0)}
    </div>
  );
};

const sharesOf = (passages: QuotingSentence["passages"]): "quoted" | "close" | undefined => {
  if (passages.length === 0) return undefined;
  return passages.some(({ kind }) => kind !== "words") ? "quoted" : "close";
};

const sentenceIn = (list: HTMLElement | null, at: number): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-sentence="${at}"]`) ?? null;
