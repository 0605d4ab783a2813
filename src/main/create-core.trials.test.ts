import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { TrialResult, TrialSummary } from "#shared/model/trial-result.ts";
import { scripts, type WireReply } from "../../e2e/wire-server/script.ts";
import { useTalk } from "./test-talk.ts";
import { put } from "./workspace/test-workspace.ts";

const talk = useTalk();
const call: typeof talk.client.call = (...args) => talk.client.call(...args);

/** Settles when the trial stands still. */
const ended = async (id: string): Promise<TrialSummary> => {
  for (;;) {
    const { trials } = await call("trials.list", {});
    const found = trials.find((each) => each.id === id);
    if (found && found.status !== "running") return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

const run = async (path: string): Promise<TrialResult> => {
  const { id } = await call("trials.start", { path });
  await ended(id);
  return call("trials.result", { id });
};

/** A model that only knows what is in its prompt. */
const knows = (words: string, answer: string, otherwise: string): WireReply => ({
  kind: "reply",
  to: ({ body }) => ({ kind: "text", chunks: [JSON.stringify(body).includes(words) ? answer : otherwise] }),
});

const questions = (count: number, more = "") =>
  `title: The shop\n${more}questions:\n${Array.from({ length: count }, (_, at) => `  - ask: When does it open on day ${at}?\n    checks: [{contains: "07:00"}]\n`).join("")}`;

const WITHOUT = `variants:\n  - name: As it is\n  - name: Without the hours\n    without: [workspace/HOURS.md]\n`;

describe("a trial", () => {
  it("asks every question of both variants through the real prompt, and says which did better", async () => {
    await talk.begin();
    // Otherwise memory finds in the file what is not sent of it.
    await call("agents.save", { id: "juno", values: { memory: { enabled: false } } });
    put(talk.project, { "trials/shop.yaml": questions(10, WITHOUT) });
    talk.server.play([knows("opens at 07:00", "At 07:00.", "I do not know.")]);
    const { verdict, totals, questions: rows, notes } = await run("trials/shop.yaml");
    expect(talk.server.chats()).toHaveLength(20);
    expect(totals.map(({ passed, checked }) => `${passed}/${checked}`)).toEqual(["10/10", "0/10"]);
    expect(verdict).toMatchObject({ kind: "difference", measure: "checks", better: 0 });
    expect(verdict.text).toContain('"As it is" passed more checks than "Without the hours"');
    expect(rows[0]?.sides.map(({ excerpt }) => excerpt)).toEqual(["At 07:00.", "I do not know."]);
    expect(notes).toEqual([]);
  });

  it("says that no difference is shown when both variants answer alike", async () => {
    await talk.begin();
    put(talk.project, { "trials/shop.yaml": questions(8, WITHOUT) });
    talk.server.play([{ kind: "text", chunks: ["At 07:00."] }]);
    const { verdict } = await run("trials/shop.yaml");
    expect(verdict).toMatchObject({ kind: "none-shown", better: null });
    expect(verdict.text).toContain("No difference shown");
  });

  it("says that three questions are too few, and never that they show a difference", async () => {
    await talk.begin();
    put(talk.project, { "trials/shop.yaml": questions(3, WITHOUT) });
    talk.server.play([knows("opens at 07:00", "At 07:00.", "No idea.")]);
    expect((await run("trials/shop.yaml")).verdict).toMatchObject({ kind: "too-few" });
  });

  it("teaches nothing: no conversation, no run, no call in the list, no memory, no other file", async () => {
    await talk.begin();
    put(talk.project, { "trials/shop.yaml": questions(6, WITHOUT) });
    talk.server.play([{ kind: "text", chunks: ["The lighthouse keeper is called Marisol."] }]);
    const seen = async () => ({
      sessions: (await call("sessions.list", {})).sessions.length,
      runs: (await call("context.runs", {})).runs.length,
      calls: (await call("context.calls", {})).calls.length,
      memories: (await call("memory.search", { query: "lighthouse keeper Marisol" })).hits.length,
      calibrations: (await call("tokens.calibrations", {})).calibrations.length,
      changes: (await call("changes.list", {})).changes.length,
    });
    const before = await seen();
    await run("trials/shop.yaml");
    expect(await seen()).toEqual(before);
  });

  it("never sends the set with the expected answers", async () => {
    await talk.begin();
    put(talk.project, {
      "trials/secret.yaml": `questions:\n  - ask: Where is the marzipan?\n    checks: [{contains: UNDERTHEFLOOR}]\n`,
    });
    for (const profile of ["layered", "snapshot", "harness", "persona"]) {
      await call("agents.save", { id: "juno", values: { profile } });
      await run("trials/secret.yaml");
    }
    expect(talk.server.chats().length).toBeGreaterThanOrEqual(4);
    expect(JSON.stringify(talk.server.chats())).not.toContain("UNDERTHEFLOOR");
  });

  it("stops at the question where the provider failed, keeps the rest, and goes on there", async () => {
    await talk.begin();
    put(talk.project, { "trials/shop.yaml": questions(40) });
    talk.server.play([
      ...Array.from({ length: 36 }, (): WireReply => ({ kind: "text", chunks: ["At 07:00."] })),
      { kind: "status", status: 401, message: "no key" },
    ]);
    const { id } = await call("trials.start", { path: "trials/shop.yaml" });
    expect(await ended(id)).toMatchObject({
      status: "failed",
      done: 36,
      total: 40,
      failure: { code: "provider-auth", question: 36 },
    });
    talk.server.play([{ kind: "text", chunks: ["At 07:00."] }]);
    const asked = talk.server.chats().length;
    await call("trials.continue", { id });
    expect(await ended(id)).toMatchObject({ status: "done", done: 40 });
    expect(talk.server.chats()).toHaveLength(asked + 4);
  });

  it("can be stopped and continued, and asks nothing twice", async () => {
    await talk.begin();
    put(talk.project, { "trials/shop.yaml": questions(12, WITHOUT) });
    talk.server.play([{ kind: "text", chunks: ["At 07:00."], wait: 30 }]);
    const { id } = await call("trials.start", { path: "trials/shop.yaml" });
    await expect(call("trials.start", { path: "trials/shop.yaml" })).rejects.toMatchObject({
      code: "trial-running",
    });
    while (talk.server.chats().length < 5) await new Promise((resolve) => setTimeout(resolve, 10));
    await call("trials.stop", { id });
    const stopped = await ended(id);
    expect(stopped.status).toBe("stopped");
    expect((await call("trials.result", { id })).verdict.kind).toBe("unfinished");
    await call("trials.continue", { id });
    expect(await ended(id)).toMatchObject({ status: "done", done: 24 });
    const answers = readFileSync(join(talk.project, ".satchel/trials", id, "answers.jsonl"), "utf8");
    const keys = answers
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { question: number; variant: number })
      .map(({ question, variant }) => `${question} ${variant}`);
    expect(new Set(keys).size).toBe(24);
    expect(keys).toHaveLength(24);
  });

  it("is interrupted when the process ended, and a line that was cut off is asked again", async () => {
    await talk.begin();
    put(talk.project, { "trials/shop.yaml": questions(6) });
    talk.server.play([{ kind: "text", chunks: ["At 07:00."] }]);
    const { id } = await call("trials.start", { path: "trials/shop.yaml" });
    await ended(id);
    const folder = join(talk.project, ".satchel/trials", id);
    const lines = readFileSync(join(folder, "answers.jsonl"), "utf8").trimEnd().split("\n");
    writeFileSync(
      join(folder, "answers.jsonl"),
      `${lines.slice(0, 3).join("\n")}\n${lines[3]?.slice(0, 40) ?? ""}`,
    );
    const trial = JSON.parse(readFileSync(join(folder, "trial.json"), "utf8")) as object;
    writeFileSync(join(folder, "trial.json"), JSON.stringify({ ...trial, status: "running" }));
    expect(await ended(id)).toMatchObject({ status: "interrupted", done: 3 });
    await call("trials.continue", { id });
    expect(await ended(id)).toMatchObject({ status: "done", done: 6 });
    expect((await call("trials.result", { id })).totals[0]).toMatchObject({ answers: 6, passed: 6 });
  });

  it("says before it starts what it takes, and that a variant does not fit its window", async () => {
    await talk.begin();
    put(talk.project, {
      "trials/shop.yaml": questions(5, "variants:\n  - name: As it is\n  - name: Tiny\n    window: 150\n"),
    });
    const { plan } = await call("trials.plan", { path: "trials/shop.yaml" });
    expect(plan).toMatchObject({ questions: 5, calls: 10, looked: 5 });
    expect(plan.variants[0]).toMatchObject({
      problem: null,
      calls: 5,
      write: 5 * 512,
      local: true,
      cost: null,
    });
    expect(plan.variants[0]?.read).toBeGreaterThan(100);
    expect(plan.variants[1]?.problem?.code).toBe("window-too-small");
    expect(talk.server.chats()).toHaveLength(0);
    await expect(call("trials.start", { path: "trials/shop.yaml" })).rejects.toMatchObject({
      code: "trial-cannot-start",
    });
    expect(existsSync(join(talk.project, ".satchel/trials"))).toBe(false);
  });

  it("says before it starts that memory still finds passages of a file that is left out", async () => {
    await talk.begin();
    put(talk.project, {
      "trials/shop.yaml": `${WITHOUT}questions: [When does the shop open?]\n`,
    });
    await call("memory.search", { query: "shop" });
    const { plan } = await call("trials.plan", { path: "trials/shop.yaml" });
    expect(plan.variants.map(({ recalled }) => recalled)).toEqual([0, 1]);
  });

  it("keeps a refusal, an answer of 20,000 tokens and a call for a tool, and runs no tool", async () => {
    await talk.begin();
    await call("agents.save", { id: "juno", values: { maxContextTokens: 65_536, maxOutputTokens: 30_000 } });
    put(talk.project, { "trials/odd.yaml": "questions: [One?, Two?, Three?]\n" });
    const long = `${"The same again. ".repeat(6_000)}END`;
    talk.server.play([
      { kind: "text", chunks: ["I cannot help."], finish: "refused" },
      { kind: "text", chunks: [long] },
      ...scripts.toolCall.slice(0, 1),
    ]);
    const result = await run("trials/odd.yaml");
    expect(result.trial).toMatchObject({ status: "done", done: 3 });
    expect(result.totals[0]).toMatchObject({ refused: 1, incomplete: 1 });
    expect(result.notes.join(" ")).toContain("no tool is run");
    const { answers } = await call("trials.answers", { id: result.trial.id, question: 1 });
    expect(answers[0]?.text).toBe(long);
    expect(result.verdict.kind).toBe("single");
  });

  it("gives a judge both answers in both orders, and counts only what it says in both", async () => {
    await talk.begin();
    put(talk.project, {
      "trials/judged.yaml": `judge: lab/tiny\n${WITHOUT}questions: [${Array.from({ length: 6 }, (_, at) => `"Day ${at}?"`).join(", ")}]\n`,
    });
    talk.server.play([
      {
        kind: "reply",
        to: ({ body }) => {
          const text = JSON.stringify(body);
          if (text.includes("Two answers were given"))
            return {
              kind: "text",
              chunks: [text.indexOf("GOOD") < text.indexOf("BAD") ? "BETTER: 1" : "BETTER: 2"],
            };
          return { kind: "text", chunks: [text.includes("opens at 07:00") ? "GOOD" : "BAD"] };
        },
      },
    ]);
    const { verdict, judge, trial } = await run("trials/judged.yaml");
    expect(trial.total).toBe(24);
    expect(judge).toMatchObject({ provider: "lab", model: "tiny", disagreed: 0 });
    expect(verdict).toMatchObject({ kind: "difference", measure: "judge", better: 0 });
    expect(verdict.text).toContain("preferred by tiny");
  });

  it("leaves out what is wrong in a set, says so with its line, and asks the rest", async () => {
    await talk.begin();
    put(talk.project, {
      "trials/broken.yaml": [
        "questions:",
        "  - ask: One?",
        '    checks: [{matches: "("}, {contains: seven}, {sings: loudly}]',
        "  - ask: One?",
        "  - 12",
        "  - ask: Two?",
      ].join("\n"),
      "trials/torn.yaml": "questions: [unclosed\n - 'x",
      "trials/bomb.yaml": "a: &a [x,x]\nb: &b [*a,*a]\nquestions: [*b]\n",
    });
    const { sets } = await call("trials.sets", {});
    expect(sets.map(({ path, questions: asked }) => `${path} ${asked}`)).toEqual([
      "trials/bomb.yaml 0",
      "trials/broken.yaml 2",
      "trials/torn.yaml 0",
    ]);
    const { problems, textOnly } = await call("trials.read", { path: "trials/broken.yaml" });
    expect(problems.map(({ question, line }) => `${question} ${line}`)).toEqual(["1 2", "1 2", "2 4", "3 5"]);
    expect(textOnly).not.toBeNull();
    talk.server.play([{ kind: "text", chunks: ["seven"] }]);
    expect((await run("trials/broken.yaml")).totals[0]).toMatchObject({ answers: 2, checked: 1, passed: 1 });
    await expect(call("trials.start", { path: "trials/torn.yaml" })).rejects.toMatchObject({
      code: "trial-cannot-start",
    });
  });

  it("gives a pattern up that tries too many ways, and says that its check was not decided", async () => {
    await talk.begin();
    put(talk.project, {
      "trials/slow.yaml": 'questions:\n  - ask: One?\n    checks: [{matches: "^(a+)+$"}]\n',
    });
    talk.server.play([{ kind: "text", chunks: [`${"a".repeat(60)}!`] }]);
    const { totals, notes } = await run("trials/slow.yaml");
    expect(totals[0]).toMatchObject({ checked: 1, passed: 0 });
    expect(notes.join(" ")).toContain("could not be decided");
  });

  it("keeps a variant as one change, after which prompts are like it, and undoes it", async () => {
    await talk.begin();
    put(talk.project, {
      "trials/shop.yaml": `${WITHOUT}    window: 5000\n    temperature: 0.5\n    overrides: {files: {workspace/AGENTS.md: {text: "# New rules\\n"}}}\nquestions: [One?]\n`,
    });
    talk.server.play([{ kind: "text", chunks: ["Yes."] }]);
    const { trial } = await run("trials/shop.yaml");
    await expect(call("trials.keep", { id: trial.id, variant: 0 })).rejects.toMatchObject({
      code: "nothing-to-keep",
    });
    const texts = () =>
      ["agents.yaml", "workspace/AGENTS.md"].map((path) => readFileSync(join(talk.project, path), "utf8"));
    const before = texts();
    const sent = async () => {
      const { manifest } = await call("context.preview", { message: "One?" });
      const hours = manifest?.segments.find(({ source }) => source === "workspace/HOURS.md");
      return { window: manifest?.window.max, hours: hours?.status };
    };
    expect(await sent()).toEqual({ window: 8192, hours: "included" });
    const { change } = await call("trials.keep", { id: trial.id, variant: 1 });
    expect(await sent()).toEqual({ window: 5000, hours: "excluded" });
    expect(texts()[1]).toContain("New rules");
    expect(texts()[0]).toContain("temperature: 0.5");
    await call("changes.undo", { id: change ?? "" });
    expect(texts()).toEqual(before);
    expect(await sent()).toEqual({ window: 8192, hours: "included" });
  });

  it("can be made of what was asked before, and a set is written, read again and undone", async () => {
    const session = await talk.begin();
    await talk.send(session, "When do you open?", [{ kind: "text", chunks: ["At seven."] }]);
    await talk.send(session, "And close?", [{ kind: "text", chunks: ["At six."] }]);
    const { questions: first } = await call("trials.past", {});
    expect(first.map(({ ask }) => ask)).toEqual(["When do you open?"]);
    const { questions: all } = await call("trials.past", { session });
    expect(all.map(({ ask }) => ask)).toEqual(["When do you open?", "And close?"]);
    const set = {
      title: "Yesterday",
      repeats: 2,
      judge: null,
      questions: [
        {
          ask: "When do you open?",
          checks: [
            { kind: "contains" as const, text: "seven" },
            { kind: "matches" as const, pattern: "7|seven", flags: "i" },
            { kind: "json" as const, path: "$.a", equals: null },
            { kind: "number" as const, min: 1 },
          ],
        },
        { ask: "- And: close? # now", checks: [] },
      ],
      variants: [{ name: "Cold", temperature: 0, overrides: { window: 5000 } }],
    };
    const { path } = await call("trials.save", {
      path: null,
      name: "Yesterday's ten",
      content: set,
      baseHash: null,
    });
    expect(path).toBe("trials/yesterday-s-ten.yaml");
    const read = await call("trials.read", { path });
    expect(read).toMatchObject({ set, problems: [], textOnly: null });
    const again = await call("trials.save", {
      path: null,
      name: "Yesterday's ten",
      content: set,
      baseHash: null,
    });
    expect(again.path).toBe("trials/yesterday-s-ten-2.yaml");
    await expect(
      call("trials.save", { path, content: "questions: []\n", baseHash: "0".repeat(64) }),
    ).rejects.toMatchObject({ code: "conflict" });
    await expect(
      call("trials.save", { path: "workspace/AGENTS.md", content: "", baseHash: null }),
    ).rejects.toMatchObject({
      code: "not-a-set",
    });
  });

  it("is not found by a path that leads elsewhere", async () => {
    await talk.begin();
    for (const id of ["../../x", "a/b", ".."])
      await expect(call("trials.result", { id })).rejects.toMatchObject({ code: "trial-unknown" });
    expect(readdirSync(talk.project)).not.toContain("x");
  });
});
