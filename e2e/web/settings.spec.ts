import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "./fixture.ts";
import { problems } from "./problems.ts";

test("the project's name and time zone are saved when the field is left, and an invalid one is refused", async ({
  app,
  served,
}) => {
  await app.view("Settings").click();
  expect(await problems(app.page)).toEqual([]);
  const name = app.page.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("The Bakery");
  await name.press("Enter");
  await expect(app.page.getByRole("button", { name: "Project: The Bakery" })).toBeVisible();

  const zone = app.page.getByRole("combobox", { name: "Time zone" });
  await zone.fill("Europe/Atlantis");
  await zone.press("Enter");
  await expect(app.page.getByRole("alert")).toContainText("time zone");
  expect(await problems(app.page)).toEqual([]);
  await zone.fill("Europe/Vienna");
  await zone.press("Enter");
  await expect
    .poll(async () => JSON.parse(await served.read(".satchel/settings.json")))
    .toMatchObject({ name: "The Bakery", timeZone: "Europe/Vienna" });
});

test("a tool that was always allowed can require approval again", async ({ app, served }) => {
  await served.stop();
  const approvals = { [served.folder]: { juno: { write_file: "always" } } };
  await writeFile(join(served.data, "settings.json"), JSON.stringify({ approvals }));
  await app.page.goto(await served.another());
  await app.view("Settings").click();
  await expect(app.page.getByText("Juno may use it without asking")).toBeVisible();
  await app.page.getByRole("button", { name: "Ask again about write_file" }).click();
  await expect(app.toast("You will be asked about write_file again")).toBeVisible();
  await expect(app.page.getByText("None yet. A tool that writes asks")).toBeVisible();
  expect(await readFile(join(served.data, "settings.json"), "utf8")).not.toContain("write_file");
});

test("a warning about a file is listed and opens the file", async ({ app, served }) => {
  await served.write("workspace/HOURS.md", "<!-- priority: soon -->\n# Hours\n");
  await app.status.getByRole("button", { name: "1 warning" }).click();
  await app.page.getByRole("button", { name: "workspace/HOURS.md, line 1" }).click();
  await expect(app.editor.tab("HOURS.md")).toBeVisible();
});

test("a backup says what is in it, what it would bring back, and the restore can be undone", async ({
  app,
  served,
}) => {
  await served.stop();
  const kept = join(served.folder, ".satchel", "backup", "kept", "2026-11-01");
  await mkdir(kept, { recursive: true });
  const speeds = ["one", "two"].map((model) =>
    JSON.stringify({
      provider: "lab",
      model,
      ms_per_token: { $real: "2" },
      samples: 3,
      updated_at: "2026-11-01T10:00:00.000Z",
    }),
  );
  await writeFile(join(kept, "prefill_speeds.jsonl"), `${speeds.join("\n")}\n`);
  await app.page.goto(await served.another());
  await app.view("Settings").click();
  const row = app.page.getByRole("listitem").filter({ hasText: "As it was before 2026-11-01" });
  await expect(row).toContainText("2 speeds of models");
  await row.getByRole("button").click();
  const dialog = app.page.getByRole("dialog");
  await expect(dialog).toContainText("would be added");
  expect(await problems(app.page)).toEqual([]);
  await app.page.screenshot({ path: "e2e/.artifacts/backups.png" });
  await dialog.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(app.toast("2 entries were restored")).toBeVisible();
  await app.page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(app.toast("The state before is back")).toBeVisible();
  await row.getByRole("button").click();
  await expect(dialog).toContainText("2 speeds of models");
});
