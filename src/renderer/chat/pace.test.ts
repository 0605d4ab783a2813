import { describe, expect, it } from "vitest";
import { createPace } from "./pace.ts";

const slowWindow = () => {
  let clock = 0;
  const planned: (() => void)[] = [];
  const frames = { now: () => clock, next: (work: () => void) => void planned.push(work) };
  return {
    frames,
    pass: (milliseconds: number) => {
      clock += milliseconds;
    },
    frame: () => {
      for (const work of planned.splice(0)) work();
    },
    planned: () => planned.length,
  };
};

describe("pace", () => {
  it("moves while it is scrolled and for a moment after", () => {
    const window = slowWindow();
    const pace = createPace(window.frames);
    expect(pace.moves()).toBe(false);
    pace.moved(60);
    expect(pace.moves()).toBe(true);
    window.pass(1000);
    expect(pace.moves()).toBe(false);
  });

  it("draws a few per frame, in the order they came, until none waits", () => {
    const window = slowWindow();
    const pace = createPace(window.frames);
    const drawn: number[] = [];
    for (const row of [1, 2, 3, 4, 5]) {
      pace.wait(() => {
        drawn.push(row);
        window.pass(2);
      });
    }
    window.frame();
    expect(drawn).toEqual([1, 2]);
    window.frame();
    window.frame();
    expect(drawn).toEqual([1, 2, 3, 4, 5]);
    expect(window.planned()).toBe(0);
  });

  it("draws at least one per frame, however long that takes", () => {
    const window = slowWindow();
    const pace = createPace(window.frames);
    let drawn = 0;
    const turn = () => {
      drawn += 1;
      window.pass(100);
    };
    pace.wait(turn);
    pace.wait(() => turn());
    window.frame();
    expect(drawn).toBe(1);
    window.frame();
    expect(drawn).toBe(2);
  });

  it("draws none while the list moves fast, and continues when it slows down", () => {
    const window = slowWindow();
    const pace = createPace(window.frames);
    let drawn = 0;
    pace.wait(() => {
      drawn += 1;
    });
    pace.moved(-2000);
    window.frame();
    expect(drawn).toBe(0);
    pace.moved(-60);
    window.frame();
    expect(drawn).toBe(1);
  });

  it("drops rows that left before their turn", () => {
    const window = slowWindow();
    const pace = createPace(window.frames);
    const leave = pace.wait(() => expect.unreachable());
    leave();
    window.frame();
    expect(window.planned()).toBe(0);
  });
});
