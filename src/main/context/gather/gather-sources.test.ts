import { expect, it } from "vitest";
import { type ContextFile, Sources } from "./gather-sources.ts";

const file = (changes: Partial<ContextFile> = {}): ContextFile => ({
  path: "workspace/a.md",
  name: "a.md",
  inner: "a.md",
  role: "context",
  realRole: "context",
  sha: "1",
  tokens: 3,
  encoding: "o200k_base",
  chars: 5,
  ownPriority: null,
  tags: [],
  text: () => "hello",
  front: () => "",
  ...changes,
});

const counted: string[] = [];
const count = async (text: string) => {
  counted.push(text);
  return 9;
};

it("names a file that vanished during assembly, and says missing", async () => {
  const warnings: string[] = [];
  const gone = await new Sources(() => "you").of(
    file({ text: () => "" }),
    "o200k_base",
    count,
    undefined,
    warnings,
  );
  expect(gone).toMatchObject({ text: null, absent: "missing" });
  expect(warnings.join()).toContain("workspace/a.md");
});

it("neither reads nor counts an unchanged file again, and takes its stored count", async () => {
  const sources = new Sources(() => "you");
  let reads = 0;
  const read = () => sources.of(file({ text: () => (reads++, "hello") }), "o200k_base", count, undefined, []);
  const first = await read();
  expect(await read()).toBe(first);
  expect(first.tokens).toBe(3);
  expect(reads).toBe(1);
  expect(counted).toEqual([]);
});

it("counts once for an agent on another encoding, and again when the file changed", async () => {
  const sources = new Sources(() => "you");
  const read = (sha: string) => sources.of(file({ sha }), "cl100k_base", count, undefined, []);
  expect((await read("1")).tokens).toBe(9);
  await read("1");
  expect(counted).toHaveLength(1);
  await read("2");
  expect(counted).toHaveLength(2);
});
