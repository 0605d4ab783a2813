import { chainedSession } from "../chained-session.ts";
import { Chain } from "../chain.ts";
import type { Found, MemoryTarget } from "../found.ts";
import type { Importer } from "../importer.ts";
import type { SourceFile } from "../input/source-files.ts";
import { memoryLines } from "../memory-lines.ts";
import { withoutNames } from "../message-text.ts";
import { wholeJson } from "../reading-json.ts";
import { slugOf } from "../safe-name.ts";
import type { Part } from "../source-session.ts";
import { readTime } from "../times.ts";
import { at, isRecord, listAt, parsedOr, textAt } from "../values.ts";

const FILES = /\.(?:af|json)$/i;

/** Letta: an agent file (`.af`). */
export const letta: Importer = {
  source: "letta",
  detect: async (look) => {
    const has = (keys: readonly string[]) =>
      look.find(
        FILES,
        ({ objects, isArray }) => !isArray && objects.some((each) => keys.every((key) => key in each)),
      );
    if (await has(["agents", "blocks"])) return "multi";
    return (await has(["core_memory", "messages"])) ? "single, before 2025-06" : null;
  },
  read: async function* ({ files }, reading) {
    for (const file of files.filter(({ path }) => FILES.test(path))) {
      const read = await wholeJson(file, reading);
      if ("warning" in read) yield read.warning;
      else if (isRecord(read.value)) yield* readFile(read.value, file);
    }
  },
};

function* readFile(whole: Record<string, unknown>, file: SourceFile): Generator<Found> {
  const agents = Array.isArray(whole.agents) ? listAt(whole, "agents") : [whole];
  for (const agent of agents) yield* readAgent(agent, file);
  for (const block of [...listAt(whole, "blocks"), ...listAt(whole, "core_memory")])
    yield* readBlock(block, file);
  for (const skill of listAt(whole, "skills")) {
    const name = slugOf(textAt(skill, "name"), "skill");
    const given = at(skill, "files");
    const names = Object.keys(isRecord(given) ? given : {});
    const text = textAt(given, "SKILL.md");
    if (text !== "")
      yield { kind: "skill", name, text, from: file.path, left: names.filter((each) => each !== "SKILL.md") };
  }
  const tools = listAt(whole, "tools").filter((tool) => textAt(tool, "source_code") !== "");
  if (tools.length > 0) yield { kind: "skipped", what: "tool source code", count: tools.length };
  const servers = listAt(whole, "mcp_servers").length;
  if (servers > 0) yield { kind: "skipped", what: "MCP server", count: servers };
}

function* readAgent(agent: unknown, file: SourceFile): Generator<Found> {
  const name = textAt(agent, "name") || "letta";
  const chain = new Chain();
  for (const message of listAt(agent, "messages")) {
    const time = readTime(at(message, "created_at"));
    if (time?.hasNoZone) yield { kind: "warning", code: "time-without-zone", file: file.path };
    const role = textAt(message, "role");
    if (role === "system") {
      yield { kind: "skipped", what: "system message" };
      continue;
    }
    const parts = partsOf(message, role);
    if (parts === null) yield { kind: "skipped", what: "event of the program" };
    else chain.add(textAt(message, "id") || null, time?.iso ?? null, parts);
  }
  const system = textAt(agent, "system");
  yield {
    kind: "agent",
    id: slugOf(name, "letta"),
    displayName: name,
    systemPromptTemplate: withoutNames(system),
    from: file.path,
  };
  yield chainedSession(file, chain, { sourceId: textAt(agent, "id") || name, title: name });
}

/** Null for what the program tells itself: heartbeats and logins. */
const partsOf = (message: unknown, role: string): readonly Part[] | null => {
  const blocks = listAt(message, "content");
  const words =
    textAt(message, "text") ||
    blocks
      .map((each) => textAt(each, "text"))
      .filter(Boolean)
      .join("\n\n");
  if (role === "tool")
    return [
      {
        type: "result",
        callId: textAt(message, "tool_call_id") || null,
        name: textAt(message, "name"),
        text: words,
      },
    ];
  if (role === "user") {
    const opened = words.startsWith("{") ? parsedOr(words) : null;
    const type = textAt(opened, "type");
    if (type !== "" && type !== "user_message") return null;
    return [
      { type: "text", role: "user", text: type === "user_message" ? textAt(opened, "message") : words },
    ];
  }
  const thoughts = blocks.map((each) => textAt(each, "reasoning")).filter((each) => each !== "");
  const calls = listAt(message, "tool_calls").map((call): Part => {
    const name = textAt(call, "function", "name");
    const args = parsedOr(textAt(call, "function", "arguments") || "{}");
    // The call that speaks is the answer itself.
    if (name === "send_message") return { type: "text", role: "assistant", text: textAt(args, "message") };
    return { type: "call", callId: textAt(call, "id") || null, name, args };
  });
  return [
    { type: "reasoning", text: thoughts.join("\n\n") },
    { type: "text", role: "assistant", text: words, model: textAt(message, "model") },
    ...calls,
  ];
};

const BLOCK_TARGETS: ReadonlyMap<string, MemoryTarget> = new Map([
  ["human", "user"],
  ["persona", "identity"],
]);

function* readBlock(block: unknown, file: SourceFile): Generator<Found> {
  const label = textAt(block, "label");
  const target = BLOCK_TARGETS.get(label ?? "") ?? "memory";
  const value = textAt(block, "value");
  // Each line of what is known about a person is a fact; the character is one text.
  const lines =
    target === "user"
      ? value.split("\n").flatMap((line) => memoryLines(line).lines)
      : memoryLines(value).lines;
  for (const line of lines)
    yield {
      kind: "memory",
      ...line,
      heading: line.heading || label,
      from: file.path,
      target,
      ...(target !== "memory" && { off: "behaviour" as const }),
    };
}
