import { join } from "node:path";
import { createCore } from "../src/main/create-core.ts";
import { serveWeb } from "../src/main/hosts/web/serve-web.ts";
import { testPorts } from "../src/main/ports/test-ports.ts";

/**
 * The web host with a real core in a process of its own, because its memory is measured. The model server is in the
 * other process: it keeps every request it received.
 */
const [folder = "", project = "", model = ""] = process.argv.slice(2);
const core = createCore(testPorts(), { userData: join(folder, "data"), resources: "resources" });
const log = {
  info: () => {},
  warn: () => {},
  error: (message: string) => process.send?.({ logged: message }),
};
await core.dispatch("project.open", { folder: project });
await core.dispatch("providers.save", {
  id: "lab",
  kind: "openai-compatible",
  name: "Lab",
  baseUrl: `${model}/v1`,
});
const host = await serveWeb({ core, root: "out/renderer", port: 0, version: "0", log });
process.send?.({ port: host.port, token: host.token });
process.on("disconnect", () => process.exit(0));
process.on("message", (asked) => {
  if (asked === "memory") {
    globalThis.gc?.();
    globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    process.send?.({ memory: { rss, heap: heapUsed + external } });
  } else {
    void host
      .close()
      .then(() => core.close())
      .then(() => process.exit(0));
  }
});
