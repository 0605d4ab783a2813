import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createCore } from "../../src/main/create-core.ts";
import { bundledModel } from "../../src/main/embeddings/bundled-model.ts";
import { VectorStore } from "../../src/main/memory/index/vector-store.ts";
import { testPorts } from "../../src/main/ports/test-ports.ts";
import { openStore } from "../../src/main/store/open-store.ts";
import { clusteredVectors, noteText } from "../search/synthetic.ts";

/**
 * A project that has been worked with: its files counted, its paragraphs remembered, and a vector for each. The vectors
 * are made up, as the model would need a quarter of an hour; everything else is made by the product.
 */
export const makeRestingProject = async (
  home: string,
  { files, memories }: { readonly files: number; readonly memories: number },
): Promise<void> => {
  const project = join(home, "project");
  const each = Math.ceil(memories / files);
  for (let file = 0; file < files; file += 1) {
    const folder = join(project, "workspace", "notes", `area-${file % 40}`);
    mkdirSync(folder, { recursive: true });
    const paragraphs = Array.from(
      { length: each },
      (_, at) => `## Part ${at}\n\n${noteText(file * each + at, 80)}, number ${file}.${at}.`,
    );
    writeFileSync(join(folder, `note-${file}.md`), `# Note ${file}\n\n${paragraphs.join("\n\n")}\n`);
  }
  writeFileSync(join(project, "workspace", "AGENTS.md"), "# Agents\n\nBe brief.\n");
  await recall(project, join(home, "data"));
  fillVectors(join(project, ".satchel", "index.db"));
};

const recall = async (project: string, userData: string): Promise<void> => {
  const core = createCore(testPorts(), { userData, resources: "resources" });
  const call = async <T>(method: string, input: object): Promise<T> => {
    const reply = await core.dispatch(method, input);
    if (!reply.ok) throw new Error(`${method}: ${reply.error.message}`);
    return reply.value as T;
  };
  let counted = false;
  core.on((event) => {
    if (event.event === "workspace.indexing" && event.finished) counted = true;
  });
  await call("project.open", { folder: project, create: true });
  await call("memory.pauseEmbedding", { paused: true });
  for (;;) {
    await wait(500);
    const { ready } = await call<{ ready: { done: number; total: number } }>("memory.search", {
      query: "w1x",
    });
    if (counted && ready.done === ready.total) break;
  }
  await core.close();
};

const DIMENSION = bundledModel.dimension;
const AT_ONCE = 2_000;

const fillVectors = (file: string): void => {
  const store = openStore(file);
  const vectors = new VectorStore(store);
  try {
    const pool = clusteredVectors(AT_ONCE, DIMENSION);
    for (;;) {
      const pending = vectors.pending(bundledModel.name, AT_ONCE);
      if (pending.length === 0) break;
      const entries = pending.map(({ id }, at) => ({
        id,
        vector: pool.subarray(at * DIMENSION, (at + 1) * DIMENSION),
      }));
      vectors.save(bundledModel.name, entries);
    }
  } finally {
    store.close();
  }
};
