import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "./fixture.ts";
import { problems } from "./problems.ts";
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
