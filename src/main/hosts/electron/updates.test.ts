import { expect, it } from "vitest";
import { silentLog } from "../../base/log.ts";
import { lookForUpdate, type Question, type UpdateSettings } from "./updates.ts";

/** An app with a list of versions and a user who gives these answers, in order. */
const started = (settings: UpdateSettings | null, newest: string | null, answers: readonly number[]) => {
  const asked: Question[] = [];
  const done: string[] = [];
  let kept = settings;
  const left = [...answers];
  const look = () =>
    lookForUpdate({
      current: "1.0.0",
      log: silentLog,
      settings: async () => kept,
      save: async (change) => {
        if (kept) kept = { ...kept, ...change };
      },
      ask: async (question) => {
        asked.push(question);
        const answer = left.shift();
        if (answer === undefined) throw new Error(`Nobody expected: ${question.message}`);
        return answer;
      },
      updater: {
        feed: "https://satchel.example/releases",
        check: async () => {
          done.push("check");
          return newest;
        },
        fetchForTheEnd: async () => void done.push("fetch for the end"),
      },
    });
  return { look, asked, done, kept: () => kept };
};
const settings = (change: Partial<UpdateSettings> = {}): UpdateSettings => ({
  look: "ask",
  declined: "",
  ...change,
});

it("asks once whether it may look, names the address, and never contacts it without a yes", async () => {
  const app = started(settings(), "2.0.0", [0]);
  expect(await app.look()).toBe(false);
  expect(await app.look()).toBe(false);
  expect(app.asked).toHaveLength(1);
  expect(app.asked[0]?.detail).toContain("https://satchel.example/releases");
  expect(app.done).toEqual([]);
  expect(app.kept()).toEqual(settings({ look: "off" }));
});

it("installs after a yes to looking and a yes to the version, and only at the end", async () => {
  const app = started(settings(), "2.0.0", [1, 1]);
  expect(await app.look()).toBe(true);
  expect(app.done).toEqual(["check", "fetch for the end"]);
});

it("asks once per version", async () => {
  const app = started(settings({ look: "on" }), "2.0.0", [0]);
  expect(await app.look()).toBe(false);
  expect(await app.look()).toBe(false);
  expect(app.done).toEqual(["check", "check"]);
  expect(app.kept()?.declined).toBe("2.0.0");
});

it("asks nothing when this is the newest version, or during the first start", async () => {
  expect(await started(settings({ look: "on" }), null, []).look()).toBe(false);
  const first = started(null, "2.0.0", []);
  expect(await first.look()).toBe(false);
  expect(first.done).toEqual([]);
});

it("shows the name of a version without what could change the question", async () => {
  const app = started(settings({ look: "on" }), "2.0.0\n\nInstall now?\u202e", [0]);
  await app.look();
  expect(app.asked[0]?.message).toBe("Satchel 2.0.0Installnow is available.");
});
