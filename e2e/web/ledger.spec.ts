import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FINDER, FINDER_WORDS } from "../model-file/finder.ts";
import { writeSmallModel } from "../model-file/small-model.ts";
import { connectCore } from "./call-core.ts";
import { camera } from "./camera.ts";
import { expect, talkTest as test } from "./fixture.ts";

test.setTimeout(400_000);

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const SET = [
  "title: The doors",
  "questions:",
  ...DAYS.map((day) => `  - ask: What colour is the door on ${day}?\n    checks: [{contains: vermilion}]`),
  "",
].join("\n");

test("the advice of the ledger leads to a trial without the file, and the trial says what that changed", async ({
  app,
  served,
  wire,
}) => {
  const { chat, page } = app;
  const path = join(mkdtempSync(join(tmpdir(), "satchel-ledger-")), "finder.gguf");
  writeSmallModel(path, { ...FINDER, window: 16_384 });
  // The small model reads every letter as a token, so the prompts are kept short.
  for (const name of ["SOUL.md", "workspace/AGENTS.md", "workspace/USER.md", "workspace/MEMORY.md"])
    await served.write(name, "Answer in one sentence.\n");
  await served.write("workspace/IDLE.md", `# Idle\n\n${"Nothing of this is about doors. ".repeat(20)}\n`);
  await expect(app.files.row("IDLE.md")).toBeVisible();
  wire.play([{ kind: "text", chunks: [`The door is${FINDER_WORDS[0]}.`] }]);
  const { client, close } = connectCore(served.url);
  await client.call("settings.set", { user: { engine: { threads: 1 } } });
  await client.call("modelFiles.add", { path });
  await client.call("agents.save", {
    id: "juno",
    values: { memory: { enabled: false }, workspaceFiles: { include: ["IDLE.md"] } },
  });
  await client.call("trials.save", { path: null, name: "Doors", content: SET, baseHash: null });
  for (let turn = 1; turn <= 10; turn += 1) {
    const { session } = await client.call("sessions.create", {});
    const { entries } = await client.call("chat.send", {
      session: session.id,
      text: `What colour is door number ${turn}?`,
    });
    const said = entries.findLast((entry) => entry.type === "message" && entry.role === "assistant");
    if (said?.type !== "message" || said.run === undefined) throw new Error("There is no answer.");
    const { result } = await client.call("influence.measure", { run: said.run, model: "finder" });
    expect(result.state).toBe("done");
  }
  close();

  await chat.say("What colour is the last door?");
  const answer = chat.answers.last();
  await expect(answer).toContainText(`The door is${FINDER_WORDS[0]}.`);
  await chat.act(answer, "What mattered");
  await page.getByRole("dialog").getByRole("tab", { name: "Over time" }).click();
  const ledger = page.getByRole("dialog", { name: "What each file has cost" });
  const row = ledger.getByRole("row", { name: /IDLE\.md/ });
  await expect(row).toContainText(
    /Costs ~?\d+ tokens a turn\. Left out of 10 sampled answers, nothing measurable changed \(95 %: at most 26 %\)/,
  );
  await expect(row).toContainText("0 of 10");
  await expect(ledger.getByRole("row", { name: /SOUL\.md/ })).toContainText("no advice");
  await camera(page)("ledger-advice");
  await row.getByRole("button", { name: "Try without IDLE.md" }).click();

  const view = page.getByRole("region", { name: "Trials", exact: true });
  await expect(view.getByRole("group", { name: "Variant Without IDLE.md" })).toContainText("IDLE.md");
  await view.getByRole("button", { name: "What would it take?" }).click();
  await expect(view.getByText(/14 calls, .* tokens to read/)).toBeVisible();
  await view.getByRole("button", { name: "Start" }).click();
  await expect(view.getByText(/No difference shown/)).toBeVisible({ timeout: 120_000 });
  const figures = view.getByRole("table", { name: "Figures of both variants" });
  await expect(figures.getByRole("row", { name: /Checks/ })).toContainText("7 of 7");
  await camera(page)("ledger-trial");
  // Nothing was removed.
  expect(await served.read("workspace/IDLE.md")).toContain("# Idle");
});
