import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";

const file = join(import.meta.dirname, "RESULTS.md");

/** Replaces a benchmark's section in RESULTS.md, and prints it. */
export const writeSection = (name: string, title: string, command: string, body: string): void => {
  const section = [
    `<!-- ${name} -->`,
    `## ${title}`,
    "",
    `${machine()}, \`${command}\``,
    "",
    body.trim(),
    `<!-- /${name} -->`,
  ].join("\n");
  const before = existsSync(file)
    ? readFileSync(file, "utf8")
    : "# Results\n\nEach section is one run, both sides in it.\n";
  writeFileSync(file, placed(before, name, section));
  console.log(section);
};

const machine = (): string =>
  [
    `${process.platform} ${process.arch}`,
    `${availableParallelism()} cores ${cpus()[0]?.model.trim() ?? ""}`.trim(),
    `Node ${process.versions.node}`,
    new Date().toISOString().slice(0, 10),
  ].join(", ");

const placed = (text: string, name: string, section: string): string => {
  const from = text.indexOf(`<!-- ${name} -->`);
  const end = `<!-- /${name} -->`;
  const to = text.indexOf(end);
  if (from < 0 || to < from) return `${text.trimEnd()}\n\n${section}\n`;
  return text.slice(0, from) + section + text.slice(to + end.length);
};
