import { Pin } from "lucide-react";
import { isFaded } from "#shared/model/note-fading.ts";
import type { Memory, MemoryHit } from "#shared/contract/memory.ts";
import { Icon } from "../ui/icon.tsx";
import { OriginChip } from "../ui/origin-chip.tsx";
import { t } from "../ui/messages/index.ts";
import { formatDay } from "./day.ts";
import { markWords } from "./mark-words.ts";
import { useMemoryActions } from "./memory-actions.ts";
import { MemoryDetails } from "./memory-details.tsx";
import { placeName, placeOf } from "./place.ts";
import { shownText } from "./shown-text.ts";
import { listShades, ScoreBar } from "./score-bar.tsx";
import { shelfIcons } from "./shelf.ts";
import { points, sharesOf, whyText } from "./why.ts";
import type { Answer } from "./memory-store.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./memory-row.module.css";

/** Why a hit was found; missing where memories are only listed. */
export type Found = { readonly hit: MemoryHit; readonly rank: number; readonly answer: Answer };

type Props = { memory: Memory; found?: Found; open: boolean };

const MAX_TAGS = 3;

export const MemoryRow = ({ memory, found, open }: Props) => {
  const { select, open: show, workspace, titleOf } = useMemoryActions();
  const { id, tier, line, date, text, tags, pinned, weight } = memory;
  const place = placeName(memory, workspace, titleOf);
  // A line of a growing file has no date.
  const day = line !== null && tier !== "daily" ? "" : formatDay(date);
  return (
    <div
      className={styles.memoryRow}
      data-testid="memory-row"
      data-open={open || undefined}
      data-faded={isFaded(memory) || undefined}
      data-found={found !== undefined || undefined}
    >
      <span className={classes(styles.memoryRank, ui.num)}>
        {found ? found.rank : <Icon of={shelfIcons[tier]} size={14} />}
      </span>
      <div className={styles.memorySaid}>
        <button
          type="button"
          className={styles.memoryText}
          data-memory-row={id}
          aria-expanded={open}
          onClick={() => select(open ? null : id)}
        >
          <span>
            {found ? <Marked text={shownText(text)} query={found.answer.query} /> : shownText(text)}
          </span>
        </button>
        <div className={styles.memoryMeta}>
          {found && <Icon of={shelfIcons[tier]} size={13} />}
          {placeOf(memory) ? (
            <button
              type="button"
              className={classes(styles.memoryPlace, ui.ellipsis)}
              aria-label={t.memory.actions.openLabel(place)}
              onClick={() => show(memory)}
            >
              {place}
            </button>
          ) : (
            <span>{place}</span>
          )}
          {day && <span>{day}</span>}
          <OriginChip origin={memory.origin} />
          {memory.approved && <span>{t.origins.approved}</span>}
          {weight < 1 && (
            <span>{isFaded(memory) ? t.memory.faded : t.memory.weight(Math.round(weight * 100))}</span>
          )}
          {pinned && (
            <span className={styles.memoryPinned}>
              <Icon of={Pin} size={12} />
              {t.memory.pinned}
            </span>
          )}
          {tags.length > 0 && (
            <span className={classes(styles.memoryTags, ui.ellipsis)}>
              {tags.slice(0, MAX_TAGS).join(", ")}
            </span>
          )}
        </div>
      </div>
      {found && <Scores found={found} />}
      {open && (
        <MemoryDetails
          memory={memory}
          {...(found && { hit: found.hit, why: whyText(found.hit, found.answer.preset) })}
        />
      )}
    </div>
  );
};

const Marked = ({ text, query }: { text: string; query: string }) => {
  let at = 0;
  return markWords(text, query).map((piece) => {
    const key = at;
    at += piece.text.length;
    return piece.marked ? <mark key={key}>{piece.text}</mark> : <span key={key}>{piece.text}</span>;
  });
};

const Scores = ({ found: { hit, answer } }: { found: Found }) => {
  const shares = sharesOf(hit);
  const best = answer.hits[0]?.score ?? hit.score;
  const ranks = shares.map(({ list, rank }) => t.memory.rank(t.memory.lists[list], rank));
  const score = points(hit.score);
  return (
    <div className={classes(styles.memoryScores, ui.num)}>
      <div className={ui.row}>
        <ScoreBar
          parts={shares.map(({ list, added }) => ({ key: list, value: added, shade: listShades[list] }))}
          max={best}
          label={t.memory.score}
          text={t.memory.scoreOf(score, ranks.join(", "))}
        />
        <span className={styles.memoryScore}>{score}</span>
      </div>
      <div className={styles.memoryRanks} aria-hidden="true">
        {shares.map(({ list, rank }, index) => (
          <span key={list} data-none={rank === null || undefined}>
            {ranks[index]}
          </span>
        ))}
      </div>
    </div>
  );
};
