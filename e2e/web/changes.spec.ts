import { camera } from "./camera.ts";
import { expect, talkTest as test } from "./fixture.ts";
import { ChangesPage } from "./pages/changes-page.ts";
import { problems } from "./problems.ts";

const write = (path: string, text: string) => ({
  kind: "tools" as const,
  calls: [{ id: `call_${path}`, name: "write_file", args: { path, text } }],
});

test("every change is listed with its difference, filtered, undone and done again", async ({
  app,
  wire,
  served,
}) => {
  const changes = new ChangesPage(app.page);
  const hours = await served.read("workspace/HOURS.md");
  await app.files.open("HOURS.md");
  await app.editor.append("\nOpen at midnight.");
  await app.editor.save();
  await expect(app.editor.tab("HOURS.md, unsaved")).toBeHidden();
  const mine = await served.read("workspace/HOURS.md");

  // An agent writes two files in one turn.
  wire.play([
    write("notes/order.md", "# Monday\n"),
    write("IDENTITY.md", "- Name: Ada\n"),
    { kind: "text", chunks: ["Both are written."] },
  ]);
  const identity = await served.read("workspace/IDENTITY.md");
  await app.chat.say("Write the order.");
  await app.chat.button("Create").click();
  await app.chat.button("Apply").click();
  await expect(app.chat.answers.last()).toContainText("Both are written.");
  const turn = app.chat.pane.getByRole("group", { name: "What this turn changed" });
  await expect(turn).toContainText("order.md and IDENTITY.md");

  await turn.getByRole("button", { name: "Show" }).click();
  await expect(changes.rows).toHaveCount(2);
  await expect(changes.row("Wrote workspace/IDENTITY.md")).toBeVisible();
  await expect(changes.diff).toContainText("Name: Ada");
  await changes.filter("Conversation").selectOption({ label: "All conversations" });
  await expect(changes.row("Saved HOURS.md")).toBeVisible();
  expect(await problems(app.page)).toEqual([]);

  await changes.filter("Who").selectOption({ label: "You" });
  await expect(changes.rows).toHaveCount(1);
  await expect(changes.diff).toContainText("Open at midnight.");
  await changes.button("Undo").click();
  await expect(app.toast("Undid: Saved HOURS.md")).toBeVisible();
  expect(await served.read("workspace/HOURS.md")).toBe(hours);
  await expect(changes.row(/Saved HOURS\.md undone/)).toBeVisible();
  await app.toast("Undid: Saved HOURS.md").getByRole("button", { name: "Redo" }).click();
  await expect(app.toast("Redid: Saved HOURS.md")).toBeVisible();
  expect(await served.read("workspace/HOURS.md")).toBe(mine);
  await expect(changes.rows).toHaveCount(3);

  // By keys: the list is one stop, arrows go through it.
  await changes.rows.first().focus();
  await app.page.keyboard.press("ArrowDown");
  await expect(changes.row(/^Undid: Saved HOURS/)).toBeFocused();

  await changes.filter("Who").selectOption({ label: "Everyone" });
  await changes.filter("File or words").fill("NOTES/order");
  await expect(changes.rows).toHaveCount(1);
  await changes.button("Undo the whole turn").click();
  await expect(app.toast("Undid a turn (2 changes)")).toBeVisible();
  expect(await served.read("workspace/IDENTITY.md")).toBe(identity);
  await expect(served.read("workspace/notes/order.md")).rejects.toThrow();
  await app.view("Files").click();
  await turn.getByRole("button", { name: "Redo" }).click();
  await expect(turn).toContainText("Changed order.md and IDENTITY.md");
  expect(await served.read("workspace/notes/order.md")).toBe("# Monday\n");
});

test("an undo that cannot be merged shows all three texts and does what is chosen", async ({
  app,
  wire,
  served,
}) => {
  const changes = new ChangesPage(app.page);
  await served.write("workspace/HOURS.md", "# Hours\n\nOpen at 7.\n");
  await app.files.open("HOURS.md");
  wire.play([write("HOURS.md", "# Hours\n\nOpen at 8.\n"), { kind: "text", chunks: ["Written."] }]);
  await app.chat.say("Open later.");
  await app.chat.button("Apply").click();
  await expect(app.chat.answers.last()).toContainText("Written.");
  await served.write("workspace/HOURS.md", "# Hours\n\nOpen at 9.\n");

  await app.chat.pane.getByRole("button", { name: "Undo", exact: true }).click();
  const dialog = app.page.getByRole("dialog", { name: "workspace/HOURS.md was changed since" });
  await expect(dialog).toContainText("Open at 7.");
  await expect(dialog).toContainText("Open at 9.");
  await dialog.getByRole("radio", { name: "As the change left it" }).click();
  await expect(dialog).toContainText("Open at 8.");
  expect(await problems(app.page)).toEqual([]);
  await dialog.getByRole("radio", { name: "Before the change" }).click();
  await camera(app.page)("changes-conflict", { axe: false });
  await dialog.getByRole("button", { name: "Merge both" }).click();
  await expect(dialog.getByText("1 place to decide")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Save the merged text" })).toBeDisabled();
  expect(await served.read("workspace/HOURS.md")).toContain("Open at 9.");
  await dialog.getByRole("button", { name: "Take the text before" }).click();
  await expect(app.toast("Undid: Wrote workspace/HOURS.md")).toBeVisible();
  expect(await served.read("workspace/HOURS.md")).toBe("# Hours\n\nOpen at 7.\n");
  await expect(app.chat.pane.getByText("undone Redo")).toBeVisible();

  await app.view("History").click();
  await expect(changes.row(/^HOURS\.md was changed outside Satchel/).first()).toBeVisible();
  await changes.row(/^Wrote workspace\/HOURS\.md/).click();
  await expect(changes.diff).toContainText("Open at 8.");
  await camera(app.page)("changes");
  await app.page.setViewportSize({ width: 900, height: 600 });
  await app.page.screenshot({ path: "e2e/.artifacts/screens/changes-900x600.png" });
  expect(await problems(app.page)).toEqual([]);
});

test("deleted files and conversations are in the trash, are restored, and emptied after a question", async ({
  app,
  served,
}) => {
  const staff = await served.read("workspace/STAFF.md");
  await app.chat.say("Good morning.");
  await expect(app.chat.answers.last()).toContainText("Good morning.");
  await app.chat.button("More").click();
  await app.page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(app.toast("is deleted")).toBeVisible();
  await app.files.menu("STAFF.md", "Delete");
  await expect(app.toast("STAFF.md is deleted")).toBeVisible();
  await app.view("History").click();
  await app.page.getByRole("radio", { name: "Trash" }).click();
  const list = app.page.getByRole("list", { name: "Deleted files and conversations" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list).toContainText(/workspace\/STAFF\.md.*Deleted by You/);
  await camera(app.page)("trash");
  await app.page.reload();
  await app.view("History").click();
  await app.page.getByRole("radio", { name: "Trash" }).click();
  await list.getByRole("button", { name: "Restore Good morning." }).click();
  await expect(app.toast("Good morning. is restored")).toBeVisible();
  await list.getByRole("button", { name: "Restore workspace/STAFF.md" }).click();
  await expect(app.page.getByText("The trash is empty")).toBeVisible();
  expect(await served.read("workspace/STAFF.md")).toBe(staff);

  await app.view("Files").click();
  await expect(app.chat.pane.getByRole("button", { name: /^Conversations/ })).toBeVisible();
  await app.files.menu("STAFF.md", "Delete");
  await expect(app.files.row("STAFF.md")).toBeHidden();
  await app.view("History").click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await app.page.getByRole("button", { name: "Empty the trash" }).click();
  const question = app.page.getByRole("dialog", { name: "Delete 1 item for good?" });
  expect(await problems(app.page)).toEqual([]);
  await question.getByRole("button", { name: "Delete for good" }).click();
  await expect(app.page.getByRole("main").getByText("The trash is empty")).toBeVisible();
});
