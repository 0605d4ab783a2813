// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { ModelOffer } from "./first-start-props.ts";
import { ModelStep } from "./model-step.tsx";

afterEach(cleanup);

const ollama: ModelOffer = {
  name: "Ollama",
  baseUrl: "http://127.0.0.1:11434",
  models: ["qwen3:8b", "gemma3:4b"],
};

const show = (found: readonly ModelOffer[] | null) => {
  const onChoose = vi.fn<(offer: ModelOffer | null, model: string) => Promise<void>>(async () => {});
  const onNext = vi.fn<(model: string) => void>();
  render(
    <ModelStep
      found={found}
      onLookAgain={() => {}}
      onChoose={onChoose}
      onConnect={async () => ollama}
      renderFoot={(next) => <button type="button" aria-label="next" onClick={next} />}
      onNext={onNext}
    />,
  );
  return { onChoose, onNext, next: () => fireEvent.click(screen.getByLabelText("next")) };
};

const radios = () => screen.getAllByRole<HTMLInputElement>("radio");

it("offers what was found on this machine first, and uses it when nothing else is chosen", async () => {
  const { onChoose, onNext, next } = show([ollama]);
  expect(radios()[0]?.closest("section")?.textContent).toContain("Ollama");
  expect(radios()[0]?.checked).toBe(true);
  next();
  await waitFor(() => expect(onNext).toHaveBeenCalledWith("qwen3:8b, Ollama"));
  expect(onChoose).toHaveBeenCalledWith(ollama, "qwen3:8b");
});

it("uses Built-in when nothing was found, or only a server without a model", async () => {
  const { onChoose, next } = show([{ ...ollama, models: [] }]);
  expect(radios()).toHaveLength(1);
  expect(radios()[0]?.checked).toBe(true);
  next();
  await waitFor(() => expect(onChoose).toHaveBeenCalledWith(null, "Built-in"));
});
