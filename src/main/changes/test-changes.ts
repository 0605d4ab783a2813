import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { testPorts } from "../ports/test-ports.ts";
import { openTestWorkspace, type TestWorkspace } from "../workspace/test-workspace.ts";
import type { WorkspaceOptions } from "../workspace/workspace.ts";
import { ChangeLog } from "./change-log.ts";
import { Changes, type ChangesOptions } from "./changes.ts";

export type TestChanges = TestWorkspace & { readonly changes: Changes };

/** Changes of a workspace on real files. Nothing is watched; tests report what another program did. */
export const openTestChanges = async (
  project: string,
  options: Partial<Pick<ChangesOptions, "clock" | "retention">> = {},
  more: Partial<WorkspaceOptions> = {},
): Promise<TestChanges> => {
  const ports = testPorts();
  const { clock = ports.clock, retention = () => ({ days: 30, changes: 1000, bytes: 500 * 1024 * 1024 }) } =
    options;
  const { ids, log } = ports;
  const changeLog = new ChangeLog({ project, clock, ids, log, emit: () => {} });
  await changeLog.open();
  const test = openTestWorkspace(project, {
    recorder: changeLog.recorder,
    watch: false,
    emit: (event) => changes.heard(event),
    ...more,
  });
  const { workspace } = test;
  const changes = new Changes({ changeLog, workspace, retention, clock, ids, log });
  await changes.recover();
  workspace.start();
  await workspace.settled();
  changes.start();
  await changes.settled();
  const close = async () => {
    await changes.close();
    await test.close();
    await changeLog.close();
  };
  return { ...test, changes, close };
};

/** Null when the file does not exist. */
export const textAt = (project: string, path: string): string | null =>
  existsSync(join(project, path)) ? readFileSync(join(project, path), "utf8") : null;
