import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import type { ImportSource } from "#shared/model/import-source.ts";
import { openSource } from "./input/open-source.ts";
import { detectSource, readSource, type Taken } from "./read-source.ts";
import { preparedSample, SAMPLES } from "./test-samples.ts";

/** What an expect.json says about several inputs together, or about all of them. */
process.env.TZ = "UTC";

const scratch = mkdtempSync(join(tmpdir(), "satchel-samples-whole-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const expected = z.object({ cases: z.record(z.string(), z.unknown()) });
const casesOf = (source: ImportSource) =>
  expected.parse(JSON.parse(readFileSync(join(SAMPLES, source, "expect.json"), "utf8"))).cases;
const withInput = z.looseObject({ input: z.array(z.string()), refused: z.string().optional() });
const again = z.looseObject({ newSessions: z.number(), newEntries: z.number().optional() });

const read = async (source: ImportSource, input: string): Promise<readonly Taken[]> => {
  const files = await openSource(preparedSample(scratch, source, input));
  const detected = await detectSource(files);
  expect(detected?.importer.source).toBe(source);
  const taken: Taken[] = [];
  if (detected) for await (const each of readSource(files, detected.importer)) taken.push(each);
  return taken;
};

const sessionsIn = (taken: readonly Taken[]) => taken.filter((each) => each.kind === "session");
const idsOf = (taken: readonly Taken[]) => sessionsIn(taken).map(({ built }) => built.session.id);
const entriesOf = (taken: readonly Taken[]) =>
  sessionsIn(taken).flatMap(({ built }) => built.session.log.map(({ id }) => id));

/** Everything that could be written, as one text. */
const textOf = (taken: readonly Taken[]): string =>
  taken
    .map((each) => {
      if (each.kind === "warning" || each.kind === "skipped") return "";
      if (each.kind !== "document") return JSON.stringify(each);
      const { content } = each;
      return each.path + (typeof content === "string" ? content : Buffer.from(content).toString("latin1"));
    })
    .join("\n");

it.each(["sillytavern", "opencode"] as const)(
  "%s: none of its secrets is in any of its inputs",
  async (source) => {
    const cases = casesOf(source);
    const never = z.array(z.string()).parse(cases["never"]);
    expect(never.length).toBeGreaterThan(0);
    let looked = 0;
    for (const given of Object.values(cases)) {
      const { data } = withInput.safeParse(given);
      const [input] = data?.refused === undefined ? (data?.input ?? []) : [];
      if (input === undefined) continue;
      const all = textOf(await read(source, input));
      for (const secret of never) expect(all).not.toContain(secret);
      looked += 1;
    }
    expect(looked).toBeGreaterThan(2);
  },
);

it("openclaw: the same home a second time brings nothing", async () => {
  const wanted = again.parse(casesOf("openclaw")["re-import"]);
  const [first, second] = [await read("openclaw", "./"), await read("openclaw", "./")];
  expect(idsOf(first).length).toBeGreaterThan(0);
  expect(idsOf(second).filter((id) => !idsOf(first).includes(id))).toHaveLength(wanted.newSessions);
  const known = new Set(entriesOf(first));
  expect(entriesOf(second).filter((id) => !known.has(id))).toHaveLength(wanted.newEntries ?? 0);
});

it("opencode: an export, its storage and its database are one conversation", async () => {
  const wanted = again.parse(casesOf("opencode")["all three"]);
  const found = new Set<string>();
  for (const name of ["export", "storage", "database"]) {
    const [input = ""] = withInput.parse(casesOf("opencode")[name]).input;
    const taken = sessionsIn(await read("opencode", input)).filter(({ off }) => off === null);
    expect(taken.length).toBeGreaterThan(0);
    for (const id of idsOf(taken)) found.add(id);
  }
  expect(found.size).toBe(wanted.newSessions);
});

type Told = { readonly lines?: readonly string[]; readonly text?: string };

it("sillytavern: a character's name, manner and constant lore are in what is offered", async () => {
  const card = z
    .looseObject({
      input: z.array(z.string()),
      files: z.array(z.looseObject({ target: z.string(), lines: z.array(z.string()).optional() })),
      constants: z.array(z.looseObject({ text: z.string() })),
    })
    .parse(casesOf("sillytavern")["card-png"]);
  const taken = await read("sillytavern", card.input[0] ?? "");
  const identity: Told | undefined = card.files.find(({ target }) => target === "IDENTITY.md");
  const written = textOf(taken.filter((each) => each.kind === "section" || each.kind === "memory"));
  expect(identity?.lines?.length).toBeGreaterThan(0);
  for (const line of identity?.lines ?? []) expect(written).toContain(line.replace(/^- /, ""));
  const template = taken.flatMap((each) => (each.kind === "agent" ? (each.systemPromptTemplate ?? "") : []));
  for (const { text } of card.constants) expect(template.join("\n")).toContain(text);
});
