import type { Finding } from "#shared/contract/context.ts";
import type { AdviceInput } from "./advice-input.ts";
import { findEarlyChanges } from "./early-changes.ts";
import { findNearLimits } from "./near-limits.ts";
import { findSharedLines } from "./shared-lines.ts";
import { findUnusedTools } from "./unused-tools.ts";

/** What would make the prompt smaller or cheaper, best first: at most three, because nobody reads a long list. */
export const advise = (input: AdviceInput): readonly Finding[] =>
  [...findEarlyChanges(input), ...findSharedLines(input), ...findUnusedTools(input), ...findNearLimits(input)]
    .sort((a, b) => b.saves - a.saves)
    .slice(0, MOST);

const MOST = 3;
