import type { Page } from "@playwright/test";

/** Drops a folder of the disk in the middle of the window, as a file manager does. */
export const dropFolder = async (page: Page, folder: string): Promise<void> => {
  const cdp = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  const { x, y } = await page.evaluate(() => ({ x: innerWidth / 2, y: innerHeight / 3 }));
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await cdp.send("Input.dispatchDragEvent", { type, x, y, data });
  await cdp.detach();
};
