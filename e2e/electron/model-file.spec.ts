import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { STORY, writeSmallModel } from "../model-file/small-model.ts";
import { expect, openDesktop, test } from "./desktop.ts";

test.setTimeout(300_000);

test("a model in a file answers in a process of its own, which goes with the app", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "satchel-models-")), "fox.gguf");
  writeSmallModel(path, { name: "Fox stories" });
  const desktop = await openDesktop();
  const { app, electron } = desktop;
  const models = () =>
    electron.evaluate(({ app: running }) =>
      running
        .getAppMetrics()
        .filter(({ serviceName, name }) => `${serviceName} ${name}`.includes("satchel-model"))
        .map(({ pid }) => pid),
    );
  await expect(app.files.tree).toBeVisible();
  const set = await desktop.request("settings.set", { user: { engine: { threads: 1 } } });
  expect(set.ok).toBe(true);
  const added = await desktop.request("modelFiles.add", { path });
  expect(added).toMatchObject({ ok: true, value: { file: { id: "fox", problem: null } } });

  await app.chat.pane.getByRole("button", { name: "Model: Built-in" }).click();
  await app.page.getByRole("option", { name: /fox/i }).click();
  await app.chat.say("Tell me a story.");
  await expect(app.chat.answers).toContainText(STORY.join(""), { timeout: 120_000 });
  const pids = await models();
  expect(pids.length).toBeGreaterThan(0);

  // The engine dies; the app does not, and the next question starts it again.
  for (const pid of pids) process.kill(pid, "SIGKILL");
  await expect.poll(async () => (await models()).filter((pid) => pids.includes(pid))).toEqual([]);
  await app.chat.say("And another one.");
  await expect(app.chat.answers.last()).toContainText(STORY.join(""), { timeout: 120_000 });
  await desktop.picture("model-file");

  const last = await models();
  await desktop.quit();
  expect(last.filter(isAlive)).toEqual([]);
});

// Weights that somebody trained are not in the repository: their terms forbid copies, or they are large.
const trained = process.env.SATCHEL_STORY_MODEL;

test("trained weights answer in Electron (SATCHEL_STORY_MODEL)", async () => {
  test.skip(trained === undefined, "SATCHEL_STORY_MODEL names no file.");
  test.setTimeout(1_500_000);
  const desktop = await openDesktop();
  const { app } = desktop;
  await expect(app.files.tree).toBeVisible();
  await desktop.request("settings.set", { user: { engine: { threads: 1 } } });
  const added = await desktop.request("modelFiles.add", { path: trained ?? "" });
  expect(added).toMatchObject({ ok: true, value: { file: { problem: null } } });
  const { file } = (added as unknown as { value: { file: { id: string; name: string } } }).value;
  const agents = await desktop.request("agents.list", {});
  const [agent] = (agents as unknown as { value: { agents: { id: string }[] } }).value.agents;
  // A short prompt and a short answer, because a busy machine reads and writes a few tokens a second.
  const values = { maxContextTokens: 1024, maxOutputTokens: 48, workspaceFiles: { exclude: ["*"] } };
  await desktop.request("agents.save", { id: agent?.id, values });
  await app.chat.pane.getByRole("button", { name: "Model: Built-in" }).click();
  await app.page.getByRole("option", { name: new RegExp(file.name.slice(0, 8), "i") }).click();
  await app.chat.say("What colour is the sky on a clear day?");
  await expect(app.chat.pane.getByTitle("See what was sent").last()).toContainText(
    /read [\d,]+ .*wrote \d+/,
    {
      timeout: 1_200_000,
    },
  );
  const answer = await app.chat.answers.last().textContent();
  expect(answer?.length).toBeGreaterThan(20);
  await desktop.picture("trained-model");
  await desktop.quit();
});

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
