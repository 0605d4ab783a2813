/** New rows start in the middle, so that a single mention fades and use preserves them. */
export const INITIAL_STRENGTH = 0.5;
