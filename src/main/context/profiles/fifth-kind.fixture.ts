import { z } from "zod";
import { profileFields } from "#shared/model/profile.ts";
import { planPrompt } from "../plan/plan-prompt.ts";
import { planSoul } from "../plan/plan-soul.ts";
import { commonDefaults, defineProfile } from "./profile-kind.ts";

/** A kind of profile that does not ship: SOUL.md, the prompt, and the notes gathered. One file is all it takes. */

const schema = z.strictObject({
  ...profileFields,
  kind: z.literal("bare"),
  unit: z.literal("tokens"),
  greetings: z.number().int().nonnegative(),
});

export const bare = defineProfile({
  shipped: {
    ...commonDefaults,
    id: "bare",
    title: "Bare",
    kind: "bare",
    history: { ...commonDefaults.history },
    pin: [],
    exclude: [],
    layers: [
      { id: "soul", role: "system" },
      { id: "system", role: "system" },
    ],
    unit: "tokens",
    greetings: 3,
  },
  schema,
  needs: [],
  gather: async (read) => ({ notes: await read.notes() }),
  sharing: { byTag: false },
  ranksFiles: false,
  limits: [],
  budgets: { history: "history.maxTokens" },
  plan: (gathered, _profile, _allowance, meter) => {
    const soul = planSoul(gathered, true, meter);
    const isFirst = soul.every((each) => each.text === "");
    const prompt = planPrompt(gathered, isFirst, { text: "", tokens: 0 }, true, meter);
    return { candidates: [...soul, ...prompt.candidates], warnings: prompt.warnings };
  },
});
