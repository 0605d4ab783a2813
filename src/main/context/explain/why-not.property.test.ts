import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Failure } from "#shared/contract/index.ts";
import { partsOf, type PromptPart } from "#shared/model/prompt-part.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import type { Profile } from "#shared/model/profile.ts";
import { type WhyNot, whyNot } from "#shared/model/why-not.ts";
import { profileKinds } from "../profiles/index.ts";
import { resolveProfile } from "../profiles/resolve-profile.ts";
import { run } from "../test-gathered.ts";
import { prompts } from "../test-prompts.ts";

/** The figures of a reason add up, whatever the prompt: who does the sum sees that the part does not fit. */

const CASES: readonly (readonly [string, Record<string, unknown>])[] = [
  ["layered", { perFile: 300, total: 1_500, memoryTokens: 300, memoryHits: 4, "history.maxTokens": 900 }],
  ["layered", {}],
  ["harness", { injection: { maxContextTokens: 400 } }],
  ["persona", { perFile: 900, total: 3_000 }],
  ["snapshot", { maxFiles: 3, maxChars: 4_000, history: { maxMessages: 5, maxChars: 2_000 } }],
];

const isSent = (source: string, manifest: Manifest) =>
  manifest.segments.some((each) => each.source === source && each.status !== "excluded");

const filesBefore = ({ id }: PromptPart, { segments }: Manifest): number => {
  const before = segments.slice(
    0,
    segments.findIndex((each) => each.id === id),
  );
  return before.filter(({ layer, reason }) => layer === "files" && reason !== "char-limit").length;
};

/** What is wrong with a reason; null when its figures add up. */
const wrong = (why: WhyNot, part: PromptPart, manifest: Manifest): string | null => {
  const { window } = manifest;
  const says = (isTrue: boolean, what: string) => (isTrue ? null : what);
  switch (why.kind) {
    case "per-file": {
      const [segment] = part.segments;
      const [raw, sent] = why.unit === "chars" ? [segment?.raw.chars ?? 0, 0] : [part.raw, part.sent];
      return says(raw > why.limit && sent <= why.limit, "it is not longer than the limit");
    }
    case "total":
      return says(why.core + why.files + why.own > why.limit, "it would fit");
    case "total-behind":
    case "window-behind":
      return says(!isSent(why.first, manifest) && why.first !== part.path, "the first one is sent");
    case "window":
      return says(
        why.reserved + why.used + why.own > why.max && why.reserved + why.used <= why.max,
        "it would fit, or the window is over",
      );
    case "window-cut":
      return says(why.reserved + why.used <= why.max && part.sent < part.raw, "it is whole");
    case "skills":
      return says(part.raw > why.limit && part.sent <= why.limit, "the list would fit");
    case "files":
      return says(filesBefore(part, manifest) >= why.max, "there is room for more files");
    case "chars":
      return says(why.used + why.own > why.max && why.used <= why.max, "its characters would fit");
    case "tools-shelf":
      return says(why.count > 0 && why.freed > 0, "it saves nothing");
    case "turns":
    case "memories":
    case "tools-out":
    case "tools-shortened":
    case "window-gave-way":
      return says(why.count > 0 && ("max" in why ? why.max === window.max : true), "it counts nothing");
    case "passages":
      return says(
        why.cut.every(({ kept, chars }) => kept <= chars),
        "more is sent than there is",
      );
    case "pictures":
      return says(why.held.length > 0, "every picture is sent");
    case "total-used-up":
    case "memory-file":
    case "chars-behind":
    case "rule":
      return null;
  }
};

it.each(CASES)("%s %j: the figures of every reason add up", (profile, fields) => {
  const { data } = resolveProfile(profile, [], { profile: fields });
  const rules = profileKinds.find(({ shipped }) => shipped.kind === data.kind)?.rules;
  const shown = { ...data, rules } as Profile;
  const seen = new Set<string>();
  fc.assert(
    fc.property(prompts, (input) => {
      let manifest: Manifest;
      try {
        ({ manifest } = run(input, profile, { profile: fields }));
      } catch (error) {
        if (error instanceof Failure && error.code === "window-too-small") return;
        throw error;
      }
      for (const part of partsOf(manifest)) {
        const why = whyNot(part, manifest, shown);
        if (why === null && part.fate === "in") continue;
        if (why) seen.add(why.kind);
        const fault = why ? wrong(why, part, manifest) : "it has no reason";
        expect(fault, `${part.id} ${part.reason}: ${JSON.stringify(why)}`).toBeNull();
      }
    }),
    { numRuns: 150 },
  );
  expect(seen.size).toBeGreaterThan(3);
});
