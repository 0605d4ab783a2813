import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";

export type LongFunction = { readonly file: string; readonly line: number; readonly lines: number };

export type LengthReport = {
  readonly files: number;
  readonly long: readonly LongFunction[];
};

/** Functions of more than 120 lines below `<top>/src`. Tests are skipped: a `describe` is one function. */
export const findLongFunctions = (top: string): LengthReport => {
  const files = globSync("src/**/*.{ts,tsx}", { cwd: top })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !/\.test\.tsx?$/.test(file));
  const config = join(import.meta.dirname, "function-length.json");
  const args = ["-c", config, "--no-ignore", "--format", "json", "src"];
  const { stdout } = spawnSync("oxlint", args, {
    cwd: top,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32",
  });
  const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Diagnostic[] };
  const known = new Set(files);
  const long = diagnostics.map(longFunction).filter(({ file }) => known.has(file));
  return { files: files.length, long };
};

type Diagnostic = {
  readonly message: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
};

const longFunction = ({ message, filename, labels }: Diagnostic): LongFunction => ({
  file: filename.replaceAll("\\", "/"),
  line: labels[0]?.span.line ?? 0,
  lines: Number(/\((\d+)\)/.exec(message)?.[1]),
});

/**
 * Sentences about functions that are too long and not on the list, that grew beyond their figure on it, and
 * about entries of the list that are no longer needed: the list can only shrink.
 */
export const lengthProblems = (
  long: readonly LongFunction[],
  allowed: Readonly<Record<string, number>>,
): readonly string[] => {
  const tooLong = long
    .filter(({ file, lines }) => lines > (allowed[file] ?? 0))
    .map(({ file, line, lines }) => `${file}:${line} is a function of ${lines} lines.`);
  const needed = new Set(long.map(({ file }) => file));
  const unneeded = Object.keys(allowed)
    .filter((file) => !needed.has(file))
    .map((file) => `${file} has no long function any more; take it off the list.`);
  return [...tooLong, ...unneeded];
};
