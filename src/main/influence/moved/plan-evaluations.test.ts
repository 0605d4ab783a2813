import { describe, expect, it } from "vitest";
import type { PartNode } from "./part-node.ts";
import { CONTROL_KEYS, keyOf, planEvaluations, WHOLE_KEY } from "./plan-evaluations.ts";

const MOVES = (drop: number, control: number) => drop > Math.max(0.7, 3 * control);

const leaf = (id: string, at: number): PartNode => ({
  id,
  kind: "file",
  layer: "files",
  source: id,
  title: id,
  segments: [id],
  cuts: [{ message: 0, from: at * 10, to: at * 10 + 10 }],
  tokens: 10,
  children: [],
});

const group = (id: string, children: readonly PartNode[]): PartNode => ({
  ...leaf(id, 0),
  kind: "group",
  cuts: children.flatMap(({ cuts }) => cuts),
  segments: children.flatMap(({ segments }) => segments),
  children,
});

/** `groups` of four files each. */
const tree = (groups: number): readonly PartNode[] =>
  Array.from({ length: groups }, (_, g) =>
    group(
      `g${g}`,
      Array.from({ length: 4 }, (__, f) => leaf(`f${g * 4 + f}`, g * 4 + f)),
    ),
  );

/** An answer whose likelihood falls by what each missing file is worth. */
const answerOf = (
  worth: Readonly<Record<string, number>>,
  extra: (missing: ReadonlySet<string>) => number = () => 0,
) => {
  const asked: string[] = [];
  const weights = new Map<string, number | null>();
  const run = (roots: readonly PartNode[], depth: "search" | "each" = "search") => {
    for (;;) {
      const plan = planEvaluations(roots, depth, (key) => weights.get(key), MOVES);
      if (plan.next.length === 0) return plan;
      for (const { key, without } of plan.next) {
        asked.push(key);
        const missing = new Set(without.flatMap(({ segments }) => segments));
        const lost = [...missing].reduce((sum, id) => sum + (worth[id] ?? 0), 0);
        if (!weights.has(key)) weights.set(key, -10 - lost - extra(missing));
      }
    }
  };
  return { asked, weights, run };
};

const movedIn = (plan: ReturnType<typeof planEvaluations>) =>
  plan.measured.filter(({ moved, part }) => moved && part.children.length === 0).map(({ part }) => part.id);

describe("the plan of a measurement", () => {
  it("finds the part that matters, and weighs it in the whole prompt at the end", () => {
    const answer = answerOf({ f9: 5 });
    const plan = answer.run(tree(5));
    expect(movedIn(plan)).toEqual(["f9"]);
    expect(plan.measured.find(({ part }) => part.id === "f9")).toMatchObject({ basis: "whole", drop: 5 });
    expect(answer.asked.at(-1)).toBe("f9");
  });

  it("looks only into what moved the answer", () => {
    const answer = answerOf({ f0: 5 });
    answer.run(tree(5));
    // The whole, the controls, five groups, the short prompt, four files, one again.
    expect(answer.asked).toHaveLength(12 + CONTROL_KEYS.length);
    expect(answer.asked.join("\n")).not.toContain("f19");
  });

  it("leaves the part nearest to the end out first, so that the beginning is read once", () => {
    const answer = answerOf({});
    answer.run(tree(4));
    expect(answer.asked.slice(1 + CONTROL_KEYS.length)).toEqual(["g3", "g2", "g1", "g0"]);
  });

  it("keeps to the whole prompt when leaving out what moved nothing alone changes the answer", () => {
    // Two files say the same: without one of them nothing is lost, without both much is.
    const answer = answerOf({ f0: 5 }, (missing) => (missing.has("f5") && missing.has("f10") ? 4 : 0));
    const plan = answer.run(tree(5));
    expect(movedIn(plan)).toEqual(["f0"]);
    expect(plan.measured.every(({ basis }) => basis === "whole")).toBe(true);
  });

  it.each(CONTROL_KEYS)(
    "says nothing moved the answer when a change without a meaning does as much: %s",
    (key) => {
      for (const noise of [1, -1]) {
        const answer = answerOf({ f0: 2 });
        answer.weights.set(key, -10 + noise);
        expect(movedIn(answer.run(tree(3)))).toEqual([]);
      }
    },
  );

  it("goes on when a part cannot be weighed, and says which", () => {
    const answer = answerOf({ f0: 5 });
    answer.weights.set("g2", null);
    const plan = answer.run(tree(3));
    expect(plan.failed.map(({ id }) => id)).toEqual(["g2"]);
    expect(movedIn(plan)).toEqual(["f0"]);
  });

  it("asks for nothing twice, and for nothing that is known from before", () => {
    const answer = answerOf({ f0: 5, f13: 3 });
    answer.run(tree(5));
    expect(new Set(answer.asked).size).toBe(answer.asked.length);
    const before = answer.asked.length;
    answer.run(tree(5));
    expect(answer.asked).toHaveLength(before);
  });

  it("weighs every smallest part alone when that is asked for", () => {
    const answer = answerOf({ f0: 5, f7: 1 });
    const plan = answer.run(tree(3), "each");
    expect(plan.measured).toHaveLength(12);
    expect(movedIn(plan).toSorted()).toEqual(["f0", "f7"]);
    expect(answer.asked).toContain(WHOLE_KEY);
    expect(answer.asked).toContain(keyOf([leaf("f11", 11)]));
  });
});
