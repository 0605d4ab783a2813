import { describe, expect, it } from "vitest";
import type { Manifest } from "#shared/model/manifest.ts";
import { variant } from "#shared/model/trial.ts";
import { asSet, type BudgetState } from "./budget-state.ts";
import { noQuestion } from "./preview-prompt.ts";
import { triedVariant } from "./tried-variant.ts";

const manifest = { agent: "juno", model: "tiny", profile: "layered" } as Manifest;

const state = (changes: Partial<BudgetState>) =>
  ({
    saved: manifest,
    tried: null,
    agents: [{ id: "juno", provider: "lab" }],
    profiles: [
      { id: "layered", title: "Layered" },
      { id: "wide", title: "Wide" },
    ],
    models: [{ id: "large", provider: "cloud" }],
    whatIf: asSet,
    question: noQuestion,
    ...changes,
  }) as BudgetState;

describe("what is tried, as one side of a trial", () => {
  it("has the model with its provider, the window, the profile and the unsaved texts, for the same agent", () => {
    const tried = triedVariant(
      state({
        whatIf: { model: "large", window: 16_384, profile: "wide" },
        question: { ...noQuestion, texts: { "workspace/HOURS.md": "Closed." } },
      }),
      manifest,
    );
    expect(variant.parse(tried)).toEqual({
      name: "With large, 16,384 tokens, Wide and 1 more",
      agent: "juno",
      model: { provider: "cloud", model: "large" },
      profile: "wide",
      overrides: { window: 16_384, files: { "workspace/HOURS.md": { text: "Closed." } } },
    });
  });

  it("changes nothing that is not tried", () => {
    const tried = triedVariant(state({ whatIf: { ...asSet, window: 4096 } }), manifest);
    expect(tried).toEqual({ name: "With 4,096 tokens", agent: "juno", overrides: { window: 4096 } });
  });
});
