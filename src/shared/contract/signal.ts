/**
 * The part of an AbortSignal that shared code needs. The shared area compiles without the browser's and
 * Node's libraries, and the AbortSignal of both fits this.
 */
export type Signal = {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
};
