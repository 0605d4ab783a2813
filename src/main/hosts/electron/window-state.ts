import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";

export type Rectangle = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

const coordinate = z.number().int().min(-100_000).max(100_000);
const windowState = z.object({
  bounds: z.object({ x: coordinate, y: coordinate, width: coordinate, height: coordinate }),
  maximized: z.boolean(),
  fullScreen: z.boolean(),
});
export type WindowState = z.output<typeof windowState>;

export const smallestWindow = { width: 860, height: 560 };
const firstWindow = { width: 1440, height: 900 };

/** Null when there is none, or none that can be read: a lost window position is not worth a warning. */
export const readWindowState = (file: string): WindowState | null => {
  try {
    return windowState.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
};

/** Synchronous, because the last call happens while the app quits. */
export const writeWindowState = (file: string, state: WindowState): void =>
  writeFileSync(file, JSON.stringify(state));

/**
 * The window's bounds: its last position if enough of its title bar is on a connected display, otherwise
 * centred on the first display. Never larger than its display. Sizes in device-independent pixels.
 */
export const placeWindow = (saved: Rectangle | null, workAreas: readonly Rectangle[]): Rectangle => {
  const home = saved && workAreas.find((area) => showsTitleBar(saved, area));
  if (home) {
    const { width, height } = fitted(saved, home);
    return { x: saved.x, y: saved.y, width, height };
  }
  const first = workAreas[0];
  if (!first) return { x: 0, y: 0, ...firstWindow };
  const { width, height } = fitted(saved ?? firstWindow, first);
  return {
    x: first.x + Math.round((first.width - width) / 2),
    y: first.y + Math.round((first.height - height) / 2),
    width,
    height,
  };
};

/** The smallest part of a title bar with which a person can still move a window. */
const grip = { width: 120, height: 24 };

const showsTitleBar = (window: Rectangle, area: Rectangle) => {
  const overlap = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  return overlap >= grip.width && window.y >= area.y && window.y + grip.height <= area.y + area.height;
};

const fitted = (size: Pick<Rectangle, "width" | "height">, area: Rectangle) => ({
  width: Math.min(Math.max(size.width, smallestWindow.width), area.width),
  height: Math.min(Math.max(size.height, smallestWindow.height), area.height),
});
