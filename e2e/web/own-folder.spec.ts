import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixture.ts";
import { dropFolder } from "./drop-folder.ts";
import { BudgetPage } from "./pages/budget-page.ts";
import type { AppPage } from "./pages/app-page.ts";

/** The user's own folder: it contains nothing of Satchel's. */
const folderWith = async (name: string, files: Readonly<Record<string, string>>): Promise<string> => {
  const folder = join(await mkdtemp(join(tmpdir(), "satchel-own-")), name);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
};

/** Every file outside Satchel's own folders with its time, mode and bytes. */
const contentsOf = async (folder: string, own: readonly string[] = [".satchel"]): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  const isOwn = (path: string) =>
    own.some((name) => path === join(folder, name) || path.startsWith(join(folder, name, "/")));
  const told = paths
    .filter((path) => !isOwn(path))
    .map(async (path) => {
      const found = await stat(path);
      const bytes = found.isFile() ? await readFile(path, "base64") : "folder";
      return `${path} ${found.mode} ${found.isFile() ? found.mtimeMs : ""} ${bytes}`;
    });
  return (await Promise.all(told)).sort();
};

const places = ["Kyoto", "Lisbon", "Oslo", "Porto", "Quito", "Riga"];

const vault = () =>
  folderWith("Vault", {
    ".obsidian/app.json": "{}",
    ...Object.fromEntries(
      Array.from({ length: 299 }, (_, n) => [
        `Travel/${places[n % places.length]}/day ${n}.md`,
        `---\ntags: [travel]\n---\n# Day ${n}\n\nWe walked through [[${places[n % places.length]}]] and it rained.\n`,
      ]),
    ),
    "Stays/Ryokan.md": "# Where we stayed\n\nThe ryokan is called Hoshizora and has twelve rooms.\n",
  });

const repository = () =>
  folderWith("repo", {
    "AGENTS.md": "# Rules\n\nRun the tests with `make verify` before every commit.\n",
    "CLAUDE.md": "See AGENTS.md.\n",
    "package.json": "{}\n",
    "src/boiler.ts": "/** The boiler is switched off above 95 degrees. */\nexport const maxDegrees = 95;\n",
  });

const openClaw = () =>
  folderWith("claw", {
    "SOUL.md": "Be brief.\n",
    "AGENTS.md": "Read USER.md first.\n",
    "USER.md": "The user is called Mira.\n",
    "MEMORY.md": "- The landlord's number ends in 4417.\n",
    "memory/2026-11-01.md": "- Paid the rent in cash.\n",
  });

/** `asksFirst`: it has files for agents, so Satchel asks whether they are the user's. */
const openFolder = async (page: Page, folder: string, asksFirst: boolean) => {
  await page.getByRole("button", { name: /^Project/ }).click();
  await page.getByRole("menuitem", { name: "Open another folder" }).click();
  const dialog = page.getByRole("dialog", { name: "Open a folder" });
  await dialog.getByRole("textbox", { name: "Folder" }).fill(folder.slice(0, -1));
  await dialog.getByRole("list", { name: "Folders" }).getByTitle(folder).click();
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  if (asksFirst) await page.getByRole("button", { name: "Trust this folder" }).click();
  await expect(dialog).toBeHidden();
};

const answersFrom = async (app: AppPage, question: string, file: string, words: string) => {
  await app.chat.say(question);
  const answer = app.chat.answers.last();
  await expect(answer).toContainText(words);
  await expect(answer).not.toContainText("You are Assistant");
  await answer
    .getByRole("link", { name: file })
    .or(answer.getByRole("button", { name: file }))
    .first()
    .click();
  await expect(app.page.getByRole("tab", { name: file.slice(file.lastIndexOf("/") + 1) })).toBeVisible();
};

/** The budget of the next question: what of the folder is sent, each part with its size. The sample has a tour. */
const showsBudget = async (app: AppPage, question: string, parts: readonly string[], isSample = false) => {
  await app.view("Files").click();
  await app.chat.message.fill(question);
  const budget = new BudgetPage(app.page);
  await budget.open({ tour: !isSample });
  for (const part of parts)
    await expect(budget.tile(new RegExp(`^${part}, sent, [1-9][\\d,]* of`))).toBeVisible();
};

const cases = [
  [
    "a vault of 300 notes",
    vault,
    "a vault of notes",
    "Which ryokan has rooms?",
    "Stays/Ryokan.md",
    "Hoshizora",
    ["\\d+ memor(?:y|ies)"],
  ],
  [
    "a repository",
    repository,
    "an agent's workspace",
    "When is the boiler off?",
    "src/boiler.ts",
    "95 degrees",
    ["AGENTS.md", "\\d+ memor(?:y|ies)"],
  ],
  [
    "an OpenClaw folder",
    openClaw,
    "an agent's workspace",
    "What is the landlord's number?",
    "MEMORY.md",
    "4417",
    ["AGENTS.md", "\\d+ memor(?:y|ies)"],
  ],
] as const;

for (const [name, make, kind, question, file, words, parts] of cases) {
  test(`${name} is recognised, answers from its own files and stays unchanged`, async ({ page, app }) => {
    const folder = await make();
    try {
      const before = await contentsOf(folder);
      await openFolder(page, folder, make !== vault);
      const choice = page.getByRole("dialog", { name: /How should your agent read/ });
      await expect(choice.getByRole("combobox", { name: "What this folder is" })).toContainText(kind);
      await expect(choice.getByRole("status")).toContainText(/\d+ text files with [\d,]+ tokens\./);
      await expect(choice.getByText(/[\d,]+ of [\d,]+ tokens/)).toHaveCount(3);
      await choice.getByRole("radio", { name: "Find what matters for each question" }).check({ force: true });
      await choice.getByRole("button", { name: "Use this" }).click();
      await expect(choice).toBeHidden();
      await expect(app.chat.pane).toContainText(/Passages that fit your question are added from \d+ files\./);
      await answersFrom(app, question, file, words);
      await showsBudget(app, question, parts);
      expect(await contentsOf(folder)).toEqual(before);
    } finally {
      // The core may still be writing into .satchel.
      await rm(dirname(folder), { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    }
  });
}

test("the sample answers as before, shows no choice and stays unchanged but for its conversations", async ({
  page,
  app,
  served,
}) => {
  // A project of its own has its conversations where its agents are.
  const own = [".satchel", "workspace/agents"];
  const before = await contentsOf(served.folder, own);
  await expect(page.getByRole("dialog", { name: /How should your agent read/ })).toBeHidden();
  await answersFrom(app, "When is the oven serviced?", "workspace/HOURS.md", "Thursday each November");
  await showsBudget(app, "When is the oven serviced?", ["AGENTS.md", "HOURS.md"], true);
  expect(await contentsOf(served.folder, own)).toEqual(before);
});

test("a folder dropped on the window leads to opening it", async ({ page, app: _app }) => {
  const folder = await openClaw();
  try {
    await dropFolder(page, folder);
    const dialog = page.getByRole("dialog", { name: "Open a folder" });
    await expect(dialog).toContainText("Choose claw here to open it.");
    await expect(dialog.getByRole("textbox", { name: "Folder" })).toHaveValue("~/claw");
  } finally {
    await rm(dirname(folder), { recursive: true, force: true });
  }
});

test("a home folder is refused with a reason", async ({ page, app: _app }) => {
  await page.getByRole("button", { name: /^Project/ }).click();
  await page.getByRole("menuitem", { name: "Open another folder" }).click();
  const dialog = page.getByRole("dialog", { name: "Open a folder" });
  await dialog.getByRole("textbox", { name: "Folder" }).fill("~");
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("is your home folder");
});

test("a folder that is moved away says so above every view, and goes on when it is back", async ({
  page,
  app,
  served,
}) => {
  const banner = page.getByRole("region", { name: "The folder is away." });
  await expect(banner).toBeHidden();
  await rename(served.folder, `${served.folder} moved`);
  await expect(banner).toContainText(`It is no longer at ${served.folder}.`);
  await app.view("Memory").click();
  await expect(banner).toBeVisible();
  await banner.getByRole("button", { name: "Open a folder" }).click();
  await expect(page.getByRole("dialog", { name: "Open a folder" })).toBeVisible();
  await page.keyboard.press("Escape");
  await rename(`${served.folder} moved`, served.folder);
  await expect(banner).toBeHidden();
});
