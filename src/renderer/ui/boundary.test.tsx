// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { Boundary } from "./boundary.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const Broken = (): never => {
  throw new Error("cannot be drawn");
};

it("keeps the rest when one part cannot be drawn", () => {
  // React logs what it caught.
  vi.spyOn(console, "error").mockImplementation(() => {});
  render(
    <>
      <Boundary instead={<p>instead</p>}>
        <Broken />
      </Boundary>
      <Boundary instead={<p>never</p>}>
        <p>fine</p>
      </Boundary>
    </>,
  );
  expect(screen.getAllByRole("paragraph").map(({ textContent }) => textContent)).toEqual(["instead", "fine"]);
});
