// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TooltipLayer } from "./tooltip-layer.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const rest = () =>
  act(() => {
    vi.advanceTimersByTime(1_000);
  });

it("disappears when its control is pressed, and stays away until the pointer returns", () => {
  render(
    <>
      <button type="button" data-tip="Filter the files" />
      <p>text</p>
      <TooltipLayer />
    </>,
  );
  const button = screen.getByRole("button");
  const tip = () => screen.queryByRole("tooltip");

  fireEvent.pointerOver(button);
  rest();
  expect(tip()?.textContent).toBe("Filter the files");
  fireEvent.pointerDown(button);
  expect(tip()).toBeNull();
  // The pressed control is drawn again under the pointer, which the browser reports as the pointer entering
  // it.
  fireEvent.pointerOver(button);
  rest();
  expect(tip()).toBeNull();
  fireEvent.pointerOver(screen.getByText("text"));
  fireEvent.pointerOver(button);
  rest();
  expect(tip()).not.toBeNull();
});
