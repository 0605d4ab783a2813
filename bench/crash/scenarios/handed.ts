import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "#shared/contract/index.ts";
import type { Scenario } from "../scenario.ts";
import { AGENT, saveProvider } from "./known.ts";

/** Work that is handed on: to another agent, to later, from another program. */

/** What was said in a conversation, tools included; null when it cannot be read. */
const saidIn = async (client: Client, session: string): Promise<readonly string[] | null> => {
  const read = await client.call("sessions.read", { session }).catch(() => null);
  return (
    read?.entries.flatMap((entry) =>
      entry.type === "message" || entry.type === "tool_result" ? [entry.content] : [],
    ) ?? null
  );
};

const KIM = "    allowedDelegates: [kim]\n  - id: kim\n    provider: lab\n    model: tiny\n";
const NESTED = /Answer of kim \(session ([^)]+)\)/;

/** An agent hands a task to a different one, which has a conversation of its own. */
const delegates: Scenario = {
  name: "delegates",
  workMs: 1_200,
  files: { "agents.yaml": AGENT + KIM },
  server: [
    {
      kind: "reply",
      // The last message of the user decides: earlier ones can be in the prompt as memories.
      to: ({ body }) => {
        const { messages } = body as { messages: readonly { role: string }[] };
        const at = messages.findLastIndex(({ role }) => role === "user");
        const asked = JSON.stringify(messages[at]);
        const n = /Ask kim (\d+)/.exec(asked)?.[1];
        if (n === undefined) return { kind: "text", chunks: [`Checked ${/Check (\d+)/.exec(asked)?.[1]}.`] };
        if (messages.slice(at).some(({ role }) => role === "tool")) {
          return { kind: "text", chunks: ["Kim ", `did ${n}.`] };
        }
        const args = { agent: "kim", task: `Check ${n}` };
        return { kind: "tools", calls: [{ id: `to_kim_${n}`, name: "delegate", args }] };
      },
    },
  ],
  begin: async (place) => {
    await saveProvider(place);
    return "";
  },
  step: async ({ client }, n, _, heard) => {
    const { session } = await client.call("sessions.create", { title: `Asks ${n}` });
    heard(session.id);
    const { status } = await client.call("chat.send", { session: session.id, text: `Ask kim ${n}` });
    return status === "finished" ? session.id : "";
  },
  check: async ({ client, faults }, { acknowledged, open }) => {
    const problems: string[] = [];
    for (const { n, result } of acknowledged.filter(({ result }) => result !== "")) {
      const said = await saidIn(client, result);
      const nested = said?.map((each) => NESTED.exec(each)?.[1]).find((id) => id !== undefined);
      if (said?.at(-1) !== `Kim did ${n}.`) problems.push(`the answer about task ${n} is gone`);
      // With faults a task may have failed, which the conversation then says.
      if (nested === undefined && !faults) problems.push(`task ${n} was not handed on`);
      const there = nested === undefined ? null : await saidIn(client, nested);
      if (nested !== undefined && !there?.includes(`Checked ${n}.`)) {
        problems.push(`the conversation of task ${n} is gone`);
      }
    }
    for (const { n, heard } of open.filter(({ heard }) => heard !== "")) {
      if ((await saidIn(client, heard)) === null) problems.push(`conversation ${n} cannot be read`);
    }
    return problems;
  },
};

/** Fewer than a conversation may have waiting. */
const WAITING = 30;

/** Messages that wait for an answer that never ends: sent later, or still there to be sent. */
const queues: Scenario = {
  name: "queues",
  files: { "agents.yaml": AGENT },
  server: [{ kind: "endless", chunk: "crumb ", delay: 20 }],
  begin: async (place) => {
    await saveProvider(place);
    return "";
  },
  step: async ({ client }, n, _, heard) => {
    const { sessions } = await client.call("sessions.list", { archived: false });
    const named = sessions.find(({ title }) => title === `Waits ${Math.floor(n / WAITING)}`);
    const session =
      named?.id ??
      (await client.call("sessions.create", { title: `Waits ${Math.floor(n / WAITING)}` })).session.id;
    heard(session);
    const { running } = await client.call("chat.state", { session });
    if (!running) {
      const begun = new Promise<void>((resolve) => {
        const stop = client.on("chat.delta", (delta) => {
          if (delta.session !== session) return;
          stop();
          resolve();
        });
        setTimeout(resolve, 3_000);
      });
      void client.call("chat.send", { session, text: "Go on" }).catch(() => {});
      await begun;
    }
    await client.call("chat.enqueue", { session, text: `Later ${n}` });
    return session;
  },
  check: async ({ client }, { acknowledged, open }) => {
    const problems: string[] = [];
    const places = new Set([
      ...acknowledged.map(({ result }) => result),
      ...open.map(({ heard }) => heard).filter((heard) => heard !== ""),
    ]);
    const found = new Map<string, number>();
    for (const session of places) {
      const { queue } = await client.call("chat.state", { session });
      const texts = [...queue.messages.map(({ text }) => text), ...((await saidIn(client, session)) ?? [])];
      for (const text of texts) found.set(text, (found.get(text) ?? 0) + 1);
    }
    for (const { n } of acknowledged) {
      const times = found.get(`Later ${n}`) ?? 0;
      if (times !== 1) problems.push(`message ${n} waits or was sent ${times} times`);
    }
    for (const { n } of open) {
      if ((found.get(`Later ${n}`) ?? 0) > 1) problems.push(`message ${n} is there twice`);
    }
    return problems;
  },
};

/** One conversation as another program exports it. */
const exported = (n: number) => {
  const message = (id: string, role: string, text: string, parent: string, children: string[]) => ({
    id,
    parent,
    children,
    message: {
      id,
      author: { role },
      create_time: 1_700_000_000 + n,
      content: { content_type: "text", parts: [text] },
    },
  });
  return [
    {
      title: `Moved ${n}`,
      create_time: 1_700_000_000 + n,
      update_time: 1_700_000_100 + n,
      conversation_id: `talk-${n}`,
      current_node: "b",
      mapping: {
        root: { id: "root", message: null, parent: null, children: ["a"] },
        a: message("a", "user", `Asked elsewhere ${n}`, "root", ["b"]),
        b: message("b", "assistant", `Answered elsewhere ${n}`, "a", []),
      },
    },
  ];
};

/** Moving in from another program, every third time undone. */
const moveIns: Scenario = {
  name: "move-ins",
  workMs: 1_200,
  step: async ({ client, userData }, n) => {
    const folder = join(userData, `export-${n}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "conversations.json"), JSON.stringify(exported(n)));
    const { id } = await client.call("importers.plan", { path: folder });
    const { run, sessions } = await client.call("importers.apply", { plan: id });
    if (sessions.added !== 1) return "";
    if (n % 3 !== 2) return "moved";
    await client.call("importers.undo", { run });
    return "undone";
  },
  check: async ({ client }, { acknowledged }) => {
    const problems: string[] = [];
    const { sessions } = await client.call("sessions.list", { archived: false });
    for (const { n, result } of acknowledged) {
      const mine = sessions.filter(({ title }) => title === `Moved ${n}`);
      if (result === "moved" && mine.length !== 1)
        problems.push(`import ${n} is listed ${mine.length} times`);
      if (result === "undone" && mine.length > 0) problems.push(`import ${n} was undone and is listed`);
    }
    const { items } = await client.call("trash.list", {});
    const inTrash = new Set(items.map(({ name }) => name));
    for (const { id, title } of sessions.filter((each) => each.title.startsWith("Moved "))) {
      const said = await saidIn(client, id);
      // An undo that was interrupted: its files are in the trash, and it is still listed.
      if (said?.length === 0 && inTrash.has(title)) continue;
      if (said?.length !== 2) problems.push(`${title} has ${said?.length ?? 0} of 2 messages`);
    }
    return problems;
  },
};

export const handedScenarios: readonly Scenario[] = [delegates, queues, moveIns];
