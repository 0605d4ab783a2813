import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { camera, MANY_PICTURES_MS } from "./camera.ts";
import { expect, test } from "./fixture.ts";
import { problems } from "./problems.ts";

const section = (title: string, lines: number, line: string) =>
  `## ${title}\n\n${`- ${line}\n`.repeat(lines)}\n`;

const repository = async (): Promise<string> => {
  const folder = join(await mkdtemp(join(tmpdir(), "satchel-xray-")), "shop");
  const files: Readonly<Record<string, string>> = {
    ".git/HEAD": "ref: refs/heads/main\n",
    "package.json": "{}\n",
    "AGENTS.md": `# Shop\n\n- Use tabs for indentation.\n- Run the tests before every commit.\n\n${section("Style", 180, "Name functions for what they return, and keep them short enough to read at once.")}${section("Service", 110, "The service in packages/api/ answers in JSON and never in HTML, also when it fails.")}${section("Testing", 160, "A bug gets a test that was seen to fail before it is mended, in the same commit.")}`,
    "CLAUDE.md": "# Shop\n\n- Run the tests before every commit.\n- Do not use tabs for indentation.\n",
    ".cursorrules": "- Run the tests before every commit.\n",
    ".cursor/rules/react.mdc": "---\nglobs: web/**\n---\nUse function components.\n",
    ".cursor/rules/sql.md": "Write SQL in capitals.\n",
    ".github/copilot-instructions.md": "Answer briefly.\n",
    ".github/instructions/api.instructions.md":
      '---\napplyTo: "packages/api/**"\n---\nValidate every input.\n',
    "packages/api/AGENTS.md": "# API\n\nValidate every input.\n",
    "packages/web/CLAUDE.md": "# Web\n\nNo inline styles.\n",
    ".claude/skills/release/SKILL.md":
      "---\nname: release\ndescription: How to release the shop.\n---\nTag it.\n",
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
};

test("X-ray shows what other tools read, follows the working folder, and a fix is applied and undone", async ({
  app,
}) => {
  test.setTimeout(MANY_PICTURES_MS);
  const { page } = app;
  page.setDefaultTimeout(60_000);
  const take = camera(page);
  const folder = await repository();
  await page.getByRole("button", { name: /^Project/ }).click();
  await page.getByRole("menuitem", { name: "Open another folder" }).click();
  const dialog = page.getByRole("dialog", { name: "Open a folder" });
  await dialog.getByRole("textbox", { name: "Folder" }).fill(folder.slice(0, -1));
  await dialog.getByRole("list", { name: "Folders" }).getByTitle(folder).click();
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("button", { name: "Trust this folder" }).click();
  const choice = page.getByRole("dialog", { name: /How should your agent read/ });
  await choice.getByRole("button", { name: "Use this" }).click();
  await expect(choice).toBeHidden();

  await app.view("X-ray").click();
  const grid = page.getByRole("grid", { name: "Files and the tools that read them" });
  const cell = (file: string, tool: string) =>
    grid.getByRole("button", { name: new RegExp(`^${file} in ${tool}: `) });
  await expect(cell("AGENTS.md", "Codex")).toHaveAccessibleName(/Cut at line/);
  await expect(cell("AGENTS.md", "Zed")).toHaveAccessibleName(/Lost, .cursorrules wins/);
  await expect(cell("packages/api/AGENTS.md", "Codex")).toHaveAccessibleName(
    /Never, it is below the working folder/,
  );
  const findings = page.getByRole("complementary", { name: "Findings" });
  await expect(findings).toContainText("may contradict");
  await take("xray");

  // Another working folder, another answer.
  await page.getByRole("combobox", { name: "Started in" }).selectOption("packages/api");
  await expect(cell("packages/api/AGENTS.md", "Codex")).toHaveAccessibleName(/Lost, the limit is spent/);
  await expect(cell("packages/api/AGENTS.md", "Zed")).toHaveAccessibleName(/Read whole/);

  // By keys to a cell, and its details.
  await cell("AGENTS.md", "Codex").click();
  const details = page.getByRole("complementary", { name: "AGENTS.md in Codex" });
  await expect(details).toContainText("32,768 of");
  await expect(details).toContainText("project_doc_max_bytes (32,768) is one limit");
  await expect(details).toContainText("checked 2026-08-22");
  await expect(details.getByRole("separator")).toContainText("cut here");
  await take("xray-cell");
  expect(await problems(page)).toEqual([]);
  await cell("AGENTS.md", "Codex").focus();
  await page.keyboard.press("ArrowRight");
  await expect(
    page.getByRole("complementary", { name: "AGENTS.md in Claude Code", exact: true }),
  ).toBeVisible();
  await expect(cell("AGENTS.md", "Claude Code")).toBeFocused();
  await page.keyboard.press("ArrowLeft");

  // A fix, live in the grid and on disk, and back.
  const before = await readFile(join(folder, "AGENTS.md"), "utf8");
  await details.getByRole("button", { name: 'Apply: Split "Service" into packages/api/AGENTS.md' }).click();
  const done = app.toast('Done: Split "Service" into packages/api/AGENTS.md');
  await expect(done).toBeVisible();
  expect(await readFile(join(folder, "packages/api/AGENTS.md"), "utf8")).toContain("## Service");
  await done.getByRole("button", { name: "Undo" }).click();
  await expect(app.toast(/^Undid: Split/)).toBeVisible();
  expect(await readFile(join(folder, "AGENTS.md"), "utf8")).toBe(before);

  // Another program changes the file: the column follows.
  await writeFile(join(folder, "AGENTS.md"), "# Shop\n\nBe brief.\n");
  await expect(cell("AGENTS.md", "Codex")).toHaveAccessibleName(/Read whole/);
});
