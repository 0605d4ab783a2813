import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Events } from "#shared/contract/index.ts";
import { testPorts } from "../ports/test-ports.ts";
import { openStore, type Store } from "../store/open-store.ts";
import { createTokenCounter, type TokenCounter } from "../tokens/token-counter.ts";
import { Workspace, type WorkspaceOptions } from "./workspace.ts";

export type TestWorkspace = {
  readonly workspace: Workspace;
  readonly events: Events[];
  readonly store: Store;
  close(): Promise<void>;
};

/** One per test file, closed after the last test: a tokenizer takes a moment to load. */
let counter: TokenCounter | null = null;
export const closeCounter = async (): Promise<void> => {
  await counter?.close();
  counter = null;
};

/** A workspace on real files, a real database and a real tokenizer; closed by the test that opened it. */
export const openTestWorkspace = (
  project: string,
  options: Partial<WorkspaceOptions> = {},
): TestWorkspace => {
  const store = openStore(join(project, ".satchel", "index.db"));
  counter ??= createTokenCounter({ workers: 1 });
  const events: Events[] = [];
  const workspace = new Workspace({
    project,
    workspaces: () => ["workspace"],
    overlay: () => null,
    store,
    counter,
    encoding: () => "o200k_base",
    ports: testPorts(),
    emit: (event) => events.push(event),
    ...options,
  });
  const close = async () => {
    await workspace.close();
    store.close();
  };
  return { workspace, events, store, close };
};

/** A real folder with these files, for tests. */
export const temporaryProject = (
  files: Readonly<Record<string, string | Uint8Array>> = {},
  within = tmpdir(),
): string => {
  const folder = realpathSync(mkdtempSync(join(within, "satchel-project-")));
  put(folder, files);
  return folder;
};

export const put = (folder: string, files: Readonly<Record<string, string | Uint8Array>>): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
};
