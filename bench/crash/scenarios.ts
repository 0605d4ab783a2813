import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Done, Place, Scenario } from "./scenario.ts";

/** Planted in a provider; must not be found in the project. */
export const PLANTED_KEY = "sk-planted-0123456789abcdefghij";

const FILES = 4;
const body = (n: number) => `version ${n}\n`.repeat(400);
const inWorkspace = ({ project }: Place, path: string) => join(project, "workspace", path);
const textOf = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : null);

/** The last acknowledged step of those with the same remainder, and the ones that may have come after it. */
const allowed = ({ acknowledged, open }: Done, of: number, modulo: number): (number | null)[] => {
  const mine = acknowledged.filter(({ n }) => n % modulo === of).map(({ n }) => n);
  const last = mine.at(-1) ?? null;
  const after = open.map(({ n }) => n).filter((n) => n % modulo === of && (last === null || n > last));
  return [last, ...after];
};

/** Every acknowledged mark once, in order; of the open ones each at most once; nothing else. */
const onceEach = (found: readonly number[], { acknowledged, open }: Done, what: string): string[] => {
  const counts = new Map<number, number>();
  for (const n of found) counts.set(n, (counts.get(n) ?? 0) + 1);
  const problems: string[] = [];
  for (const { n } of acknowledged)
    if (counts.get(n) !== 1) problems.push(`${what} ${n} is there ${counts.get(n) ?? 0} times`);
  const known = new Set([...acknowledged, ...open].map(({ n }) => n));
  for (const [n, count] of counts)
    if (!known.has(n) || count > 1) problems.push(`${what} ${n} is there ${count} times, unasked`);
  return problems;
};

const numbersIn = (text: string | null, pattern: RegExp): number[] =>
  [...(text ?? "").matchAll(pattern)].map(([, n]) => Number(n));

const writes: Scenario = {
  name: "writes",
  step: async ({ client }, n) => {
    await client.call("workspace.write", { path: `f${n % FILES}.md`, text: body(n) });
    return "";
  },
  check: async (place, done) =>
    Array.from({ length: FILES }, (_, of) => of).flatMap((of) => {
      const text = textOf(inWorkspace(place, `f${of}.md`));
      const states = allowed(done, of, FILES).map((n) => (n === null ? null : body(n)));
      return states.includes(text) ? [] : [`f${of}.md is neither the last acknowledged text nor the next`];
    }),
};

const appends: Scenario = {
  name: "appends",
  step: async ({ client }, n) => {
    await client.call("workspace.append", { path: "log.md", text: `line ${n}.\n` });
    return "";
  },
  check: async (place, done) => {
    const text = textOf(inWorkspace(place, "log.md"));
    const torn = (text ?? "").split("\n").filter((line) => line !== "" && !/^line \d+\.$/.test(line));
    return [
      ...torn.map((line) => `torn line: ${line}`),
      ...onceEach(numbersIn(text, /^line (\d+)\.$/gm), done, "line"),
    ];
  },
};

const GROUP = ["g0.md", "g1.md", "g2.md"];
const writeAll: Scenario = {
  name: "write-all",
  step: async ({ client }, n) => {
    const files = [];
    for (const path of GROUP) {
      const known = await client
        .call("workspace.read", { path: `workspace/${path}`, root: "project" })
        .catch(() => null);
      files.push({ path: `workspace/${path}`, text: body(n), baseHash: known?.hash ?? null });
    }
    await client.call("workspace.writeAll", { root: "project", files });
    return "";
  },
  check: async (place, done) => {
    const states = new Set(allowed(done, 0, 1).map((n) => (n === null ? null : body(n))));
    const texts = GROUP.map((path) => textOf(inWorkspace(place, path)));
    const wrong = texts.filter((text) => !states.has(text)).length;
    const mixed = new Set(texts).size > 1;
    return [
      ...(wrong > 0 ? [`${wrong} of a group of files are neither old nor new`] : []),
      ...(mixed && wrong === 0 ? ["a group of files was written in part"] : []),
    ];
  },
};

const renames: Scenario = {
  name: "renames",
  files: { "workspace/name0.md": body(7) },
  step: async ({ client, project }, n) => {
    const names = readdirSync(join(project, "workspace"));
    const from = names.find((name) => /^name\d\.md$/.test(name)) ?? "name0.md";
    const to = from === "name0.md" ? "name1.md" : "name0.md";
    await client.call("workspace.rename", { from, to });
    return String(n);
  },
  check: async (place) => {
    const there = ["name0.md", "name1.md"].filter((name) => textOf(inWorkspace(place, name)) === body(7));
    const any = readdirSync(join(place.project, "workspace")).filter((name) => /^name\d\.md$/.test(name));
    if (there.length === 0) return ["a renamed file is gone"];
    return any.length > 1 ? ["a renamed file has both names"] : [];
  },
};

const memories: Scenario = {
  name: "memories",
  step: async ({ client }, n) => {
    await client.call("memory.add", { text: `Fact number ${n} is kept.` });
    return "";
  },
  check: async (place, done) => {
    const folder = inWorkspace(place, "memory");
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".md")) : [];
    const text = names.map((name) => textOf(join(folder, name))).join("\n");
    return onceEach(numbersIn(text, /Fact number (\d+) is kept\./g), done, "note");
  },
};

const sessions: Scenario = {
  name: "sessions",
  step: async ({ client }, n) => {
    const { session } = await client.call("sessions.create", { title: `Talk ${n}` });
    await client.call("sessions.rename", { session: session.id, title: `Renamed ${n}` });
    return session.id;
  },
  check: async ({ client }, { acknowledged }) => {
    const { sessions: listed } = await client.call("sessions.list", { archived: false });
    const titles = new Map(listed.map(({ id, title }) => [id, title]));
    return acknowledged
      .filter(({ n, result }) => titles.get(result) !== `Renamed ${n}`)
      .map(({ n, result }) => `conversation ${n} is ${titles.get(result) ?? "not listed"}`);
  },
};

const provider = async ({ client, server }: Place) => {
  await client.call("providers.save", {
    id: "lab",
    kind: "openai-compatible",
    name: "Lab",
    baseUrl: `${server}/v1`,
    apiKey: PLANTED_KEY,
  });
  const { session } = await client.call("sessions.create", { title: "Stream" });
  return session.id;
};
const AGENT =
  "agents:\n  - id: juno\n    provider: lab\n    model: tiny\n    workspaceGit: {enabled: true}\n    transcriptsDir: transcripts\n";

/** An answer without end: what the child heard of it has to be there afterwards. */
const streams: Scenario = {
  name: "streams",
  files: { "agents.yaml": AGENT },
  begin: provider,
  step: async ({ client }, n, session, heard) => {
    heard(`${session}\n`);
    const stop = client.on("chat.delta", ({ text }) => heard(text));
    await client.call("chat.send", { session, text: `Question ${n}` });
    stop();
    return session;
  },
  check: async ({ client }, { open }) => {
    const problems: string[] = [];
    for (const { heard } of open) {
      const at = heard.indexOf("\n");
      const [session, words] = [heard.slice(0, at), heard.slice(at + 1)];
      if (words === "") continue;
      const { entries } = await client.call("sessions.read", { session });
      const answers = entries.flatMap((entry) =>
        entry.type === "message" && entry.role === "assistant" ? [entry.content] : [],
      );
      if (!answers.some((answer) => answer.startsWith(words)))
        problems.push(`${words.length} characters of an answer are gone`);
    }
    return problems;
  },
};

const compactions: Scenario = {
  name: "compactions",
  workMs: 8_000,
  files: { "agents.yaml": AGENT },
  step: async ({ client }, n) => {
    const { session } = await client.call("sessions.create", { title: `Long ${n}` });
    const said = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const text = `Message ${n}.${turn} says what there is to say.`;
      await client.call("chat.send", { session: session.id, text });
      said.push(text);
    }
    const { summarised } = await client.call("chat.compact", { session: session.id });
    return JSON.stringify({ session: session.id, said, summarised });
  },
  begin: async (place) => {
    await place.client.call("providers.save", {
      id: "lab",
      kind: "openai-compatible",
      name: "Lab",
      baseUrl: `${place.server}/v1`,
    });
    return "";
  },
  check: async ({ client }, { acknowledged }) => {
    const problems: string[] = [];
    for (const { n, result } of acknowledged) {
      const { session, said, summarised } = JSON.parse(result) as {
        session: string;
        said: string[];
        summarised: number;
      };
      const { entries } = await client.call("sessions.read", { session });
      const there = new Set(entries.flatMap((entry) => (entry.type === "message" ? [entry.content] : [])));
      const lost = said.filter((text) => !there.has(text));
      if (lost.length > 0) problems.push(`conversation ${n} lost ${lost.length} messages`);
      const summaries = entries.filter(({ type }) => type === "summary").length;
      if (summaries !== (summarised > 0 ? 1 : 0))
        problems.push(`conversation ${n} has ${summaries} summaries`);
    }
    return problems;
  },
};

const dreams: Scenario = {
  name: "dreams",
  files: { "workspace/MEMORY.md": "# Memory\n\n- Old.\n" },
  step: async ({ client }, n) => {
    const { at } = await client.call("dream.run", {});
    return `${n} ${at}`;
  },
  check: async (place, { acknowledged, open }) => {
    const diary = textOf(inWorkspace(place, "DREAMS.md")) ?? "";
    const sections = diary.split(/^## Deep Sleep /m).slice(1);
    const whole = sections.filter((section) =>
      /^.* UTC\n\n- candidates: \d+\n- promoted: \d+\n- skipped \(already promoted\): \d+\n/.test(section),
    );
    const memory = textOf(inWorkspace(place, "MEMORY.md")) ?? "";
    return [
      ...(whole.length === sections.length ? [] : ["a section of the diary is torn"]),
      ...(sections.length >= acknowledged.length && sections.length <= acknowledged.length + open.length
        ? []
        : [`${sections.length} sections for ${acknowledged.length} dreams`]),
      ...(memory.startsWith("# Memory\n\n- Old.\n") ? [] : ["MEMORY.md lost what it had"]),
    ];
  },
};

const histories: Scenario = {
  name: "histories",
  workMs: 3_000,
  files: { "agents.yaml": "agents:\n  - id: juno\n    workspaceGit: {enabled: true}\n" },
  step: async ({ client }, n) => {
    await client.call("workspace.write", { path: "kept.md", text: body(n) });
    const { commit } = await client.call("history.checkpoint", { note: `step ${n}` });
    return commit ?? "";
  },
  check: async ({ client }, { acknowledged }) => {
    const { commits } = await client.call("history.list", { limit: 5000 });
    const ids = new Set(commits.map(({ id }) => id));
    return acknowledged
      .filter(({ result }) => result !== "" && !ids.has(result))
      .map(({ n }) => `commit ${n} is gone`);
  },
};

const undos: Scenario = {
  name: "undos",
  workMs: 3_000,
  files: { "workspace/u.md": body(0) },
  step: async ({ client }, n) => {
    const { change } = await client.call("workspace.write", {
      path: "u.md",
      text: body(n + 1),
      title: `Step ${n}`,
    });
    if (n % 2 === 1 && change !== null) await client.call("changes.undo", { id: change });
    return change ?? "";
  },
  check: async (place, done) => {
    const problems: string[] = [];
    // Odd steps take themselves back, to whatever stood there: the last even one, or one that was cut short.
    const last = done.acknowledged.findLast(({ n }) => n % 2 === 0)?.n ?? -1;
    const cut = done.open.map(({ n }) => n).filter((n) => n > last);
    const states = [last, ...cut].map((n) => body(n + 1));
    if (!states.includes(textOf(inWorkspace(place, "u.md")) ?? ""))
      problems.push("u.md is in none of its states");
    const { changes } = await place.client.call("changes.list", { limit: 1000 });
    const ids = new Set(changes.map(({ id }) => id));
    for (const { n, result } of done.acknowledged.slice(-200)) {
      if (result !== "" && !ids.has(result)) problems.push(`change ${n} is not listed`);
    }
    return problems;
  },
};

const settings: Scenario = {
  name: "settings",
  begin: async ({ client, server }) => {
    await client.call("providers.save", {
      id: "lab",
      kind: "openai-compatible",
      name: "Lab",
      baseUrl: `${server}/v1`,
      apiKey: PLANTED_KEY,
    });
    return "";
  },
  step: async ({ client, server }, n) => {
    await client.call("settings.set", { project: { name: `Name ${n}` } });
    await client.call("providers.save", {
      id: "lab",
      kind: "openai-compatible",
      name: `Lab ${n}`,
      baseUrl: `${server}/v1`,
      apiKey: PLANTED_KEY,
    });
    return "";
  },
  check: async ({ client }, done) => {
    if (done.acknowledged.length === 0) return [];
    const { project } = await client.call("settings.get", {});
    const states = allowed(done, 0, 1).map((n) => `Name ${n}`);
    return states.includes(project?.name ?? "")
      ? []
      : [`the project is called ${project?.name ?? "nothing"}`];
  },
};

/** Closing exports what only the database holds. */
const backups: Scenario = {
  name: "backups",
  workMs: 6_000,
  step: async ({ client, project }, n) => {
    const { session } = await client.call("sessions.create", { title: `Talk ${n}` });
    await client.call("chat.send", { session: session.id, text: "What is there?" });
    await client.call("project.close", {});
    await client.call("project.open", { folder: project });
    return session.id;
  },
  check: async ({ client, project }, { acknowledged }) => {
    const folder = join(project, ".satchel", "backup");
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".jsonl")) : [];
    const torn = names.filter(
      (name) => !readFileSync(join(folder, name), "utf8").trimEnd().split("\n").slice(0, -1).every(isJson),
    );
    const problems = torn.map((name) => `${name} has a torn line before its end`);
    for (const { n, result } of acknowledged) {
      const { runs } = await client.call("context.runs", { session: result });
      if (runs.length === 0) problems.push(`the run of conversation ${n} is gone`);
    }
    return problems;
  },
};

const isJson = (line: string): boolean => {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
};

/** New projects from a template, each killed on the way and made again. */
const creations: Scenario = {
  name: "creations",
  workMs: 4_000,
  step: async ({ client, project }, n) => {
    const folder = join(project, "made", String(n));
    await client.call("project.open", { folder, create: true });
    await client.call("project.open", { folder: project });
    return folder;
  },
  check: async ({ client, project }, { acknowledged, open }) => {
    const problems: string[] = [];
    const folders = [...acknowledged, ...open].map(({ n }) => join(project, "made", String(n)));
    for (const folder of folders.slice(-3)) {
      await client.call("project.open", { folder, create: true });
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
        (entry) => entry.isFile() && entry.name.endsWith(".md"),
      );
      const empty = files.filter((entry) => readFileSync(join(entry.parentPath, entry.name)).length === 0);
      if (files.length === 0) problems.push("a project was made without files");
      problems.push(...empty.map(({ name }) => `${name} of a new project is empty`));
    }
    await client.call("project.open", { folder: project });
    return problems;
  },
};

export const scenarios: readonly Scenario[] = [
  writes,
  appends,
  writeAll,
  renames,
  memories,
  sessions,
  streams,
  compactions,
  dreams,
  histories,
  undos,
  settings,
  backups,
  creations,
];
