import type { Page } from "@playwright/test";
import type { Client } from "#shared/contract/index.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { isFileSource, segmentSize } from "#shared/model/segment-size.ts";
import { scripts } from "../wire-server/script.ts";
import { startWireServer } from "../wire-server/start-wire-server.ts";
import { connectCore } from "./call-core.ts";
import { expect, test } from "./fixture.ts";
import { BudgetPage } from "./pages/budget-page.ts";
import { FilesPage } from "./pages/files-page.ts";

const MODELS = ["gpt-4o", "gpt-4-turbo", "mystery-7b"];
const WINDOWS = [4096, 8192, 16_384, 131_072];

type Figure = { readonly name: string; readonly raw: string; readonly sent: string; readonly cut: boolean };

/** What the core says of every file that could be in the prompt; everything on the screen must say the same. */
const figuresOf = ({ segments, exact }: Manifest): readonly Figure[] =>
  segments
    .filter(({ source, status, raw }) => isFileSource(source) && status !== "missing" && raw.tokens > 0)
    .map((segment) => {
      const { raw, sent, missing } = segmentSize(segment);
      const text = (count: number) => `${exact || count === 0 ? "" : "~"}${count.toLocaleString("en")}`;
      const name = segment.source.slice(segment.source.lastIndexOf("/") + 1);
      return { name, raw: text(raw), sent: text(sent), cut: missing > 0 && sent > 0 };
    });

const choose = async (client: Client, page: Page, model: string, window: number) => {
  await client.call("agents.save", {
    id: "juno",
    values: { provider: "lab", model, maxContextTokens: window, maxOutputTokens: 512 },
  });
  const { manifest } = await client.call("context.preview", { message: "", agent: "juno" });
  if (!manifest) throw new Error("A preview has a manifest.");
  expect(manifest.window.max).toBe(window);
  const used = `${manifest.exact ? "" : "~"}${manifest.window.used.toLocaleString("en")}`;
  const status = page.getByRole("contentinfo", { name: "Status" });
  await expect(status).toContainText(`${used} of ${window.toLocaleString("en")}`);
  return manifest;
};

/** The rows of the table as they stand there: name, on disk, sent. */
const tableOf = async (budget: BudgetPage): Promise<ReadonlyMap<string, readonly string[]>> => {
  const rows = await budget.table
    .getByRole("row")
    .evaluateAll((all) =>
      all.slice(1).map((row) => [...row.querySelectorAll("[role=gridcell]")].map((cell) => cell.textContent)),
    );
  return new Map(rows.map(([, name = "", , raw = "", sent = ""]) => [name, [raw, sent]]));
};

const tilesOf = (budget: BudgetPage): Promise<readonly string[]> =>
  budget.map.locator("button[data-tile] > span:first-child").allTextContents();

/** Name, how it is sent, and the two figures. */
const tileText = (name: string, sent: string, raw: string) =>
  new RegExp(`^${name.replaceAll(".", "\\.")}, .*, ${sent} of ${raw} tokens$`);

/** The details of SOUL.md say what it is for in its place. */
const isWhole = ({ name, raw, sent, cut }: Figure) => !cut && raw === sent && name !== "SOUL.md";

const treeTitle = ({ raw, sent, cut }: Figure) => (cut ? `cut, ${sent} of ${raw} tokens` : `${raw} tokens`);

/** What the tree says of each file, read at once. */
const treeOf = async (files: FilesPage, figures: readonly Figure[]) => {
  const rows = await files.tree
    .getByRole("treeitem")
    .evaluateAll((all) =>
      all.map((row) => [row.textContent ?? "", row.querySelector("[title$=tokens]")?.getAttribute("title")]),
    );
  return figures.map(({ name }) => [name, rows.find(([text]) => text?.startsWith(name))?.[1]]);
};

test("every place on the screen has the same figures for every file, in four windows and with three models", async ({
  app,
  served,
}) => {
  test.setTimeout(420_000);
  const wire = await startWireServer(scripts.normal, { models: MODELS, served: 131_072 });
  const { client, close } = connectCore(served.url);
  const baseUrl = `${wire.origin}/v1`;
  await client.call("providers.save", { id: "lab", kind: "openai-compatible", name: "Lab", baseUrl });
  await app.page.setViewportSize({ width: 1600, height: 1400 });
  const budget = new BudgetPage(app.page);
  const files = new FilesPage(app.page);
  const views = app.page.getByRole("navigation", { name: "Views" });
  const status = app.page.getByRole("contentinfo", { name: "Status" });
  await budget.open();

  let [cuts, wholes, outs] = [0, 0, 0];
  for (const model of MODELS) {
    for (const window of WINDOWS) {
      const manifest = await choose(client, app.page, model, window);
      const figures = figuresOf(manifest);
      expect(figures.length).toBeGreaterThan(8);
      await views.getByRole("button", { name: "Budget" }).click();
      const inTable = () =>
        tableOf(budget).then((rows) => figures.map(({ name }) => [name, ...(rows.get(name) ?? [])]));
      await expect.poll(inTable).toEqual(figures.map(({ name, raw, sent }) => [name, raw, sent]));
      const inMap = async () => {
        const tiles = await tilesOf(budget);
        return figures.map(({ name }) => tiles.find((tile) => tile.startsWith(`${name}, `)) ?? name);
      };
      await expect
        .poll(inMap)
        .toEqual(figures.map(({ name, raw, sent }) => expect.stringMatching(tileText(name, sent, raw))));
      for (const figure of figures) {
        const { name, raw, sent, cut } = figure;
        await budget.row(name).click();
        const details = budget.inspector.getByRole("region", { name });
        await expect(details).toContainText(`${sent} of ${raw} tokens`);
        if (cut) {
          await expect(details).toContainText(/Its header and the mark at the cut take ~?\d+ more\./);
          await expect(details).toContainText(`sees ${sent} of ${raw} tokens`);
          cuts += 1;
        }
        if (isWhole(figure)) {
          await expect(details, `${name} has ${raw}`).toContainText(`sees all of it, ${sent} tokens.`);
          wholes += 1;
        }
        if (sent === "0") outs += 1;
      }
      const numbers = budget.inspector.getByRole("region", { name: "Numbers" });
      await expect(numbers).toContainText(manifest.exact ? "exact" : "estimated");
      await expect(numbers).not.toContainText(manifest.exact ? "estimated" : "exact");

      await views.getByRole("button", { name: "Files" }).click();
      const inTree = () => treeOf(files, figures);
      await expect.poll(inTree).toEqual(figures.map((figure) => [figure.name, treeTitle(figure)]));
      for (const { name, raw, sent, cut } of figures) {
        await files.row(name).first().click();
        await expect(status).toContainText(`${raw} tokens`);
        // The line may be further down than the editor has drawn.
        if (cut) await expect(app.page.getByText(`${sent} of ${raw} tokens.`)).toBeAttached();
      }
    }

    await expect(status).not.toContainText("exact");
  }
  // Each window that is small cuts something, and the large one sends most files whole.
  expect(cuts).toBeGreaterThanOrEqual(MODELS.length);
  expect(wholes).toBeGreaterThanOrEqual(5 * MODELS.length);
  expect(outs).toBeGreaterThanOrEqual(MODELS.length);
  close();
  await wire.close();
});

test("unsaved text is counted, because it is saved when the message is sent", async ({ app, served }) => {
  const files = new FilesPage(app.page);
  await files.open("HOURS.md");
  const status = app.page.getByRole("contentinfo", { name: "Status" });
  const used = async () =>
    Number(/([\d,]+) of/.exec((await status.textContent()) ?? "")?.[1]?.replace(",", ""));
  await expect.poll(used).toBeGreaterThan(100);
  const before = await used();
  await app.page.locator(".monaco-editor").first().click();
  await app.page.keyboard.press("Control+End");
  await app.page.keyboard.type("\nClosed on the first Monday of every month.");
  await expect.poll(used).toBeGreaterThan(before + 5);
  await expect(app.page.getByText("HOURS.md will be saved when you send.")).toBeVisible();
  expect(await served.read("workspace/HOURS.md")).not.toContain("first Monday");

  await app.chat.say("When do we close?");
  await expect(app.toast("HOURS.md was saved before sending")).toBeVisible();
  expect(await served.read("workspace/HOURS.md")).toContain("Closed on the first Monday");
});
