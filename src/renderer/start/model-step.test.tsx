// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { Failure } from "#shared/contract/index.ts";
import type { FoundModel } from "#shared/contract/model-files.ts";
import type { ModelOffer } from "./first-start-props.ts";
import { ModelStep } from "./model-step.tsx";

afterEach(cleanup);

const ollama: ModelOffer = {
  name: "Ollama",
  baseUrl: "http://127.0.0.1:11434",
  models: ["qwen3:8b", "gemma3:4b"],
};

const file = (name: string, fit: FoundModel["fit"]): FoundModel => ({
  path: `/models/${name}.gguf`,
  name,
  bytes: 4e9,
  parameters: 7e9,
  quantization: "Q4_K_M",
  trainedWindow: 8192,
  window: 8192,
  neededBytes: 5e9,
  fit,
  hasTemplate: true,
  source: "lm-studio",
});

const show = (found: readonly ModelOffer[] | null, files: readonly FoundModel[] = []) => {
  const onFile = vi.fn<(model: { readonly name: string }) => Promise<void>>(async () => {});
  const onChoose = vi.fn<(offer: ModelOffer | null, model: string) => Promise<void>>(async () => {});
  const onNext = vi.fn<(model: string) => void>();
  render(
    <ModelStep
      found={found}
      onLookAgain={() => {}}
      onChoose={onChoose}
      onConnect={async () => ollama}
      modelFiles={{
        found: files,
        onLook: async (path) => {
          if (path.includes("mine")) return { ...file("mine", "slow"), path };
          throw new Failure("model-file-not-gguf", "This is not a model file.");
        },
        onChoose: onFile,
        renderPicker: (onPath) => (
          <>
            <button type="button" onClick={() => onPath("/home/mine.gguf")} aria-label="mine" />
            <button type="button" onClick={() => onPath("/home/none.txt")} aria-label="none" />
          </>
        ),
      }}
      renderFoot={(next) => <button type="button" aria-label="next" onClick={next} />}
      onNext={onNext}
    />,
  );
  return { onChoose, onFile, onNext, next: () => fireEvent.click(screen.getByLabelText("next")) };
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

it("offers model files with what fits this machine, the largest that does not fit cannot be chosen", async () => {
  const { onChoose, onFile, onNext, next } = show(null, [file("huge", "too-large"), file("small", "fits")]);
  const option = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name: new RegExp(name) });
  expect(radios().map((radio) => radio.closest("label")?.textContent)).toEqual([
    expect.stringContaining("Built-in"),
    expect.stringMatching(/^small.*from LM Studio.*needs/),
    expect.stringContaining("It does not fit this computer"),
  ]);
  expect(option("huge").disabled).toBe(true);
  // Nothing is loaded into memory that the user did not pick.
  expect(option("Built-in").checked).toBe(true);
  fireEvent.click(option("small"));
  next();
  await waitFor(() => expect(onNext).toHaveBeenCalledWith("small"));
  expect(onFile.mock.calls[0]?.[0]).toMatchObject({ path: "/models/small.gguf" });
  expect(onChoose).not.toHaveBeenCalled();
});

it("looks at a file that the user names, says that it will be slow, and says when it is no model", async () => {
  const { onFile, onNext, next } = show(null);
  fireEvent.click(screen.getByLabelText("none"));
  expect((await screen.findByRole("alert")).textContent).toContain("This is not a model file.");
  fireEvent.click(screen.getByLabelText("mine"));
  const mine = await screen.findByRole<HTMLInputElement>("radio", { name: /mine/ });
  expect(mine.checked).toBe(true);
  expect(mine.closest("label")?.textContent).toContain("It will be slow on this computer.");
  next();
  await waitFor(() => expect(onNext).toHaveBeenCalledWith("mine"));
  expect(onFile).toHaveBeenCalled();
});

it("uses Built-in when nothing was found, or only a server without a model", async () => {
  const { onChoose, next } = show([{ ...ollama, models: [] }]);
  expect(radios()).toHaveLength(1);
  expect(radios()[0]?.checked).toBe(true);
  next();
  await waitFor(() => expect(onChoose).toHaveBeenCalledWith(null, "Built-in"));
});
