import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isTemporaryName } from "../../../src/main/base/write-atomic.ts";
import type { Place, Scenario } from "../scenario.ts";
import { allowed, body, inWorkspace, PLANTED_KEY, saveProvider, textOf } from "./known.ts";

const histories: Scenario = {
  name: "histories",
  workMs: 900,
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
  workMs: 900,
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
  begin: async (place) => {
    await saveProvider(place, PLANTED_KEY);
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
    const { providers } = await client.call("providers.list", {});
    const lab = providers.find(({ id }) => id === "lab");
    const numbers = allowed(done, 0, 1);
    return [
      ...(numbers.some((n) => project?.name === `Name ${n}`)
        ? []
        : [`the project is called ${project?.name ?? "nothing"}`]),
      // The next child begins with a save of its own.
      ...(lab && (lab.name === "Lab" || numbers.some((n) => lab.name === `Lab ${n}`))
        ? []
        : [`the provider is called ${lab?.name ?? "nothing"}`]),
      ...(lab?.hasKey ? [] : ["the key of the provider is gone"]),
    ];
  },
};

/** After a step that failed between closing the project and opening it again, which a fault can do. */
const reopened = async ({ client, project }: Place): Promise<void> => {
  const isOpen = await client.call("project.info", {}).then(
    () => true,
    () => false,
  );
  if (!isOpen) await client.call("project.open", { folder: project });
};

/** Closing exports what only the database holds. */
const backups: Scenario = {
  name: "backups",
  workMs: 1_500,
  step: async (place, n) => {
    const { client, project } = place;
    await reopened(place);
    const { session } = await client.call("sessions.create", { title: `Talk ${n}` });
    const { status } = await client.call("chat.send", { session: session.id, text: "What is there?" });
    // A turn that failed, and said so, may have no run.
    if (status !== "finished") throw new Error(`The turn ended as ${status}.`);
    await client.call("project.close", {});
    await client.call("project.open", { folder: project });
    return session.id;
  },
  check: async ({ client, project, powerCut }, { acknowledged }) => {
    const folder = join(project, ".satchel", "backup");
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".jsonl")) : [];
    const torn = names.filter(
      (name) => !readFileSync(join(folder, name), "utf8").trimEnd().split("\n").slice(0, -1).every(isJson),
    );
    const problems = torn.map((name) => `${name} has a torn line before its end`);
    // A run is in the database alone until the next backup, and a power cut may take its last commits.
    for (const { n, result } of powerCut ? acknowledged.slice(0, -1) : acknowledged) {
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

const hasLitter = (folder: string): boolean =>
  existsSync(folder) &&
  readdirSync(folder, { recursive: true, encoding: "utf8" }).some((path) => isTemporaryName(basename(path)));

/** New projects from a template, each killed on the way and made again. */
const creations: Scenario = {
  name: "creations",
  workMs: 1_200,
  step: async ({ client, project }, n) => {
    const folder = join(project, "made", String(n));
    await client.call("project.open", { folder, create: true });
    await client.call("project.open", { folder: project });
    return folder;
  },
  check: async ({ client, project }, { acknowledged, open }) => {
    const problems: string[] = [];
    const folders = [...acknowledged, ...open].map(({ n }) => join(project, "made", String(n)));
    // One that a power cut left with a temporary file is cleaned up when it is opened.
    for (const folder of folders.filter((each, index) => index >= folders.length - 3 || hasLitter(each))) {
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

/** agents.yaml and profiles, which the user edits by hand as well. */
const declared: Scenario = {
  name: "declared",
  files: { "agents.yaml": "# by hand\nagents:\n  - id: juno # the first\n    displayName: Juno 0\n" },
  step: async ({ client }, n) => {
    await client.call("agents.save", { id: "juno", values: { displayName: `Juno ${n + 1}` } });
    await client.call("profiles.save", { profile: { id: "mine", from: "layered", title: `Mine ${n + 1}` } });
    return "";
  },
  check: async ({ client, project }, done) => {
    const text = textOf(join(project, "agents.yaml")) ?? "";
    const { agents } = await client.call("agents.list", {});
    const { profiles, problems } = await client.call("profiles.list", {});
    const numbers = allowed(done, 0, 1).map((n) => (n === null ? 0 : n + 1));
    const agent = agents.find(({ id }) => id === "juno")?.displayName ?? "gone";
    const profile = profiles.find(({ id }) => id === "mine")?.title ?? "Mine 0";
    return [
      ...problems.map(({ message }) => `a profile is broken: ${message}`),
      ...(text.startsWith("# by hand\n") && text.includes("# the first")
        ? []
        : ["agents.yaml lost a comment"]),
      ...(numbers.some((n) => agent === `Juno ${n}`) ? [] : [`the agent is called ${agent}`]),
      ...(numbers.some((n) => profile === `Mine ${n}`) ? [] : [`the profile is called ${profile}`]),
    ];
  },
};

export const keptScenarios: readonly Scenario[] = [histories, undos, settings, declared, backups, creations];
