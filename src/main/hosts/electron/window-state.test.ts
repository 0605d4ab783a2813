import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { placeWindow, readWindowState, writeWindowState } from "./window-state.ts";

const primary = { x: 0, y: 0, width: 1920, height: 1040 };
const right = { x: 1920, y: 0, width: 1280, height: 1000 };

it("centres the first window on the first display", () => {
  expect(placeWindow(null, [primary])).toEqual({ x: 240, y: 70, width: 1440, height: 900 });
});

it("restores the window's position on any connected display", () => {
  const saved = { x: 2000, y: 50, width: 1000, height: 700 };
  expect(placeWindow(saved, [primary, right])).toEqual(saved);
});

it("moves a window to a connected display when its own is gone, with its old size", () => {
  expect(placeWindow({ x: 2000, y: 50, width: 1000, height: 700 }, [primary])).toEqual({
    x: 460,
    y: 170,
    width: 1000,
    height: 700,
  });
});

it("moves a window whose title bar is out of reach", () => {
  expect(placeWindow({ x: 100, y: -500, width: 1000, height: 700 }, [primary]).y).toBe(170);
  expect(placeWindow({ x: -950, y: 10, width: 1000, height: 700 }, [primary]).x).toBe(460);
});

it("is never larger than the display, nor smaller than the minimum size", () => {
  expect(placeWindow({ x: 0, y: 0, width: 9000, height: 9000 }, [primary])).toMatchObject({
    width: 1920,
    height: 1040,
  });
  expect(placeWindow({ x: 0, y: 0, width: 10, height: 10 }, [primary])).toMatchObject({
    width: 860,
    height: 560,
  });
});

it("starts with the defaults for a file that is missing, cut off or invalid", () => {
  const file = join(mkdtempSync(join(tmpdir(), "satchel-window-")), "window.json");
  expect(readWindowState(file)).toBeNull();
  for (const text of [
    "",
    '{"bounds":',
    '{"bounds":{"x":"1"}}',
    '{"bounds":{"x":1e99,"y":0,"width":1,"height":1}}',
  ]) {
    writeFileSync(file, text);
    expect(readWindowState(file)).toBeNull();
  }
  const state = { bounds: { x: 1, y: 2, width: 900, height: 600 }, maximized: true, fullScreen: false };
  writeWindowState(file, state);
  expect(readWindowState(file)).toEqual(state);
});
