import { fileURLToPath } from "node:url";
import { ProcessTransport } from "./process-transport.ts";

/** Starts a server, says so, and waits to be killed. */
const [mode = "", mark = ""] = process.argv.slice(2);
const odd = fileURLToPath(new URL("odd-server.fixture.ts", import.meta.url));
const args = [odd, mode, mark];
const env = { HOME: process.env["HOME"] ?? "", PATH: process.env["PATH"] ?? "" };
await new ProcessTransport({ command: process.execPath, args, env, cwd: "/tmp", hear: () => {} }).start();
process.send?.("started");
setInterval(() => {}, 1000);
