import { readFileSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  fileSystemFiles,
  fileSystemRooms,
  harmlessFileNames,
  moduleLoaders,
  pathTools,
} from "./file-system-rules.ts";
import {
  mainPackages,
  mainRooms,
  preloadPackages,
  rendererDenied,
  rendererGround,
  rendererTop,
  sharedPackages,
  testPackages,
} from "./direction-rules.ts";

export type DirectionReport = {
  readonly files: number;
  readonly imports: number;
  /** One sentence each: the file, its import, and why it is refused. */
  readonly refused: readonly string[];
};

/** Reads every source file below `<top>/src` and checks each import against the rules. */
export const checkDirection = (top: string): DirectionReport => {
  const files = globSync("src/**/*.{ts,tsx}", { cwd: top }).map((file) => file.replaceAll("\\", "/"));
  const refused: string[] = [];
  let imports = 0;
  for (const file of files.sort()) {
    const source = readFileSync(join(top, file), "utf8");
    for (const { specifier, names } of importClauses(source)) {
      imports += 1;
      const to = target(file, specifier);
      const why = refusal(file, to) ?? refusalOfPathTool(file, to, names);
      if (why) refused.push(`${file} imports ${specifier}: ${why}`);
    }
    for (const way of hiddenImports(source)) {
      if (!file.startsWith("src/main/") || isTest(file) || Object.hasOwn(moduleLoaders, file)) continue;
      imports += 1;
      refused.push(`${file} has ${way}: modules are imported by their name, so that this check sees them`);
    }
  }
  return { files: files.length, imports, refused };
};

type Target =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "node"; readonly module: string }
  | { readonly kind: "package"; readonly name: string };

const importPattern =
  /(?:^|[\n;])\s*(?:import|export)\b([^;'"]*?)\bfrom\s*["']([^"']+)["']|(?:^|[\n;])\s*import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/g;

type ImportClause = {
  readonly specifier: string;
  /** As written, between `import` and `from`. */ readonly names: string;
};

const importClauses = (source: string): ImportClause[] =>
  [...source.matchAll(importPattern)].map(([, names = "*", from, bare, dynamic]) => ({
    specifier: from ?? bare ?? dynamic ?? "",
    names,
  }));

export const importsOf = (source: string): string[] =>
  importClauses(source).map(({ specifier }) => specifier);

/** Ways to a module of Node that name it in no import. A comment may speak of them. */
const hiddenPattern =
  /\bgetBuiltinModule\b|\bcreateRequire\b|(?<![.\w#])require\((?!\)|\w+:)|\bprocess\.(?:binding|dlopen)\b|\bimport\((?!\s*["'])/g;

export const hiddenImports = (source: string): string[] => [
  ...new Set(
    [...source.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, "").matchAll(hiddenPattern)].map(([way]) => way),
  ),
];

const target = (file: string, specifier: string): Target => {
  const clean = specifier.replace(/\?.*$/, "");
  if (clean.startsWith(".")) return { kind: "file", path: join(dirname(file), clean).replaceAll("\\", "/") };
  if (clean.startsWith("#shared/")) return { kind: "file", path: clean.replace("#shared/", "src/shared/") };
  if (clean.startsWith("#main/")) return { kind: "file", path: clean.replace("#main/", "src/main/") };
  if (clean.startsWith("node:")) return { kind: "node", module: clean };
  const parts = clean.split("/");
  return { kind: "package", name: parts.slice(0, clean.startsWith("@") ? 2 : 1).join("/") };
};

/** The file of the repository that an import names; null for packages and modules of Node. */
export const importedFile = (file: string, specifier: string): string | null => {
  const to = target(file, specifier);
  return to.kind === "file" ? to.path : null;
};

const refusal = (file: string, to: Target): string | null => {
  const area = areaOf(file);
  if (!area) return "this file is in no known area";
  if (to.kind === "package" && isTest(file) && includes(testPackages, to.name)) return null;
  if (to.kind === "node" && isTest(file)) return null;
  if (to.kind === "file" && isTest(file) && /^e2e\/(wire-server|model-file)\//.test(to.path)) return null;
  switch (area.name) {
    case "shared":
      return refusalInShared(to);
    case "preload":
      return refusalInPreload(to);
    case "renderer":
      return refusalInRenderer(area.room, to);
    case "main":
      return refusalOfFileSystem(file, area.room, to) ?? refusalInMain(area.room, to);
  }
};

type Area = { readonly name: "shared" | "preload" | "renderer" | "main"; readonly room: string };

const areaOf = (path: string): Area | null => {
  const [, name, first = "", second = ""] = path.split("/");
  if (name === "shared" || name === "preload") return { name, room: "" };
  if (name === "renderer") return { name, room: first };
  if (name !== "main") return null;
  // Shared helpers of the core's own tests may use all of it, as the tests do.
  if (/^(?:create-core(?:\.[a-z]+){0,2}|test-[a-z]+)\.ts$/.test(first)) return { name, room: "create-core" };
  return { name, room: first === "hosts" && !second.includes(".") ? `hosts/${second}` : first };
};

const isTest = (file: string) => /\.test\.tsx?$|\/test-[^/]+\.tsx?$/.test(file);
const includes = (list: readonly string[], item: string) => list.includes(item);

const refusalInShared = (to: Target) => {
  if (to.kind === "node") return "shared runs everywhere and has no Node";
  if (to.kind === "package") return includes(sharedPackages, to.name) ? null : "shared knows only zod";
  return areaOf(to.path)?.name === "shared" ? null : "shared imports only shared";
};

const refusalInPreload = (to: Target) => {
  if (to.kind === "node") return "the preload is sandboxed";
  if (to.kind === "package")
    return includes(preloadPackages, to.name) ? null : "the preload knows only Electron";
  const name = areaOf(to.path)?.name;
  return name === "shared" || name === "preload" ? null : "the preload imports only shared";
};

const refusalInRenderer = (room: string, to: Target) => {
  if (to.kind === "node") return "the renderer has no Node";
  if (to.kind === "package") return includes(rendererDenied, to.name) ? "not in the renderer" : null;
  const area = areaOf(to.path);
  if (area?.name === "shared") return null;
  if (area?.name !== "renderer") return "the renderer imports only shared";
  if (area.room === room || room === rendererTop || includes(rendererGround, area.room)) return null;
  return `${room} and ${area.room} are siblings; app composes them`;
};

/** Fixtures are run by tests in a separate process. */
const refusalOfFileSystem = (file: string, room: string, to: Target): string | null => {
  if (to.kind !== "node" || !/^node:(?:fs(?:\/promises)?|module|sqlite)$/.test(to.module)) return null;
  if (to.module === "node:module" && Object.hasOwn(moduleLoaders, file)) return null;
  return mayOpenPaths(file, room) ? null : STRANGERS;
};

/** Functions of `base` and `workspace` that write to any path they are given. */
const refusalOfPathTool = (file: string, to: Target, names: string): string | null => {
  const area = areaOf(file);
  if (to.kind !== "file" || !includes(pathTools, to.path) || area?.name !== "main" || isTest(file))
    return null;
  if (/^\s*type\b/.test(names)) return null;
  const used = names
    .replaceAll(/[{}\s]+/g, " ")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type ") && !includes(harmlessFileNames, name));
  return used.length === 0 || mayOpenPaths(file, area.room) ? null : STRANGERS;
};

const mayOpenPaths = (file: string, room: string): boolean =>
  includes(fileSystemRooms, room) || Object.hasOwn(fileSystemFiles, file) || file.endsWith(".fixture.ts");

const STRANGERS =
  "a project may be a stranger's: use base/kept-files.ts, or say in scripts/file-system-rules.ts which paths it opens";

const refusalInMain = (room: string, to: Target) => {
  const ground = room.startsWith("hosts/") ? "hosts" : room;
  const level = mainRooms.findIndex((name) => name === ground);
  if (level < 0) return `${room} is not a room`;
  if (to.kind === "node") return null;
  if (to.kind === "package") {
    const rooms = mainPackages[to.name];
    if (!rooms) return "this package is in no room's list";
    return rooms.includes(room) || rooms.includes(ground) ? null : `${room} does not know this package`;
  }
  const area = areaOf(to.path);
  if (area?.name === "shared") return null;
  if (area?.name !== "main") return "main imports only main and shared";
  const targetGround = area.room.startsWith("hosts/") ? "hosts" : area.room;
  const targetLevel = mainRooms.findIndex((name) => name === targetGround);
  if (targetLevel < 0) return `${area.room} is not a room`;
  return targetLevel <= level ? null : `${room} stands before ${area.room}`;
};
