import { isBuiltin } from "node:module";

/** The contents of a packed app, as far as the checks need them. Paths with forward slashes. */
export type Packed = {
  /** Files of the archive; `unpacked` ones are beside it. */
  readonly files: ReadonlyMap<string, { readonly unpacked: boolean }>;
  readonly read: (path: string) => string;
  /** The contents of the resources folder, beside the archive. */
  readonly resources: readonly string[];
  readonly fuses: Readonly<Record<string, boolean>>;
};

/** One sentence for each thing that is missing, superfluous or in the wrong place. */
export const findFaults = (packed: Packed): readonly string[] => [
  ...missingFiles(packed),
  ...strayFiles(packed),
  ...missingPackages(packed),
  ...packedNatives(packed),
  ...foreignNatives(packed),
  ...missingResources(packed),
  ...wrongFuses(packed),
];

const required = [
  "package.json",
  "out/main/electron.js",
  "out/main/cli.js",
  "out/main/tokens.worker.js",
  "out/preload/bridge.cjs",
  "out/renderer/index.html",
  // Loaded by name when the faster ones are missing, and cut out of larger packages by electron-builder.yml.
  "node_modules/onnxruntime-web/dist/ort.node.min.mjs",
  "node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.mjs",
  "node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm",
  "node_modules/js-tiktoken/dist/ranks/cl100k_base.js",
  "node_modules/js-tiktoken/dist/ranks/o200k_base.js",
];
const missingFiles = ({ files }: Packed) =>
  required.filter((path) => !files.has(path)).map((path) => `${path} is missing.`);

const tops = new Set(["package.json", "out", "node_modules"]);
/** Already in the page's bundle, and large. */
const bundled = ["monaco-editor", "mermaid", "react-dom", "shiki", "lucide-react"];
const strayFiles = ({ files }: Packed) => {
  const own = [...files.keys()].filter((path) => !path.startsWith("node_modules/"));
  return [
    ...[...new Set([...files.keys()].map((path) => path.split("/", 1)[0] ?? ""))]
      .filter((name) => !tops.has(name))
      .map((name) => `${name} should not be packed.`),
    ...own
      .filter((path) => /\.(test|spec)\.|\.map$|\.md$/.test(path))
      .map((path) => `${path} should not be packed.`),
    ...bundled
      .filter((name) => files.has(`node_modules/${name}/package.json`))
      .map((name) => `The package ${name} should not be packed.`),
  ];
};

/** Every package that main and preload import must be included, with all its dependencies. */
const missingPackages = (packed: Packed): readonly string[] => {
  const faults = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string, from: string) => {
    const folder = resolvePackage(packed, name, from);
    if (folder === null)
      return void faults.add(`The package ${name}, which ${from || "the app"} needs, is missing.`);
    if (seen.has(folder)) return;
    seen.add(folder);
    const manifest = JSON.parse(packed.read(`${folder}/package.json`)) as Manifest;
    for (const needed of Object.keys(manifest.dependencies ?? {})) {
      if (!(needed in (manifest.optionalDependencies ?? {}))) visit(needed, folder);
    }
  };
  for (const name of importedPackages(packed)) visit(name, "");
  return [...faults];
};
type Manifest = {
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
};

const importedPackages = ({ files, read }: Packed): ReadonlySet<string> =>
  new Set(
    [...files.keys()]
      .filter((path) => /^out\/(main|preload)\/.*\.c?js$/.test(path))
      .flatMap((path) => importsOf(read(path)))
      .filter((name) => !/^[./#]/.test(name) && !isBuiltin(name) && name !== "electron")
      .map(packageOf),
  );

/**
 * What a bundled file imports. Bundlers put static imports at the start of a line, so text is not mistaken
 * for them.
 */
export const importsOf = (code: string): readonly string[] =>
  [
    /^import\s(?:[^"';]*?\sfrom\s)?["']([^"'\n]+)["']/gm,
    /^export\s[^"';]*?\sfrom\s["']([^"'\n]+)["']/gm,
    /\bimport\(["']([^"'\n]+)["']\)/g,
    // Not a method of that name.
    /(?<![.\w$])require\(["']([^"'\n]+)["']\)/g,
  ].flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1] ?? ""));

const packageOf = (specifier: string) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

/** As Node resolves: beside, then in every folder above. */
const resolvePackage = (packed: Packed, name: string, from: string): string | null => {
  const folder = `${from === "" ? "" : `${from}/`}node_modules/${name}`;
  if (packed.files.has(`${folder}/package.json`)) return folder;
  if (from === "") return null;
  const above = from.lastIndexOf("/node_modules/");
  return resolvePackage(packed, name, above === -1 ? "" : from.slice(0, above));
};

const native = /\.(node|so|dylib|dll)(\.\d+)*$/;
const packedNatives = ({ files }: Packed) => {
  const natives = [...files].filter(([path]) => native.test(path));
  return [
    ...natives
      .filter(([, { unpacked }]) => !unpacked)
      .map(([path]) => `${path} is in the archive, where no system can open it.`),
    ...["better-sqlite3", "sqlite-vec-", "onnxruntime-node", "@node-llama-cpp/"]
      .filter((name) => !natives.some(([path]) => path.startsWith(`node_modules/${name}`)))
      .map((name) => `The native code of ${name.replace(/[-/]$/, "")} is missing.`),
  ];
};

export type Target = { readonly platform: "linux" | "mac" | "win"; readonly arch: "x64" | "arm64" };

/** How packages name what they are for. A part of a path with one of the other names is for a different target. */
const platformNames = { linux: ["linux"], mac: ["darwin", "mac"], win: ["win32", "win"] } as const;
const archNames = { x64: ["x64"], arm64: ["arm64"] } as const;
/** Graphics cards are left out, and no package is for musl or 32 bits. */
const never = ["linuxmusl", "armv7l", "ia32", "vulkan", "cuda"];

/** Packages hold binaries for many systems; an app for one of them needs one. */
export const foreignNatives = (
  { files }: Pick<Packed, "files">,
  { platform, arch }: Target = { platform: "linux", arch: "x64" },
): readonly string[] => {
  const others = new Set<string>([
    ...never,
    ...Object.entries(platformNames).flatMap(([name, names]) => (name === platform ? [] : names)),
    ...Object.entries(archNames).flatMap(([name, names]) => (name === arch ? [] : names)),
  ]);
  return [...files.keys()]
    .filter((path) => native.test(path) && path.split(/[/.-]/).some((part) => others.has(part)))
    .map((path) => `${path} is for a different system.`);
};

const missingResources = ({ resources }: Packed) =>
  [
    "satchel/icons/icon.png",
    "satchel/templates/bakery/template.json",
    "satchel/catalogue/models.json",
    "notices/third-party-licences.txt",
    "notices/components.cdx.json",
  ]
    .filter((path) => !resources.includes(path))
    .map((path) => `The resource ${path} is missing.`);

export const expectedFuses: Readonly<Record<string, boolean>> = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  GrantFileProtocolExtraPrivileges: false,
};
const wrongFuses = ({ fuses }: Packed) =>
  Object.entries(expectedFuses)
    .filter(([name, on]) => fuses[name] !== on)
    .map(([name, on]) => `The fuse ${name} should be ${on ? "on" : "off"}.`);
