import { openStore } from "../../store/open-store.ts";
import { openTestMemory, textSource } from "../test-memory.ts";

/** Indexes without end, and signals its parent when to kill it. */
const memory = openTestMemory(openStore(process.argv[2] as string), {
  onProgress: ({ work }) => {
    if (work === "embedding") process.send?.("going");
  },
});
for (let round = 0; ; round += 1) {
  const text = Array.from({ length: 500 }, (_, at) => `- round ${round} fact ${at}`).join("\n");
  await memory.indexer.sync(textSource("MEMORY.md", text));
  await memory.settled();
}
