import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const MIN_NODE_MAJOR = 22;

/** Runs here, or restarts under the Node that was installed with Satchel when this one is too old. */
export const runOnRightNode = async (run: () => Promise<number>): Promise<number> => {
  if (Number.parseInt(process.versions.node, 10) >= MIN_NODE_MAJOR) return run();
  const node = process.env.SATCHEL_RERUN ? null : findOwnNode(dirname(fileURLToPath(import.meta.url)));
  if (node) return rerun(node);
  process.stderr.write(
    `Satchel needs Node ${MIN_NODE_MAJOR} or newer, and this is ${process.versions.node}. Run \`npm install\` in its folder, or update Node.\n`,
  );
  return 1;
};

/** The `node` package in the nearest node_modules above. */
const findOwnNode = (folder: string): string | null => {
  const path = join(
    folder,
    "node_modules",
    "node",
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  if (existsSync(path)) return path;
  const parent = dirname(folder);
  return parent === folder ? null : findOwnNode(parent);
};

const rerun = (node: string): Promise<number> =>
  new Promise((done) => {
    const child = spawn(node, process.argv.slice(1), {
      stdio: "inherit",
      env: { ...process.env, SATCHEL_RERUN: "1" },
    });
    const forward = (signal: NodeJS.Signals) => child.kill(signal);
    process.on("SIGTERM", forward);
    // The terminal sends Ctrl-C to both processes; this one only waits.
    process.on("SIGINT", () => {});
    child.on("error", () => done(1));
    child.on("close", (code) => done(code ?? 1));
  });
