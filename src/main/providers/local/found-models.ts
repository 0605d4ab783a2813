import { opendir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";

/** A model file of another program. */
export type FoundFile = {
  readonly source: "ollama" | "lm-studio";
  readonly path: string;
  /** As that program calls it. */
  readonly name: string;
};

export type Home = {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

const MAX_ENTRIES = 5_000;
const MAX_FOUND = 500;
const MAX_DEPTH = 5;
const MAX_MANIFEST_BYTES = 1024 * 1024;

/** Looks into the folders where Ollama and LM Studio keep their models. It reads names and small lists only. */
export const findModels = async (home: Home): Promise<readonly FoundFile[]> => {
  const lists = await Promise.all([
    ...ollamaFolders(home).map(inOllama),
    ...(await lmStudioFolders(home)).map(inLmStudio),
  ]);
  const byPath = new Map(lists.flat().map((found) => [found.path, found]));
  return [...byPath.values()].sort((a, b) => a.name.localeCompare(b.name, "en")).slice(0, MAX_FOUND);
};

const ollamaFolders = ({ folder, env }: Home): readonly string[] => [
  ...(env.OLLAMA_MODELS ? [env.OLLAMA_MODELS] : []),
  join(folder, ".ollama", "models"),
  // Where Ollama's service keeps them on Linux.
  "/usr/share/ollama/.ollama/models",
];

/** `~/.lmstudio-home-pointer` names the folder when it was moved. */
const lmStudioFolders = async ({ folder }: Home): Promise<readonly string[]> => {
  const moved = await readFile(join(folder, ".lmstudio-home-pointer"), "utf8").catch(() => "");
  const homes = [
    ...(moved.trim() === "" ? [] : [moved.trim()]),
    join(folder, ".lmstudio"),
    join(folder, ".cache", "lm-studio"),
  ];
  return [...new Set(homes.map((each) => join(each, "models")))];
};

const manifest = z.object({ layers: z.array(z.object({ mediaType: z.string(), digest: z.string() })) });

/** `manifests/<host>/<owner>/<name>/<tag>` names the file in `blobs/` by its hash. */
const inOllama = async (models: string): Promise<readonly FoundFile[]> => {
  const manifests = join(models, "manifests");
  const found: FoundFile[] = [];
  for (const inner of await filesBelow(manifests)) {
    const [, owner, name, tag] = inner.length === 4 ? inner : [];
    if (owner === undefined || name === undefined || tag === undefined) continue;
    const blob = await blobOf(join(manifests, ...inner));
    if (blob === null) continue;
    const path = join(models, "blobs", blob);
    if (!(await isFile(path))) continue;
    found.push({ source: "ollama", path, name: `${owner === "library" ? "" : `${owner}/`}${name}:${tag}` });
  }
  return found;
};

const blobOf = async (path: string): Promise<string | null> => {
  try {
    if ((await stat(path)).size > MAX_MANIFEST_BYTES) return null;
    const { layers } = manifest.parse(JSON.parse(await readFile(path, "utf8")));
    const model = layers.find(({ mediaType }) => mediaType === "application/vnd.ollama.image.model");
    // A digest is part of a path, so nothing but a hash is accepted.
    return model && /^sha256:[0-9a-f]{64}$/.test(model.digest) ? model.digest.replace(":", "-") : null;
  } catch {
    return null;
  }
};

/** `<publisher>/<repository>/<file>.gguf`. */
const inLmStudio = async (models: string): Promise<readonly FoundFile[]> =>
  (await filesBelow(models))
    .filter((inner) => isChatFile(inner.at(-1) ?? ""))
    .map((inner) => ({
      source: "lm-studio" as const,
      path: join(models, ...inner),
      name: basename(inner.at(-1) ?? "", ".gguf"),
    }));

/** Of a model in several files the first; not the part that only reads pictures. */
const isChatFile = (name: string): boolean => {
  if (!name.toLowerCase().endsWith(".gguf") || /mmproj/i.test(name)) return false;
  const part = /-(\d{5})-of-\d{5}\.gguf$/i.exec(name)?.[1];
  return part === undefined || Number(part) === 1;
};

/** The files below a folder, each as the names on the way to it. Links are not followed. */
const filesBelow = async (
  folder: string,
  before: readonly string[] = [],
  budget = { left: MAX_ENTRIES },
): Promise<readonly (readonly string[])[]> => {
  const files: (readonly string[])[] = [];
  const folders: string[] = [];
  try {
    for await (const entry of await opendir(folder)) {
      if (budget.left-- <= 0) break;
      if (entry.isFile()) files.push([...before, entry.name]);
      else if (entry.isDirectory() && before.length < MAX_DEPTH) folders.push(entry.name);
    }
  } catch {
    // The folder of a program that is not installed, or of another user.
  }
  for (const name of folders)
    files.push(...(await filesBelow(join(folder, name), [...before, name], budget)));
  return files;
};

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
