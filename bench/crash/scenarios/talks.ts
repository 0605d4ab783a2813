import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Place, Scenario } from "../scenario.ts";
import { AGENT, inWorkspace, PLANTED_KEY, saveProvider, textOf } from "./known.ts";

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

/** The messages that are shown. */
const wordsOf = async (client: Place["client"], session: string): Promise<string[]> => {
  const { entries } = await client.call("sessions.read", { session });
  return entries.flatMap((entry) => (entry.type === "message" ? [entry.content] : []));
};

const provider = async (place: Place) => {
  await saveProvider(place, PLANTED_KEY);
  const { session } = await place.client.call("sessions.create", { title: "Stream" });
  return session.id;
};

/** An answer without end: what the child heard of it has to be there afterwards. */
const streams: Scenario = {
  name: "streams",
  files: { "agents.yaml": AGENT },
  server: [{ kind: "endless", chunk: "crumb ", delay: 1 }],
  begin: provider,
  step: async ({ client }, n, session, heard) => {
    heard(`${session}\n`);
    const stop = client.on("chat.delta", ({ text }) => heard(text));
    try {
      await client.call("chat.send", { session, text: `Question ${n}` });
    } finally {
      stop();
    }
    return session;
  },
  check: async ({ client, powerCut }, { open }) => {
    const problems: string[] = [];
    for (const { heard } of open) {
      const at = heard.indexOf("\n");
      const [session, words] = [heard.slice(0, at), heard.slice(at + 1)];
      if (words === "") continue;
      const { entries } = await client.call("sessions.read", { session });
      const answers = entries.flatMap((entry) =>
        entry.type === "message" && entry.role === "assistant" ? [entry.content] : [],
      );
      // A piece is with the system before it is reported, and on the disk within a second.
      const whole = powerCut ? /^(crumb )*(c|cr|cru|crum|crumb)?$/ : null;
      if (whole && answers.every((answer) => whole.test(answer))) continue;
      if (!answers.some((answer) => answer.startsWith(words)))
        problems.push(`${words.length} characters of an answer are gone`);
    }
    return problems;
  },
};

const compactions: Scenario = {
  name: "compactions",
  workMs: 2_000,
  files: { "agents.yaml": AGENT },
  step: async ({ client }, n, _, heard) => {
    const { session } = await client.call("sessions.create", { title: `Long ${n}` });
    heard(session.id);
    const said = [];
    let isWhole = true;
    for (let turn = 0; turn < 6; turn += 1) {
      const text = `Message ${n}.${turn} says what there is to say.`;
      const { status } = await client.call("chat.send", { session: session.id, text });
      isWhole = status === "finished";
      // One that failed was reported as such.
      if (!isWhole) continue;
      said.push(text);
      heard(`\n${text}`);
    }
    const { summarised } = await client.call("chat.compact", { session: session.id });
    return JSON.stringify({ session: session.id, said, summarised, isWhole });
  },
  begin: async (place) => {
    await saveProvider(place);
    return "";
  },
  check: async ({ client }, { acknowledged, open }) => {
    const problems: string[] = [];
    // Each message was acknowledged on its own.
    for (const { n, heard } of open) {
      const [session = "", ...said] = heard.split("\n");
      const there = session === "" ? [] : await wordsOf(client, session);
      const lost = said.filter((text) => !there.includes(text));
      if (lost.length > 0) problems.push(`conversation ${n} lost ${lost.length} messages on the way`);
    }
    for (const { n, result } of acknowledged) {
      const { session, said, summarised, isWhole } = JSON.parse(result) as {
        session: string;
        said: string[];
        summarised: number;
        isWhole: boolean;
      };
      const { entries } = await client.call("sessions.read", { session });
      const there = new Set(await wordsOf(client, session));
      const lost = said.filter((text) => !there.has(text));
      if (lost.length > 0) problems.push(`conversation ${n} lost ${lost.length} messages`);
      const summaries = entries.filter(({ type }) => type === "summary").length;
      // An answer that could not be stored is recovered later, before the summary: then all messages are read again.
      if (isWhole && summaries !== (summarised > 0 ? 1 : 0))
        problems.push(`conversation ${n} has ${summaries} summaries`);
    }
    return problems;
  },
};

/** A conversation that is removed and brought back, with all its files. */
const removedTalks: Scenario = {
  name: "removed-talks",
  files: { "agents.yaml": AGENT },
  begin: async (place) => {
    await saveProvider(place);
    return "";
  },
  workMs: 900,
  step: async ({ client }, n, _, heard) => {
    const { session } = await client.call("sessions.create", { title: `Kept ${n}` });
    await client.call("chat.send", { session: session.id, text: `Words ${n}` });
    heard(session.id);
    const { undo } = await client.call("sessions.remove", { session: session.id });
    if (undo !== null) await client.call("sessions.undoRemove", { undo });
    return session.id;
  },
  check: async ({ client }, { acknowledged, open }) => {
    const { sessions: listed } = await client.call("sessions.list", { archived: false });
    const { items } = await client.call("trash.list", {});
    const there = new Set([...listed.map(({ title }) => title), ...items.map(({ name }) => name)]);
    const problems: string[] = [];
    for (const { n, result } of acknowledged) {
      const read = await client.call("sessions.read", { session: result }).catch(() => null);
      const words = read?.entries.flatMap((entry) => (entry.type === "message" ? [entry.content] : [])) ?? [];
      if (!words.includes(`Words ${n}`)) problems.push(`removed conversation ${n} did not come back`);
    }
    // One that was killed while it was removed or brought back is listed or in the trash.
    for (const { n, heard } of open) {
      if (heard !== "" && !there.has(`Kept ${n}`)) problems.push(`conversation ${n} is nowhere`);
    }
    return problems;
  },
};

/** Asking again and editing: the branches that leave sight stay. */
const branches: Scenario = {
  name: "branches",
  workMs: 1_200,
  files: { "agents.yaml": AGENT },
  begin: async (place) => {
    await saveProvider(place);
    return "";
  },
  step: async ({ client }, n, _, heard) => {
    const { session } = await client.call("sessions.create", { title: `Branches ${n}` });
    await client.call("chat.send", { session: session.id, text: `First ${n}` });
    await client.call("chat.send", { session: session.id, text: `Second ${n}` });
    heard(session.id);
    await client.call("chat.regenerate", { session: session.id });
    const { entries } = await client.call("sessions.read", { session: session.id });
    const asked = entries.find((entry) => entry.type === "message" && entry.role === "user");
    await client.call("chat.edit", { session: session.id, message: asked?.id ?? "", text: `Edited ${n}` });
    return session.id;
  },
  check: async ({ client }, { acknowledged, open }) => {
    const problems: string[] = [];
    // Killed while it was asked again or edited: what was said is shown, or is a branch that can be.
    for (const { n, heard } of open.filter(({ heard }) => heard !== "")) {
      const words = await wordsOf(client, heard);
      const { branches: forks } = await client.call("sessions.read", { session: heard });
      const isShown = words.includes(`First ${n}`) && words.includes(`Second ${n}`);
      if (!isShown && Object.keys(forks).length === 0)
        problems.push(`conversation ${n} shows ${words.length} messages and no other branch`);
    }
    for (const { n, result } of acknowledged) {
      const { entries, branches: forks } = await client.call("sessions.read", { session: result });
      const words = entries.flatMap((entry) => (entry.type === "message" ? [entry.content] : []));
      if (!words.includes(`Edited ${n}`)) problems.push(`the edit of conversation ${n} is gone`);
      const first = Object.values(forks).find((ids) => ids.length === 2);
      if (!first) problems.push(`conversation ${n} has no second branch`);
      const [old] = first ?? [];
      if (old === undefined) continue;
      await client.call("chat.branch", { session: result, entry: old });
      const before = await client.call("sessions.read", { session: result });
      const earlier = before.entries.flatMap((entry) => (entry.type === "message" ? [entry.content] : []));
      if (!earlier.includes(`First ${n}`)) problems.push(`the first branch of conversation ${n} is gone`);
      await client.call("chat.branch", { session: result, entry: first?.[1] ?? "" });
    }
    return problems;
  },
};

/** What other programs exported, taken in. */
const imports: Scenario = {
  name: "imports",
  step: async ({ client }, n) => {
    const lines = [1, 2].map((turn) => ({
      id: `m${turn}`,
      parentId: turn === 1 ? null : `m${turn - 1}`,
      type: "message",
      timestamp: "2026-11-17T10:00:00.000Z",
      role: "user",
      content: `Imported ${n}.${turn}`,
    }));
    const text = lines.map((line) => JSON.stringify(line)).join("\n");
    const { session } = await client.call("sessions.import", { text });
    return session.id;
  },
  check: async ({ client }, { acknowledged }) => {
    const problems: string[] = [];
    const { sessions: listed } = await client.call("sessions.list", { archived: false });
    for (const { id } of listed) {
      const { length } = await wordsOf(client, id);
      if (length !== 2) problems.push(`a listed import has ${length} of 2 messages`);
    }
    for (const { n, result } of acknowledged) {
      const read = await client.call("sessions.read", { session: result }).catch(() => null);
      const words = read?.entries.flatMap((entry) => (entry.type === "message" ? [entry.content] : [])) ?? [];
      if (words.length !== 2 || words[1] !== `Imported ${n}.2`)
        problems.push(`imported conversation ${n} has ${words.length} of 2 messages`);
    }
    return problems;
  },
};

/** A model that writes files, with the user's yes to each. */
const toolWrites: Scenario = {
  name: "tool-writes",
  workMs: 2_000,
  files: { "agents.yaml": AGENT },
  server: [
    {
      kind: "reply",
      to: ({ body }) => {
        const text = JSON.stringify(body);
        const asked = /Write number (\d+)/g;
        const n = [...text.matchAll(asked)].at(-1)?.[1] ?? "0";
        return text.includes("Wrote ")
          ? { kind: "text", chunks: ["Done."] }
          : {
              kind: "tools",
              calls: [
                { id: `call_${n}`, name: "write_file", args: { path: `t${n}.md`, text: `tool ${n}\n` } },
              ],
            };
      },
    },
  ],
  begin: async (place) => {
    await saveProvider(place);
    place.client.on("chat.approval", ({ id }) => {
      void place.client.call("chat.approve", { approval: id, decision: "once" });
    });
    return "";
  },
  step: async ({ client, project }, n) => {
    const { session } = await client.call("sessions.create", { title: `Tool ${n}` });
    await client.call("chat.send", { session: session.id, text: `Write number ${n}` });
    return existsSync(join(project, "workspace", `t${n}.md`)) ? "written" : "";
  },
  check: async (place, { acknowledged }) => {
    const lost = acknowledged.filter(
      ({ n, result }) => result === "written" && textOf(inWorkspace(place, `t${n}.md`)) !== `tool ${n}\n`,
    );
    const never = acknowledged.filter(({ result }) => result === "");
    return [
      ...lost.map(({ n }) => `what the tool wrote in step ${n} is gone`),
      ...(never.length > 0 && !place.faults ? [`${never.length} steps wrote nothing`] : []),
    ];
  },
};

export const talkScenarios: readonly Scenario[] = [
  sessions,
  streams,
  compactions,
  removedTalks,
  branches,
  imports,
  toolWrites,
];
