import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const top = resolve(import.meta.dirname, "..");
const doors = globSync("src/main/handlers/*.ts", { cwd: top }).map((file) => file.replaceAll("\\", "/"));

/** A door parses, calls a room and returns. What decides, loops, fails or computes belongs to a room. */
const domain: readonly (readonly [RegExp, string])[] = [
  [/\bif \(/, "a decision"],
  [/\b(?:for|while) \(/, "a loop"],
  [/\bthrow\b|\bnew Failure\b/, "a failure"],
  [/\btry \{/, "recovery"],
  [/\.(?:filter|find|findLast|reduce|sort|flatMap)\(/, "a computation"],
  [/\bpublish\(/, "an event"],
];

it.each(doors)("%s is a door: it holds no logic of a room", (file) => {
  const lines = readFileSync(join(top, file), "utf8").split("\n");
  const found = lines.flatMap((line, index) =>
    domain.flatMap(([pattern, what]) => (pattern.test(line) ? [`${file}:${index + 1} holds ${what}`] : [])),
  );
  expect(found).toEqual([]);
  expect(lines.length).toBeLessThanOrEqual(80);
});

it("looks at every door", () => {
  expect(doors.length).toBeGreaterThan(20);
});
