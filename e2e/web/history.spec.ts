import type { AppPage } from "./pages/app-page.ts";
import { expect, test } from "./fixture.ts";
import { problems } from "./problems.ts";

const openStates = async (app: AppPage) => {
  await app.view("History").click();
  await app.page.getByRole("radio", { name: "Kept states" }).click();
};

const keepThisState = async (app: AppPage) => {
  await openStates(app);
  await app.page.getByRole("button", { name: "Keep this state" }).click();
  await expect(app.toast("This state is kept")).toBeVisible();
};

const commits = (app: AppPage) => app.page.getByRole("list", { name: "States of the workspace" });

test("changes are shown side by side, and a file is restored and the restore undone", async ({
  app,
  served,
}) => {
  const before = await served.read("workspace/HOURS.md");
  await app.files.open("HOURS.md");
  await app.editor.append("\nOpen at midnight.");
  await app.editor.save();
  await expect(app.editor.tab("HOURS.md, unsaved")).toBeHidden();
  const changed = await served.read("workspace/HOURS.md");
  await keepThisState(app);

  await expect(app.page.getByRole("list", { name: "Changed files" })).toContainText("HOURS.md");
  await expect(app.page.getByTestId("diff")).toContainText("Open at midnight.");
  await expect(app.page.getByText(/^Before, today \d\d:\d\d$/)).toBeVisible();
  await expect(app.page.getByText(/^After, today \d\d:\d\d$/)).toBeVisible();
  expect(await problems(app.page)).toEqual([]);

  await commits(app).getByRole("button").last().click();
  await app.page.getByRole("radio", { name: "What changed since" }).click();
  await expect(app.page.getByRole("list", { name: "Changed files" })).toContainText("HOURS.md");
  await app.page.getByRole("button", { name: "Restore this file" }).click();
  await expect(app.toast("HOURS.md is as it was")).toBeVisible();
  expect(await served.read("workspace/HOURS.md")).toBe(before);

  await expect(commits(app).getByRole("button", { name: /^Restored HOURS\.md as of today/ })).toBeVisible();
  // Texts that are taken away while they are compared make no error; every test fails on one.
  for (let times = 0; times < 6; times += 1) {
    await app.page.getByRole("radio", { name: "What changed then" }).click();
    await app.page.getByRole("radio", { name: "What changed since" }).click();
  }

  await app.toast("HOURS.md is as it was").getByRole("button", { name: "Undo" }).click();
  await expect(app.toast(/^Undid: Restored HOURS/)).toBeVisible();
  expect(await served.read("workspace/HOURS.md")).toBe(changed);
});

test("the whole workspace is restored to an earlier state", async ({ app, served }) => {
  const hours = await served.read("workspace/HOURS.md");
  await served.write("workspace/HOURS.md", "# Hours\n\nNever.\n");
  await served.write("workspace/NEW.md", "# New\n");
  await expect(app.files.row("NEW.md")).toBeVisible();
  await openStates(app);
  await commits(app).getByRole("button").last().click();
  await app.page.getByRole("button", { name: "Restore everything" }).click();
  await expect(app.toast("2 files are as they were")).toBeVisible();
  expect(await served.read("workspace/HOURS.md")).toBe(hours);
  await expect(served.read("workspace/NEW.md")).rejects.toThrow();
});

test("a workspace without a history offers to keep one, and agents.yaml keeps its comments", async ({
  app,
  served,
}) => {
  const yaml = await served.read("agents.yaml");
  await served.write("agents.yaml", yaml.replace("workspaceGit: { enabled: true }", ""));
  await openStates(app);
  await expect(app.page.getByText("No history is kept for this workspace")).toBeVisible();
  expect(await problems(app.page)).toEqual([]);
  await app.page.getByRole("button", { name: "Keep a history" }).click();
  await expect(commits(app)).toBeVisible();
  const text = await served.read("agents.yaml");
  expect(text).toContain("# A window that most local models can hold.");
  expect(text).toContain("enabled: true");
});
