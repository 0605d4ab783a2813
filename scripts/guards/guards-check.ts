import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Guard } from "./guards.ts";

/** What is wrong with the list itself: a guard or a test that is not where the list says. */
export const problemsOf = (root: string, guards: readonly Guard[], document: string): readonly string[] => {
  const problems = guards.flatMap(({ id, edits, test, named }) => [
    ...edits.flatMap(({ file, text }) => {
      const path = join(root, file);
      const found = existsSync(path) ? readFileSync(path, "utf8").split(text).length - 1 : 0;
      return found === 1 ? [] : [`${id}: ${file} has the guard's text ${found} times.`];
    }),
    ...(existsSync(join(root, test)) ? [] : [`${id}: there is no ${test}.`]),
    ...(existsSync(join(root, test)) && !readFileSync(join(root, test), "utf8").includes(named)
      ? [`${id}: ${test} has no test named "${named}".`]
      : []),
    ...(document.includes(`\`${id}\``) ? [] : [`${id}: docs/threat-model.md does not name it.`]),
  ]);
  const known = new Set(guards.map(({ id }) => id));
  const named = [...document.matchAll(/^\|.*\|$/gm)].flatMap(([row]) =>
    [...(row.split("|").at(-2) ?? "").matchAll(/`([a-z-]+)`/g)].map(([, id = ""]) => id),
  );
  return [
    ...problems,
    ...named
      .filter((id) => !known.has(id))
      .map((id) => `docs/threat-model.md names "${id}", which is no guard.`),
  ];
};

/** The text without its guard. */
export const withoutGuard = (source: string, text: string, replacement: string): string => {
  if (source.split(text).length !== 2) throw new Error("The guard's text is not there exactly once.");
  return source.replace(text, () => replacement);
};
