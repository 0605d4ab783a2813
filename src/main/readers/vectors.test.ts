import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { ReadCell, ReaderId } from "#shared/model/reader.ts";
import { readerById } from "./readers.ts";
import { notItsFiles, runReader } from "./run-reader.ts";
import { inputOf } from "./test-readers.ts";

type Text = string | { readonly times: number; readonly of: string };

/** One folder and what a program makes of it; see docs/xray.md for the form. */
type Vector = {
  readonly id: string;
  readonly reader: ReaderId;
  readonly why?: string;
  readonly workingFolder: string;
  readonly home: string;
  readonly files: Readonly<Record<string, Text>>;
  readonly settings?: Readonly<Record<string, string>>;
  readonly touched?: readonly string[];
  readonly expects: {
    readonly ordered: boolean;
    readonly reads: readonly string[];
    readonly leavesOut: readonly string[];
  };
};

const folder = join(import.meta.dirname, "vectors");
const vectors = globSync("*.json", { cwd: folder })
  .sort()
  .flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as readonly Vector[]);

const answerTo = (vector: Vector) => {
  const files = Object.entries(vector.files).map(
    ([path, text]) => [path, typeof text === "string" ? text : text.of.repeat(text.times)] as const,
  );
  const { workingFolder: cwd, home, settings, touched } = vector;
  const input = inputOf(files, { cwd, home, settings, touched });
  const answer = runReader(readerById(vector.reader), input);
  const leavesOut = [...answer.dropped, ...notItsFiles(answer, input)].map(({ path }) => path).sort();
  return { reads: answer.loaded.map(lineOf), leavesOut };
};

const lineOf = ({ how, path, cut }: ReadCell): string => {
  const tail = cut?.tail === undefined ? "" : ` tail ${cut.tail}`;
  return `${how} ${path}${cut ? ` cut ${cut.at} ${cut.unit}${tail}` : ""}`;
};

it("has all 76 of the specification", () => {
  expect(vectors.length).toBe(76);
  expect(new Set(vectors.map(({ id }) => id)).size).toBe(76);
});

it.each(vectors.map((vector) => [vector.id, vector] as const))("%s", (_, vector) => {
  const { reads, leavesOut } = answerTo(vector);
  const { expects } = vector;
  const inOrder = (lines: readonly string[]) => (expects.ordered ? lines : lines.toSorted());
  expect(inOrder(reads)).toEqual(inOrder(expects.reads));
  expect(leavesOut).toEqual([...expects.leavesOut].sort());
});

/** A vector that passes whatever the reader answers would prove nothing: each must refuse an empty listing. */
it("fails for each when its files are taken away or its answer is wrong", () => {
  for (const vector of vectors) {
    const bare = answerTo({ ...vector, files: {} });
    const isSame =
      JSON.stringify(bare.reads) === JSON.stringify(vector.expects.reads) &&
      JSON.stringify(bare.leavesOut) === JSON.stringify([...vector.expects.leavesOut].sort());
    expect([vector.id, isSame]).toEqual([vector.id, false]);
  }
});
