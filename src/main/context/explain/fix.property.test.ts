import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Overrides } from "#shared/contract/context.ts";
import type { Fix, Segment } from "#shared/model/manifest.ts";
import { readField } from "#shared/model/profile.ts";
import { resolveProfile } from "../profiles/resolve-profile.ts";
import { agent, file, gathered, run, words } from "../test-gathered.ts";
import { at, prompts as inputs, runIfItFits } from "../test-prompts.ts";
import type { Gathered } from "../types.ts";

/** Whoever does what `detail.fix` says gets what it promises: the segment is in, or no longer cut. */

type State = { readonly input: Gathered; readonly overrides: Overrides };

const applied = ({ input, overrides }: State, fix: Fix, { source }: Segment): State => {
  const forFile = (change: object) => ({
    input,
    overrides: {
      ...overrides,
      files: { ...overrides.files, [source]: { ...overrides.files?.[source], ...change } },
    },
  });
  if ("raise" in fix)
    return {
      input,
      overrides: { ...overrides, profile: { ...overrides.profile, [fix.raise]: fix.to } },
    };
  if ("window" in fix) return { input, overrides: { ...overrides, window: fix.window } };
  if ("pin" in fix) return forFile({ pin: true });
  if ("unexclude" in fix) return forFile({ exclude: false });
  if ("priority" in fix) return forFile({ priority: fix.priority });
  const tagged = input.files.map((each) =>
    each.path === source ? { ...each, tags: [...each.tags, fix.tag] } : each,
  );
  const additional = input.additional.map((each) =>
    each.file.path === source ? { ...each, file: { ...each.file, tags: [fix.tag] } } : each,
  );
  return { input: { ...input, files: tagged, additional }, overrides };
};

const attempt = ({ input, overrides }: State, profile: string) =>
  runIfItFits(input, profile, overrides)?.manifest.segments ?? null;

const isLost = ({ status }: Segment) =>
  status === "excluded" || status === "truncated" || status === "trimmed" || status === "dropped";
const isWithoutFix = ({ reason }: Segment) =>
  reason === "empty" || reason === "scope" || reason === "traversal";

/** Whether the promise was kept: what was out is in, what was cut is whole or cut by something else. */
const isBetter = (before: Segment, after: Segment) =>
  before.status === "truncated"
    ? after.status === "included" || after.reason !== before.reason
    : !isLost(after) || after.status === "truncated";

const CASES: readonly (readonly [string, Record<string, unknown>])[] = [
  ["layered", { perFile: 300, total: 1_500, memoryTokens: 300, memoryHits: 4, "history.maxTokens": 900 }],
  ["layered", {}],
  ["harness", { injection: { maxContextTokens: 400 } }],
  ["persona", { perFile: 900, total: 3_000 }],
  ["snapshot", { maxFiles: 3, maxChars: 4_000, history: { maxMessages: 5, maxChars: 2_000 } }],
];

it.each(CASES)("%s %j: doing what a fix says brings the segment back", (profile, fields) => {
  fc.assert(
    fc.property(inputs, (input) => {
      const start: State = { input, overrides: { profile: fields } };
      for (const segment of attempt(start, profile) ?? []) {
        if (!isLost(segment) || isWithoutFix(segment)) continue;
        if (profile === "snapshot" && segment.reason === "memory-budget") continue;
        let state = start;
        let now = segment;
        const seen: string[] = [];
        // Two limits may hold the same file back; each is named when it is its turn.
        while (now === segment || !isBetter(segment, now)) {
          const fix = now.detail?.fix;
          const step = `${now.status} ${now.reason} ${JSON.stringify(fix)}`;
          const path = [segment.id, ...seen, step].join("\n");
          if (!fix || seen.includes(step) || seen.length > 10)
            throw new Error(`This leads nowhere:\n${path}`);
          seen.push(step);
          state = applied(state, fix, segment);
          const found = attempt(state, profile)?.find(({ id }) => id === segment.id);
          if (!found) throw new Error(`The prompt was refused or lost the segment:\n${path}`);
          now = found;
        }
        expect(isBetter(segment, now)).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

const raises = (fix: Fix, profile: string, overrides: Overrides): boolean =>
  !("raise" in fix) ||
  fix.to > Number(readField(resolveProfile(profile, [], overrides).data, fix.raise) ?? 0);

/** One less than what a fix asks for; null where it asks for no amount, or for hardly more than there is. */
const oneLess = (fix: Fix, slack: number, window: number): Fix | null => {
  if ("raise" in fix) return { ...fix, to: fix.to - 1 };
  return "window" in fix && fix.window - 1 - slack > window ? { window: fix.window - 1 - slack } : null;
};

/**
 * Tokens by which an offered window may be larger than it has to be: what stays behind of files that left (an
 * empty tag, the closing line of a snapshot) is allowed for, not worked out, and so are markers.
 */
const WINDOW_SLACK: Readonly<Record<string, number>> = {
  layered: 24,
  harness: 40,
  persona: 40,
  snapshot: 40,
};

it.each(CASES)("%s %j: a fix is the smallest change: one less does not bring it back", (profile, fields) => {
  fc.assert(
    fc.property(inputs, (input) => {
      const start: State = { input, overrides: { profile: fields } };
      for (const segment of attempt(start, profile) ?? []) {
        const fix = isLost(segment) ? segment.detail?.fix : undefined;
        const less = fix && oneLess(fix, WINDOW_SLACK[profile] ?? 0, input.agent.maxContextTokens ?? 0);
        if (!fix || !less) continue;
        expect(raises(fix, profile, start.overrides), `raises nothing: ${segment.id}`).toBe(true);
        // A small message may slip into what a file leaves behind; the window that is offered holds them all.
        if (segment.layer === "history" && "window" in fix) continue;
        const statusWith = (change: Fix) =>
          attempt(applied(start, change, segment), profile)?.find(({ id }) => id === segment.id)?.status;
        // Where another limit comes next, this one is not what decides.
        if (statusWith(fix) !== "included") continue;
        const told = `${segment.id}, ${segment.status} ${segment.reason}, ${JSON.stringify(fix)}`;
        expect(statusWith(less), `more than needed: ${told}`).not.toBe("included");
      }
    }),
    { numRuns: 100 },
  );
});

it("offers the tag that opens a file to a shared session, and none for what no tag opens", () => {
  const input = gathered({
    scope: "shared",
    files: [file(at("AGENTS.md"), "a"), file(at("USER.md"), "u"), file(at("plan.md"), "p")],
  });
  const { segments } = run(input).manifest;
  const fixOf = (source: string) => segments.find((each) => each.source === source)?.detail?.fix;
  expect(fixOf(at("plan.md"))).toEqual({ tag: "shared" });
  expect(fixOf(at("USER.md"))).toBeUndefined();
  const persona = run(input, "persona").manifest.segments;
  expect(persona.every((each) => each.detail?.fix === undefined)).toBe(true);
});

it("offers a pin where a higher limit would not help, because the window would take the file", () => {
  const input = gathered({
    agent: agent({ maxContextTokens: 3_000, maxOutputTokens: 500 }),
    files: [
      file(at("AGENTS.md"), words(200)),
      ...["a.md", "b.md", "c.md"].map((name) => file(at(name), words(1_000, name))),
    ],
  });
  const fixOf = (total: number, source: string) =>
    run(input, "layered", { profile: { total } }).manifest.segments.find((each) => each.source === at(source))
      ?.detail?.fix;
  expect(fixOf(1_300, "b.md")).toEqual({ raise: "total", to: 2_200 });
  expect(fixOf(1_300, "c.md")).toEqual({ pin: at("c.md") });
  expect(fixOf(9_000, "c.md")).toEqual({ pin: at("c.md") });
});
