import { bytesText } from "#shared/model/number-text.ts";
import { MAX_EDITABLE_BYTES, MAX_READABLE_BYTES } from "#shared/model/size-limit.ts";
import { createHash } from "node:crypto";
import { Failure } from "#shared/contract/index.ts";
import type { FileWarning } from "#shared/contract/project.ts";
import { onDisk } from "./fs-failure.ts";
import { readPlain } from "./read-plain.ts";
import type { Target } from "./roots.ts";
import { decodeText, newFileFormat, type TextFormat } from "./text-format.ts";

export type ReadFile = {
  readonly text: string;
  readonly hash: string;
  readonly bytes: number;
  readonly format: TextFormat;
  readonly readOnly: boolean;
  readonly warnings: readonly FileWarning[];
};

/** The text of a file and its warnings. Fails for folders, devices, binaries and files that are too large. */
export const readTarget = async (target: Target): Promise<ReadFile> => {
  const { path } = target;
  const bytes = await readBytes(target);
  const hash = sha256(bytes);
  const decoded = decodeText(bytes);
  if (decoded.kind === "binary") {
    throw new Failure("binary-file", `${path} is not a text file.`, { path });
  }
  const tooLarge = bytes.length > MAX_EDITABLE_BYTES;
  const warnings: FileWarning[] = tooLarge ? [tooLargeWarning(path, bytes.length)] : [];
  if (decoded.kind === "not-utf8") warnings.push(notUtf8Warning(path, decoded.line));
  return {
    text: decoded.kind === "text" ? decoded.text : decoded.text(),
    hash,
    bytes: bytes.length,
    format: decoded.kind === "text" ? decoded.format : newFileFormat,
    // Saving text that could not be decoded exactly would destroy the other bytes.
    readOnly: tooLarge || decoded.kind === "not-utf8",
    warnings,
  };
};

export const readBytes = (target: Target): Promise<Buffer> =>
  onDisk(target.path, async () => {
    refuseUnreadable(target);
    const bytes = await readPlain(target.absolute);
    if (bytes === null) throw notAFile(target.path);
    return bytes;
  });

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** As much of a text as is counted, sent and recalled. Never half a character. */
export const usedText = (text: string): string => {
  if (text.length <= MAX_EDITABLE_BYTES) return text;
  const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(MAX_EDITABLE_BYTES - 1));
  return text.slice(0, isHalf ? MAX_EDITABLE_BYTES - 1 : MAX_EDITABLE_BYTES);
};

export const tooLargeWarning = (path: string, bytes: number): FileWarning =>
  sizeWarning(
    path,
    bytes,
    `It opens read-only, and prompts and memory use its first ${bytesText(MAX_EDITABLE_BYTES)}.`,
  );

export const leftOutWarning = (path: string, bytes: number): FileWarning =>
  sizeWarning(path, bytes, "It is left out of prompts and memory.");

const sizeWarning = (path: string, bytes: number, what: string): FileWarning => ({
  code: "file-too-large",
  path,
  line: null,
  message: `${path} has ${(bytes / 1024 / 1024).toFixed(1)} MB. ${what}`,
});

export const notUtf8Warning = (path: string, line: number): FileWarning => ({
  code: "not-utf8",
  path,
  line,
  message: `${path} is not UTF-8 text (line ${line}). It opens read-only; save it as UTF-8 to edit it here.`,
});

const refuseUnreadable = ({ found, path, bytes }: Target): void => {
  if (found === null) throw new Failure("not-found", `There is no file at ${path}.`, { path });
  if (found !== "file") throw notAFile(path);
  if (bytes > MAX_READABLE_BYTES) {
    throw new Failure(
      "file-too-large",
      `${path} is too large to open (over ${bytesText(MAX_READABLE_BYTES)}).`,
      { path, bytes },
    );
  }
};

const notAFile = (path: string): Failure =>
  new Failure("not-a-file", `${path || "The folder itself"} is not a file that can be opened as text.`, {
    path,
  });
