import type { Scenario } from "./scenario.ts";
import { fileScenarios } from "./scenarios/files.ts";
import { handedScenarios } from "./scenarios/handed.ts";
import { keptScenarios } from "./scenarios/kept.ts";
import { memoryScenarios } from "./scenarios/memory.ts";
import { talkScenarios } from "./scenarios/talks.ts";

/** Every kind of work that writes. */
export const scenarios: readonly Scenario[] = [
  ...fileScenarios,
  ...talkScenarios,
  ...memoryScenarios,
  ...keptScenarios,
  ...handedScenarios,
];
