import { Button } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import type { Stats } from "./memory-store.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./embedding-line.module.css";

type Props = { embedding: Stats["embedding"]; onPause: (paused: boolean) => void };

const words = t.memory.embedding;

/** Shown while not every memory can be found by meaning: the reason, with buttons to pause and to continue. */
export const EmbeddingLine = ({ embedding, onPause }: Props) => {
  const { pending, paused, problem, serving, model } = embedding;
  if (pending === 0) return null;
  const left = t.memory.count(formatCount(pending));
  const isOther = serving !== null && serving !== model;
  const text = paused
    ? words.paused(left)
    : problem !== null
      ? words.failed(left, problem)
      : isOther
        ? words.changed(model)
        : words.running(left);
  return (
    <div className={classes(styles.memoryEmbedding, ui.num)} role="group" aria-label={words.label}>
      <span className={ui.grow}>{text}</span>
      <Button kind="quiet" size="small" onClick={() => onPause(!(paused || problem !== null))}>
        {paused || problem !== null ? words.resume : words.stop}
      </Button>
    </div>
  );
};
