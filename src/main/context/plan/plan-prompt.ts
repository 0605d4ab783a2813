import { wholeText } from "./candidate.ts";
import { renderPrompt, skillsText } from "../prompt.ts";
import type { Candidate, Gathered, Meter } from "../types.ts";

export type PlannedPrompt = {
  readonly candidates: readonly Candidate[];
  readonly usesMemory: boolean;
  /** Offset of the printed memory text in the prompt's candidate; -1 when it prints none. */
  readonly memoryAt: number;
  readonly warnings: readonly string[];
};

export const PROMPT_ID = "system:prompt";
export const SKILLS_ID = "system:skills";

/**
 * The agent's prompt, and the skills that follow it in every profile. `memory` is what `{{memory}}` prints
 * and `memoryTokens` what it is counted as elsewhere, so that it is not counted twice.
 */
export const planPrompt = (
  gathered: Gathered,
  isFirst: boolean,
  memory: { readonly text: string; readonly tokens: number },
  withSkills: boolean,
  meter: Meter,
): PlannedPrompt => {
  const prompt = renderPrompt(gathered, memory.text);
  const candidates: Candidate[] = [];
  let separator = isFirst ? "" : "\n\n";
  const place = { layer: "system", role: "system", hold: "fixed", place: "system" } as const;
  const { folder, skills: skillsOrigin } = gathered.origins;
  const whole = wholeText({ ...place, origin: folder, source: "prompt" }, separator, prompt.text, meter);
  const printed = prompt.usesMemory ? memory.tokens : 0;
  const own = Math.max(0, whole.tokens - printed);
  if (prompt.text === "")
    candidates.push({ ...whole, text: "", tokens: 0, status: "excluded", reason: "empty" });
  else {
    candidates.push({
      ...whole,
      tokens: own,
      keptTokens: own,
      raw: { tokens: own, chars: prompt.text.length - (prompt.usesMemory ? memory.text.length : 0) },
    });
  }
  if (prompt.text !== "") separator = "\n\n";

  const skills = skillsText(gathered.skills);
  if (skills !== "") {
    const listed = shortenedFrom(
      gathered.shortened ?? null,
      wholeText({ ...place, origin: skillsOrigin, source: "skills" }, separator, skills, meter),
      meter,
    );
    candidates.push(
      withSkills
        ? listed
        : { ...listed, text: "", tokens: 0, keptTokens: 0, status: "excluded", reason: "window" },
    );
  }
  const leading = isFirst ? 0 : 2;
  return {
    candidates,
    usesMemory: prompt.usesMemory,
    memoryAt: prompt.memoryAt < 0 ? -1 : prompt.memoryAt + leading,
    warnings: prompt.warnings,
  };
};

/** Reports the original length of the list when it was shortened for the window. */
const shortenedFrom = (from: Gathered["shortened"] | null, listed: Candidate, meter: Meter): Candidate => {
  if (!from) return listed;
  const whole = skillsText(from.skills);
  return {
    ...listed,
    raw: { tokens: meter.tokens(whole), chars: whole.length },
    status: "truncated",
    reason: "window",
    detail: { ...listed.detail, limit: from.limit },
  };
};
