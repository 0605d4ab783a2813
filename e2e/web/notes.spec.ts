import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connectCore } from "./call-core.ts";
import { expect, talkTest, test } from "./fixture.ts";
import { problems } from "./problems.ts";
import type { AppPage } from "./pages/app-page.ts";
import type { Served } from "./serve.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC",
  "base64",
);

const rye = `---
title: Rye bread
tags: [bread, dark]
baker: Ana
---
# Rye

See [[HOURS]], [[Sourdough#Feeding|the starter]] and [[Nowhere]]. ==Keep it dark.==

> [!warning] Hot
> The oven has 250 °C.

> [!tip]- Folded
> Hidden at first.

- [ ] mix
- [x] bake

![[Sourdough#Feeding]]

![[loaf.png|40]] ![plan](art/plan.svg) ![far](https://example.com/x.png)

It costs $5 and $10, and $E = mc^2$.

\`\`\`mermaid
flowchart LR
  A[Flour] --> B[Bread]
\`\`\`

<p id="root">Raw</p>
`;

const sourdough = `# Sourdough

## Feeding
Each day. Back to [[Rye]], and ![[Rye]].

## Other
Not embedded.
`;

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>parent.document.title = "hacked"</script><rect width="40" height="20" fill="teal"/></svg>`;

const putNotes = async (served: Served) => {
  const { folder } = served;
  await mkdir(join(folder, "workspace/art"), { recursive: true });
  await served.write("workspace/Rye.md", rye);
  await served.write("workspace/Sourdough.md", sourdough);
  await writeFile(join(folder, "workspace/art/loaf.png"), png);
  await served.write("workspace/art/plan.svg", svg);
};

test("a note is read as other editors read it", async ({ app, served }) => {
  await putNotes(served);
  await app.files.open("Rye.md");
  const page = app.page.getByRole("tabpanel", { name: "Text of Rye.md" });
  await app.page.getByRole("radio", { name: "Read" }).click();

  const properties = page.getByRole("table", { name: "Properties" });
  await expect(properties.getByRole("row", { name: "baker Ana" })).toBeVisible();
  await expect(properties.getByText("dark", { exact: true })).toBeVisible();
  await expect(page.locator("mark")).toHaveText("Keep it dark.");
  await expect(page.getByRole("note").filter({ hasText: "Hot" })).toContainText("250 °C");
  await expect(page.getByText("Hidden at first.")).toBeHidden();
  await page.getByText("Folded").click();
  await expect(page.getByText("Hidden at first.")).toBeVisible();

  const embed = page.getByRole("region", { name: "From Sourdough" });
  await expect(embed).toContainText("Each day.");
  await expect(embed).not.toContainText("Not embedded.");
  await expect(embed).toContainText("contains this note");
  await expect(page.getByRole("img", { name: "loaf.png" })).toHaveAttribute("width", "40");
  await expect
    .poll(() => page.getByRole("img", { name: "plan" }).evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBe(40);
  await expect(page.getByRole("link", { name: "far" })).toBeVisible();
  await expect(page.getByRole("img", { name: "Diagram" })).toBeVisible();
  await expect(page.locator(".katex").first()).toBeVisible();
  await expect(page).toContainText("It costs $5 and $10");
  expect(await app.page.locator("#root").count()).toBe(1);
  expect(await app.page.title()).not.toContain("hacked");
  expect(await problems(app.page)).toEqual([]);

  const before = await page.getByRole("img", { name: "Diagram" }).getAttribute("src");
  await app.page.evaluate(() => (document.documentElement.dataset["theme"] = "dark"));
  await expect(page.getByRole("img", { name: "Diagram" })).not.toHaveAttribute("src", before ?? "");

  await page.getByRole("checkbox").first().click();
  await expect(page.getByRole("checkbox").first()).toBeChecked();
  await expect.poll(() => served.read("workspace/Rye.md")).toBe(rye.replace("- [ ] mix", "- [x] mix"));
  await expect(app.editor.tab("Rye.md")).toBeVisible();

  await page.getByRole("button", { name: "the starter" }).click();
  const other = app.page.getByRole("tabpanel", { name: "Text of Sourdough.md" });
  await expect(other.getByRole("heading", { name: "Feeding" })).toBeVisible();
  await other.getByRole("button", { name: "Rye", exact: true }).first().click();
  await page.getByRole("button", { name: "Nowhere" }).click();
  const dialog = app.page.getByRole("dialog", { name: "Create “Nowhere”?" });
  await expect(dialog.getByRole("textbox")).toHaveValue("workspace/Nowhere.md");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(app.editor.tab("Nowhere.md")).toBeVisible();
  expect(await served.read("workspace/Nowhere.md")).toBe("");
});

test("a note is written as in other editors: lists, links, two halves, and a tab to look with", async ({
  app,
  served,
}) => {
  await putNotes(served);
  const { page, files, editor } = app;
  await files.look("Rye.md");
  await expect(editor.tab("Rye.md")).toBeVisible();
  await files.look("HOURS.md");
  await expect(editor.tab("HOURS.md")).toBeVisible();
  await expect(editor.tab("Rye.md")).toBeHidden();
  await files.open("Sourdough.md");
  await files.look("Rye.md");
  await expect(editor.tab(/\.md$/)).toHaveText(["Sourdough.md", "Rye.md"]);

  await files.open("Sourdough.md");
  await expect(editor.lines).toContainText("Not embedded.");
  await editor.append("- mix\nbake\n\n1. one\ntwo\n\n- [ ] call\npay");
  await page.keyboard.press("Tab");
  await page.keyboard.type("\n\nSee [[Ry");
  const offer = page.getByRole("option", { name: /^Rye/ });
  await expect(offer).toBeVisible();
  await page.keyboard.press("Enter");
  await editor.save();
  const written = `${sourdough}- mix\n- bake\n1. one\n2. two\n- [ ] call\n  - [ ] pay\nSee [[Rye]]`;
  await expect.poll(() => served.read("workspace/Sourdough.md")).toBe(written);

  await page.getByRole("button", { name: "Show two files side by side" }).click();
  await expect(page.getByRole("tabpanel", { name: "Text of Sourdough.md" })).toHaveCount(2);
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("!");
  await expect(page.locator(".view-line").filter({ hasText: /^See.\[\[Rye\]\]!$/ })).toHaveCount(2);
  const link = page.locator(".view-line").filter({ hasText: "See" }).last().getByText("Rye", { exact: true });
  await link.click({ modifiers: ["ControlOrMeta"] });
  await expect(page.getByRole("tabpanel", { name: "Text of Rye.md" })).toBeVisible();
  await expect(page.getByRole("tabpanel", { name: "Text of Sourdough.md" })).toBeVisible();
  await page.getByRole("button", { name: "Outline and links" }).click();
  const aside = page.getByRole("complementary", { name: "Outline and links" });
  await expect(aside.getByRole("button", { name: "Rye", exact: true })).toBeVisible();
  await aside.getByRole("button", { name: /Sourdough See/ }).click();
  await expect(page.getByRole("tabpanel", { name: "Text of Rye.md" })).toBeHidden();
  expect(await problems(page)).toEqual([]);
});

test("one half reads what the other writes, a box is ticked in both, and properties stand out in the text", async ({
  app,
  served,
}) => {
  await putNotes(served);
  const { page, files, editor } = app;
  await files.open("Rye.md");
  await expect(editor.lines).toContainText("Rye bread");
  await page.getByRole("button", { name: "Show two files side by side" }).click();
  await page.getByRole("radio", { name: "Read" }).last().click();
  const [written, read] = [
    page.getByRole("tabpanel", { name: "Text of Rye.md" }).first(),
    page.getByRole("tabpanel", { name: "Text of Rye.md" }).last(),
  ];
  await expect(read.getByRole("table", { name: "Properties" })).toBeVisible();
  await expect(written.locator(".view-lines")).toBeVisible();

  // What is typed is read beside it, before it is saved.
  await written.locator(".view-line").filter({ hasText: "mix" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" well");
  await expect(read.getByText("mix well")).toBeVisible();
  await read.getByRole("checkbox").first().click();
  await expect(written.locator(".view-line").filter({ hasText: /-\s\[x\]\smix\swell/u })).toBeVisible();
  await written
    .locator(".view-line")
    .filter({ hasText: /mix\swell/u })
    .getByText("[x]", { exact: true })
    .click({ modifiers: ["ControlOrMeta"] });
  await expect(read.getByRole("checkbox").first()).not.toBeChecked();

  // A property's name and its value have colours of their own; a line below the block that looks alike has none.
  const colour = (text: string) =>
    written
      .locator(".view-line span span")
      .filter({ hasText: new RegExp(`^${text}$`, "u") })
      .first()
      .evaluate((span) => getComputedStyle(span).color);
  expect(await colour("baker")).not.toBe(await colour("\\s*Ana"));
  await page.screenshot({ path: "e2e/.artifacts/screens/notes-halves.png" });
  expect(await problems(page)).toEqual([]);
  await page.getByRole("button", { name: "Show one file" }).click();
  await expect(page.getByRole("tabpanel", { name: "Text of Rye.md" })).toHaveCount(1);
});

test("a rename lists mentions of the file's name, too, and mends them when asked", async ({
  app,
  served,
}) => {
  const { page, files } = app;
  const before = await served.read("workspace/AGENTS.md");
  expect(before).toContain("PRICES.md");
  await files.menu("PRICES.md", "Rename");
  await files.nameField.fill("TARIFFS.md");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Mend links to TARIFFS.md?" });
  await expect(dialog).toContainText("workspace/AGENTS.md");
  await page.screenshot({ path: "e2e/.artifacts/screens/notes-mend.png" });
  await dialog.getByRole("button", { name: /^Mend \d+ places?$/ }).click();
  await expect
    .poll(() => served.read("workspace/AGENTS.md"))
    .toBe(before.replaceAll("PRICES.md", "TARIFFS.md"));
});

test("a rename mends links, and text is replaced in all files; each is one change that can be undone", async ({
  app,
  served,
}) => {
  await putNotes(served);
  const { page, files } = app;
  const before = await served.read("workspace/Sourdough.md");
  await expect(files.row("Sourdough.md")).toBeVisible();
  await files.menu("Rye.md", "Rename");
  await files.nameField.fill("Roggen.md");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Mend links to Roggen.md?" });
  await expect(dialog).toContainText("workspace/Sourdough.md");
  await dialog.getByRole("checkbox").last().click();
  expect(await problems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Mend 1 place" }).click();
  await expect
    .poll(() => served.read("workspace/Sourdough.md"))
    .toBe(before.replace("to [[Rye]]", "to [[Roggen]]"));
  await app.toast("Mended 1 place in 1 file").getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => served.read("workspace/Sourdough.md")).toBe(before);

  await page.keyboard.press("ControlOrMeta+Shift+f");
  await page.getByRole("searchbox", { name: "Text to find" }).fill("(\\w+) day\\.");
  await page.getByRole("button", { name: "Regular expression" }).click();
  await page.getByRole("button", { name: "Replace", exact: true }).click();
  await page.getByRole("textbox", { name: "Replace with" }).fill("$1 night.");
  await expect(page.locator("[data-hit]").filter({ hasText: "Each night." })).toBeVisible();
  const boxes = page.getByRole("checkbox", { name: /^Replace in/ });
  const hits = await boxes.count();
  await page.getByRole("checkbox", { name: "Replace in workspace/Sourdough.md, line 4" }).click();
  await expect(page.getByRole("button", { name: `Replace ${hits - 1}` })).toBeVisible();
  await page.getByRole("checkbox", { name: "Replace in workspace/Sourdough.md, line 4" }).click();
  expect(await problems(page)).toEqual([]);
  await page.getByRole("button", { name: `Replace ${hits}` }).click();
  await expect.poll(() => served.read("workspace/Sourdough.md")).toContain("Each night.");
  await app
    .toast(/^Replaced/)
    .getByRole("button", { name: "Undo" })
    .click();
  await expect.poll(() => served.read("workspace/Sourdough.md")).toBe(before);
});

test("an unsaved edit says at the caret what it pushes out of the prompt", async ({ app, served }) => {
  const { page, files, editor } = app;
  await files.open("HOURS.md");
  await expect(editor.lines).toContainText("Monday");
  await editor.lines.click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText(`\n\n${"The bread is baked twice a day in the old oven. ".repeat(60)}`);
  const remark = page
    .getByRole("status")
    .filter({ hasText: /tokens: .* (falls out|is cut|fall out|are cut)\./ });
  await expect(remark).toBeVisible();
  await expect(remark).toContainText(/^\+\d/);
  await remark.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("heading", { name: "Budget" })).toBeVisible();
  expect(await served.read("workspace/HOURS.md")).not.toContain("baked twice");
});

test("notes that link to each other are in the picture of the graph, and open from there", async ({
  app,
  served,
}) => {
  await putNotes(served);
  await expect(app.files.row("Sourdough.md")).toBeVisible();
  await app.view("Memory").click();
  await app.page.getByRole("radio", { name: "Graph" }).click();
  await app.page.getByRole("searchbox", { name: "Filter names" }).fill("Sourdough");
  await app.page
    .getByRole("list", { name: "Entities" })
    .getByRole("button", { name: /^Sourdough/ })
    .click();
  const around = app.page.getByRole("region", { name: "Around Sourdough" });
  await expect(around.getByRole("button", { name: /^Rye\s*links to$/ })).toBeVisible();
  for (const theme of ["light", "dark"]) {
    await app.page.evaluate((name) => (document.documentElement.dataset["theme"] = name), theme);
    await app.page.screenshot({ path: `e2e/.artifacts/screens/memory-graph-notes-${theme}.png` });
  }
  expect(await problems(app.page)).toEqual([]);
  await around.getByRole("button", { name: "Open the note" }).click();
  await expect(app.editor.tab("Sourdough.md")).toBeVisible();
});

/** Writes at the end of an open file, without the automatic text of lists. */
const typeAtEnd = async ({ page, editor }: AppPage, text: string) => {
  await editor.lines.click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText(text);
};

test("Make room brings back what an edit pushes out, is written, and is undone", async ({ app, served }) => {
  const { page, files, editor } = app;
  const profile = () => served.read(".satchel/profiles/bakery-counter.json");
  const before = await profile();
  await files.open("HOURS.md");
  await expect(editor.lines).toContainText("Monday");
  await typeAtEnd(app, `\n\n${"The bread is baked twice a day in the old oven. ".repeat(60)}`);
  const remark = page.getByRole("status").filter({ hasText: /tokens: .* falls? out\./ });
  await expect(remark).toBeVisible();
  const pushed = /tokens: (\S+\.md)/.exec((await remark.textContent()) ?? "")?.[1] ?? "";
  await remark.getByRole("button", { name: "Make room" }).click();
  await expect(app.toast(/Saved in the profile/)).toBeVisible();
  await expect(remark).toBeHidden();
  await expect(files.row(pushed).getByText("left out")).toHaveCount(0);
  expect(await profile()).not.toBe(before);

  await app
    .toast(/Saved in the profile/)
    .getByRole("button", { name: "Undo" })
    .click();
  await expect.poll(profile).toBe(before);
  await expect(remark).toBeVisible();
});

test("an unsaved edit says at the caret which file it cuts", async ({ app, served }) => {
  const { page, files, editor } = app;
  const { client, close } = connectCore(served.url);
  await client.call("budget.apply", { edit: { kind: "limit", limit: "files", tokens: 9_000 } });
  close();
  await files.open("HOURS.md");
  await expect(editor.lines).toContainText("Monday");
  await typeAtEnd(app, `\n\n${"Everyone closes the oven at night and writes it down. ".repeat(160)}`);
  const remark = page.getByRole("status").filter({ hasText: /tokens: HOURS\.md is cut\./ });
  await expect(remark).toBeVisible();
  await expect(remark.getByRole("button")).toHaveText(["Make room", "Show"]);
  await remark.getByRole("button", { name: "Make room" }).click();
  await expect(app.toast(/Saved in the profile/)).toBeVisible();
  await expect(remark).toBeHidden();
});

talkTest("an unsaved edit says at the caret that it breaks the cache", async ({ app, served }) => {
  const { page, files, editor } = app;
  await app.chat.say("When do you open?");
  await expect(app.chat.answers).toHaveCount(1);
  await files.open("HOURS.md");
  await expect(editor.lines).toContainText("Monday");
  await typeAtEnd(app, "x");
  const remark = page
    .getByRole("status")
    .filter({ hasText: /the cache breaks here, ~?[\d,]+ tokens are read again/ });
  await expect(remark).toBeVisible();
  await remark.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("heading", { name: "Budget" })).toBeVisible();
  expect(await served.read("workspace/HOURS.md")).not.toMatch(/x$/);
});
