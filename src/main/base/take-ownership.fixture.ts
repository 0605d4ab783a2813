import { KeptFiles } from "./kept-files.ts";
import { type Ownership, takeOwnership } from "./owner-lock.ts";

/** Takes and releases the ownership of a folder on request. */
const files = new KeptFiles(process.argv[2] ?? "");
let held: Ownership | null = null;

process.on("message", (word) => {
  void (async () => {
    if (word === "take") {
      const taken = await takeOwnership(files, { host: "cli", socket: null, now: () => new Date() });
      held = "ownership" in taken ? taken.ownership : null;
      process.send?.(held ? "owner" : "other");
      return;
    }
    await held?.close();
    held = null;
    process.send?.("released");
  })();
});
process.send?.("ready");
