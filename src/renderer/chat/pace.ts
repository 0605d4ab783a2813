/**
 * How fast the list moves, and whose turn it is to be drawn in full. Markdown and buttons of one message cost more
 * than a frame has to spare while the list is scrolled, so a message that comes into it then is drawn plainly and
 * waits here. Each frame a few have their turn, in the order they came, which is the order in which they come into
 * sight; none has while the list is thrown past them.
 */
export type Pace = {
  /** The user scrolls, so what comes into the list is to be cheap. */
  readonly moves: () => boolean;
  /** Told about each scrolling, in pixels. */
  readonly moved: (by: number) => void;
  /** Returns how to leave the queue. */
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
    const until = now() + budget;
    for (const turn of waiting) {
      waiting.delete(turn);
      turn();
      if (now() >= until) return;
    }
  };

  return {
    moves: () => now() - last < calm,
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

/** Whether the list went so far in a frame that nobody reads what passes. */
export const isThrown = (by: number): boolean => Math.abs(by) > 300;

/** Milliseconds of a frame that may go into drawing in full. */
const budget = 4;

/** Milliseconds without scrolling after which the list is still. */
const calm = 120;
