import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { contentTypeOf } from "../content-types.ts";

export type StaticFile = {
  readonly type: string;
  readonly size: number;
  /** File names under `assets/` contain a hash of their content. */
  readonly immutable: boolean;
  open(): NodeJS.ReadableStream;
};

/** Finds the file of a URL path in a folder. Null for anything that is not a regular file inside it. */
export const findStaticFile = async (root: string, urlPath: string): Promise<StaticFile | null> => {
  const segments = toSegments(urlPath);
  const type = segments && contentTypeOf(segments.at(-1) ?? "");
  if (!segments || !type) return null;
  const path = join(root, ...segments);
  if (!path.startsWith(root.endsWith(sep) ? root : root + sep)) return null;
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return null;
  return {
    type,
    size: found.size,
    immutable: segments[0] === "assets",
    open: () => createReadStream(path),
  };
};

const toSegments = (urlPath: string): readonly string[] | null => {
  if (urlPath === "/") return ["index.html"];
  const segments = decode(urlPath)?.slice(1).split("/");
  if (!segments || segments.some((segment) => !isPlainName(segment))) return null;
  return segments;
};

const decode = (urlPath: string): string | null => {
  try {
    return decodeURIComponent(urlPath);
  } catch {
    return null;
  }
};

/**
 * Neither empty nor hidden nor `..`, and without characters that a different system treats as a separator or
 * a drive.
 */
const isPlainName = (segment: string) => /^[^.\\/:\0][^\\/:\0]*$/.test(segment);
