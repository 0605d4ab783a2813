import { teamScenarios } from "./scenarios/team.ts";
import type { Scenario } from "./scenario.ts";
import { fileScenarios } from "./scenarios/files.ts";
import { handedScenarios } from "./scenarios/handed.ts";
import { keptScenarios } from "./scenarios/kept.ts";
import { memoryScenarios } from "./scenarios/memory.ts";
import { findPostgres } from "../../src/main/team/test-postgres.ts";
import { talkScenarios } from "./scenarios/talks.ts";

/** Every kind of work that writes. */
export const scenarios: readonly Scenario[] = [
  ...fileScenarios,
  ...talkScenarios,
  ...memoryScenarios,
  ...keptScenarios,
  ...handedScenarios,
  // Where there is no server to be had, its outbox is tried by the unit tests' machines only.
  ...(findPostgres() === null ? [] : teamScenarios),
];
