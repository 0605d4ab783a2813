import { globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "vite";

/** Paths of the built child. */
export type Program = {
  readonly child: string;
  /** Loaded before it, and before each of its workers. */
  readonly disk: string;
  /** Where Node keeps what it compiled. */
  readonly compiled: string;
};

const ROOT = join(import.meta.dirname, "..", "..");
const CACHE = join(ROOT, "node_modules", ".cache", "crash");
/** Modules with native code, and those that look for files beside themselves. */
const EXTERNAL = ["better-sqlite3", "sqlite-vec", "onnxruntime-node", "node-llama-cpp"];
const ENTRIES = [join("bench", "crash", "child.ts"), join("bench", "crash", "disk", "install.ts")];

let bundled: Promise<Program> | null = null;

/**
 * The child and its workers as JavaScript, built once per process and removed at its end: a child that runs from
 * source spends most of its start on finding and stripping a thousand modules.
 */
export const bundleChild = (): Promise<Program> => (bundled ??= bundle());

const bundle = async (): Promise<Program> => {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, "bundle-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const workers = globSync("src/main/**/*.{worker,process}.ts", { cwd: ROOT });
  const input = Object.fromEntries(
    [...ENTRIES, ...workers].map((path) => [basename(path, ".ts"), join(ROOT, path)]),
  );
  await build({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true, external: EXTERNAL },
    build: {
      ssr: true,
      target: "node22",
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      rollupOptions: {
        input,
        output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
      },
    },
  });
  return {
    child: join(folder, "child.js"),
    disk: join(folder, "install.js"),
    compiled: join(folder, "compiled"),
  };
};
