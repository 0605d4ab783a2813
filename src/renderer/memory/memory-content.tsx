import { Contrast, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import type { Learned } from "#shared/contract/memory-life.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatCount, formatTokens } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { told } from "../ui/told.ts";
import { DiaryPage } from "./diary-page.tsx";
import { EmbeddingLine } from "./embedding-line.tsx";
import { GraphView } from "./graph-view.tsx";
import { LearnedList } from "./learned-list.tsx";
import { useMemoryActions } from "./memory-actions.ts";
import { MemoryList } from "./memory-list.tsx";
import { MemoryRow } from "./memory-row.tsx";
import type { Answer, MemoryState, Preset } from "./memory-store.ts";
import type { MemoryStores } from "./memory-stores.ts";
import { lastTaken, type PromptRoom } from "./prompt-room.ts";
import { listLegend, ScoreLegend } from "./score-bar.tsx";
import { originOfShelf, shelfIcons, tierOfShelf } from "./shelf.ts";
import { Problem } from "../ui/problem.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./memory-content.module.css";

type Props = {
  stores: MemoryStores;
  view: "list" | "graph";
  also: (query: string) => ReactNode;
  learned: readonly Learned[];
  onUndoLearned: (learned: Learned) => void;
  onUndoDream: (sweep: string) => void;
  onOpenDiary: () => void;
  onOpenFile: (path: string) => void;
};

const words = t.memory;

export const MemoryContent = ({
  stores,
  view,
  also,
  learned,
  onUndoLearned,
  onUndoDream,
  onOpenDiary,
  onOpenFile,
}: Props) => {
  const state = useStore(stores.memories);
  const diary = useStore(stores.dreams, (dreams) => dreams.diary);
  const { titleOf } = useMemoryActions();
  if (state.status === "loading") return <Skeleton label={words.loading} rows={8} />;
  if (view === "graph")
    return <GraphView store={stores.graph} agent={state.agent?.id} onOpenFile={onOpenFile} />;
  return (
    <>
      {state.status === "failed" && (
        <div className={ui.padded}>
          <Problem failure={state.failure} role="alert">
            <span className={ui.strong}>{words.failed}</span>{" "}
            <span className={ui.muted}>{state.failure}</span>
            <div className={ui.row}>
              <Button size="small" onClick={() => void state.load()}>
                {t.tryAgain}
              </Button>
            </div>
          </Problem>
        </div>
      )}
      <Bar state={state} />
      {state.stats && (
        <EmbeddingLine
          embedding={state.stats.embedding}
          onPause={(paused) => told(state.pauseEmbedding(paused))}
        />
      )}
      <div className={styles.memoryBody}>
        {state.query.trim() !== "" ? (
          <Found state={state}>{also(state.query)}</Found>
        ) : state.shelf === "learned" ? (
          <LearnedList learned={learned} titleOf={titleOf} onUndo={onUndoLearned} />
        ) : state.shelf === "diary" ? (
          <DiaryPage diary={diary} onUndo={onUndoDream} onOpen={onOpenDiary} />
        ) : (
          <Listed state={state} />
        )}
      </div>
    </>
  );
};

const presets = ["auto", "general", "research", "debugging", "debate"] as const satisfies readonly Preset[];

const Bar = ({ state }: { state: MemoryState }) => {
  const { query, answer, searching, shelf, memories, preset, setPreset } = state;
  const asked = query.trim() !== "";
  if (!asked) {
    if (shelf === "learned" || shelf === "diary") return null;
    return (
      <div className={classes(styles.memoryBar, ui.num)}>
        <span className={ui.strong}>{words.shelves[shelf]}</span>
        <span className={ui.quiet}>{words.count(formatCount(countOf(state, memories.length)))}</span>
      </div>
    );
  }
  return (
    <div className={classes(styles.memoryBar, ui.num)}>
      <span role="status">
        {answer && !searching ? (
          <>
            <span className={ui.strong}>{words.found(formatCount(answer.hits.length))}</span>{" "}
            <span className={ui.quiet}>{words.took(answer.milliseconds)}</span>
          </>
        ) : (
          <span className={ui.quiet}>{words.searching}</span>
        )}
      </span>
      <span className={ui.grow} />
      <ScoreLegend items={listLegend()} />
      <select
        className={styles.memoryPreset}
        aria-label={words.weighting}
        value={preset}
        onChange={(event) => setPreset(event.currentTarget.value as Preset)}
      >
        {presets.map((each) => (
          <option key={each} value={each}>
            {each === "auto"
              ? words.presets.auto(answer && words.presetNames[answer.preset])
              : words.presets[each]}
          </option>
        ))}
      </select>
    </div>
  );
};

const countOf = ({ stats, shelf }: MemoryState, listed: number): number => {
  if (!stats || shelf === "learned" || shelf === "diary") return listed;
  if (shelf === "all") return stats.total;
  if (shelf === "pinned" || shelf === "faded") return stats[shelf];
  const origin = originOfShelf(shelf);
  if (origin !== undefined) return stats.origins[origin] ?? 0;
  return stats.tiers[tierOfShelf(shelf) ?? "daily"] ?? 0;
};

const Listed = ({ state: { memories, shelf, selected, more, stats } }: { state: MemoryState }) => {
  if (shelf === "learned" || shelf === "diary") return null;
  if (memories.length === 0) {
    if (!stats) return <Skeleton label={words.loading} rows={8} />;
    return (
      <EmptyState topic="memory" icon={shelfIcons[shelf]} title={words.empty[shelf].title}>
        {words.empty[shelf].text}
      </EmptyState>
    );
  }
  return (
    <MemoryList label={words.shelves[shelf]} items={memories} onEnd={() => told(more())}>
      {(memory) => <MemoryRow memory={memory} open={memory.id === selected} />}
    </MemoryList>
  );
};

const Found = ({ state, children }: { state: MemoryState; children: ReactNode }) => {
  const { answer, query, shelf, selected, show } = state;
  const { showBudget } = useMemoryActions();
  if (!answer) return <Skeleton label={words.searching} rows={6} />;
  if (answer.hits.length === 0) {
    return (
      <>
        <EmptyState
          topic="memorySearch"
          icon={SearchX}
          title={words.nothing(answer.query)}
          actions={shelf !== "all" && <Button onClick={() => void show("all")}>{words.everywhere}</Button>}
        >
          {words.nothingText}
        </EmptyState>
        {children}
      </>
    );
  }
  const last = lastTaken(answer.hits, answer.room);
  return (
    <>
      {answer.note && <p className={styles.memorySay}>{answer.note}</p>}
      <MemoryList label={words.found(query)} items={answer.hits}>
        {(hit, index) => (
          <>
            <MemoryRow memory={hit} found={foundOf(answer, index)} open={hit.id === selected} />
            {index === last && answer.room && <RoomEnds room={answer.room} onShow={showBudget} />}
          </>
        )}
      </MemoryList>
      {children}
    </>
  );
};

/** Hits below this line were found, but a prompt would not contain them. */
const RoomEnds = ({ room, onShow }: { room: PromptRoom; onShow: () => void }) => (
  <div className={classes(styles.memoryRoom, ui.num)} role="note">
    <Icon of={Contrast} size={13} />
    <span className={ui.strong}>{words.room.ends}</span>
    <span className={classes(ui.grow, ui.ellipsis)}>
      {words.room.taken(
        formatCount(room.taken.size),
        formatTokens(room.tokens, room.exact),
        room.budget === null ? null : formatCount(room.budget),
      )}
    </span>
    <Button size="small" onClick={onShow}>
      {words.room.show}
    </Button>
  </div>
);

const foundOf = (answer: Answer, index: number) => {
  const hit = answer.hits[index];
  if (!hit) throw new Error("A list drew a row that it does not have.");
  return { hit, rank: index + 1, answer };
};
