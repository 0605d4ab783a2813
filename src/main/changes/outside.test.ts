import { expect, it } from "vitest";
import { silentLog } from "../base/log.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { KnownFiles } from "./known-files.ts";
import { Outside, type OutsidePorts } from "./outside.ts";

it("closes at once while the files of a large folder are still counted", async () => {
  const counting = new Promise<void>(() => {});
  const outside = new Outside({
    workspace: { settled: () => counting, indexed: () => [] } as unknown as Workspace,
    known: { entries: () => new Map().entries() } as unknown as KnownFiles,
    log: silentLog,
  } as unknown as OutsidePorts);
  outside.learn();
  await outside.close();
  expect(await Promise.race([outside.settled().then(() => "closed"), counting])).toBe("closed");
});
