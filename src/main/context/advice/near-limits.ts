import { fileLimitField } from "#shared/model/profile.ts";
import type { Finding } from "#shared/contract/context.ts";
import { NEAR_LIMIT } from "#shared/model/profile.ts";
import { type AdviceInput, nameOf } from "./advice-input.ts";

/** Files that will be cut when they grow a little more. Saving `saves` tokens brings them below the warning. */
export const findNearLimits = ({ manifest, target }: AdviceInput): readonly Finding[] =>
  manifest.segments.flatMap(({ source, status, raw, detail }): Finding[] => {
    const field = fileLimitField(target.profile);
    if (status !== "included" || detail?.nearLimit !== true || detail.limit === undefined) return [];
    const used = typeof detail["limitUsed"] === "number" ? detail["limitUsed"] : raw.tokens;
    const percent = Math.round((100 * used) / detail.limit);
    return [
      {
        kind: "near-limit",
        text: `${nameOf(source)} is at ${percent} % of its limit: shorten it, or raise the limit, before it is cut.`,
        saves: Math.max(1, Math.round(raw.tokens * (1 - (NEAR_LIMIT * detail.limit) / used))),
        exact: false,
        files: [source],
        at: null,
        edit:
          field === undefined
            ? null
            : { kind: "raise", fields: { [field]: Math.ceil((raw.tokens * ROOM_TO_GROW) / 100) * 100 } },
      },
    ];
  });

/** A raised limit holds the file until it is a quarter longer. */
const ROOM_TO_GROW = 1.25;
