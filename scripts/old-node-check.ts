import { posix } from "node:path";
import { importsOf } from "./packed-app.ts";

/** Reads a file of a build by its path in it; null when there is none. */
export type ReadBuilt = (path: string) => string | null;

/**
 * What keeps the Electron host of a build from running in an older Electron, with a core elsewhere: native
 * modules that are loaded before anybody asked for them, and names that its Node does not have.
 */
export const findTooNew = (read: ReadBuilt, chunks: readonly string[]): readonly string[] => {
  const remote = chunks.filter((name) => name.startsWith("main/chunks/remote-core"));
  const loaded = reach(read, ["main/electron.js", ...remote]);
  return [
    ...(remote.length === 0 ? ["The chunk of the remote core was not found."] : []),
    ...[...loaded].flatMap(([path, code]) => [
      ...staticImports(code)
        .filter((name) => native.some((one) => name === one || name.startsWith(`${one}/`)))
        .map((name) => `${path} imports ${name} at once.`),
      ...tooNew.filter((name) => code.includes(name)).map((name) => `${path} uses ${name}.`),
    ]),
  ];
};

const native = ["better-sqlite3", "sqlite-vec", "onnxruntime-node", "node-llama-cpp"];

/** Absent in Node 18. */
const tooNew = [
  ".toSorted(",
  ".toReversed(",
  ".toSpliced(",
  ".isWellFormed(",
  ".toWellFormed(",
  "Object.groupBy",
  "Map.groupBy",
  "Array.fromAsync",
  "Promise.withResolvers",
  "Promise.try",
  "RegExp.escape",
  "AbortSignal.any",
  "Symbol.dispose",
  "Symbol.asyncDispose",
  "import.meta.dirname",
  "import.meta.filename",
  "node:sqlite",
  "styleText",
];

/** The files that are loaded as soon as the entries are, with their code. */
const reach = (read: ReadBuilt, entries: readonly string[]): ReadonlyMap<string, string> => {
  const seen = new Map<string, string>();
  const visit = (path: string) => {
    const code = seen.has(path) ? null : read(path);
    if (code === null) return;
    seen.set(path, code);
    for (const name of staticImports(code)) {
      if (name.startsWith(".")) visit(posix.join(posix.dirname(path), name));
    }
  };
  for (const entry of entries) visit(entry);
  return seen;
};

const staticImports = (code: string) => importsOf(code.replace(/\bimport\(["'][^"'\n]+["']\)/g, ""));
