import type { Browser } from "@playwright/test";
import { heapOf, openPage, untilInteractive } from "./open-browser.ts";
import { noteOf } from "./serve-project.ts";

export type Heaps = {
  readonly before: number;
  readonly first: number;
  readonly opened: number;
  readonly closed: number;
};

/** JavaScript heap before any file is open, with one, with all of `names`, and after all were closed again. */
export const measureHeap = async (
  browser: Browser,
  url: string,
  names: readonly string[],
): Promise<Heaps> => {
  const page = await openPage(browser);
  await page.goto(url);
  await untilInteractive(page);
  const before = await heapOf(page);
  let first = 0;
  for (const [index, name] of names.entries()) {
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("dialog").getByRole("combobox").fill(name);
    await page.getByRole("option", { name: new RegExp(name) }).click();
    await page.getByRole("tab", { name, selected: true }).waitFor();
    const lines = page.locator(".monaco-editor .view-line");
    await lines.filter({ hasText: new RegExp(`Note\\s${index}$`) }).waitFor();
    first ||= await heapOf(page);
  }
  const opened = await heapOf(page);
  for (let left = names.length; left > 0; left -= 1) await page.keyboard.press("Alt+w");
  await page.getByText("No file is open").waitFor();
  const closed = await heapOf(page);
  await page.context().close();
  return { before, first, opened, closed };
};

/** The peer: a bare page with as many text areas and the same texts in them. */
export const measurePlainHeap = async (browser: Browser, count: number): Promise<number> => {
  const page = await openPage(browser);
  const areas = Array.from({ length: count }, (_, index) => `<textarea>${noteOf(index)}</textarea>`);
  await page.setContent(areas.join(""));
  const heap = await heapOf(page);
  await page.context().close();
  return heap;
};
