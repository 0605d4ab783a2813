/**
 * How fast the list moves, and which message is drawn in full next. Markdown and buttons of one message cost
 * more than a frame has to spare while the list is scrolled, so a message that enters it then is drawn
 * plainly and waits here. Each frame draws a few in full, in the order they came, which is the order in which
 * they become visible; none is drawn while the list moves fast.
 */
export type Pace = {
  /** The user scrolls, so new rows must be cheap. */
  readonly moves: () => boolean;
  /** Called for each scroll, in pixels. */
  readonly moved: (by: number) => void;
  /** Returns a function that leaves the queue. */
  readonly wait: (turn: () => void) => () => void;
};

type Frames = {
  readonly now: () => number;
  readonly next: (work: () => void) => void;
};

const ofWindow: Frames = {
  now: () => performance.now(),
  next: (work) => void requestAnimationFrame(work),
};

export const createPace = ({ now, next }: Frames = ofWindow): Pace => {
  const waiting = new Set<() => void>();
  let last = -Infinity;
  let travelled = 0;
  let planned = false;

  const plan = () => {
    if (planned || waiting.size === 0) return;
    planned = true;
    next(frame);
  };

  const frame = () => {
    planned = false;
    const thrown = isThrown(travelled);
    travelled = 0;
    if (!thrown) spend();
    plan();
  };

  const spend = () => {
    const until = now() + BUDGET_MS;
    for (const turn of waiting) {
      waiting.delete(turn);
      turn();
      if (now() >= until) return;
    }
  };

  return {
    moves: () => now() - last < CALM_MS,
    moved: (by) => {
      last = now();
      travelled += Math.abs(by);
    },
    wait: (turn) => {
      waiting.add(turn);
      plan();
      return () => waiting.delete(turn);
    },
  };
};

/** Whether the list moved so far in a frame that nobody can read it. */
export const isThrown = (by: number): boolean => Math.abs(by) > 300;

/** Time per frame for drawing in full. */
const BUDGET_MS = 4;

/** Without scrolling for this long, the list counts as still. */
const CALM_MS = 120;
