import type { Attack } from "./attack-set.ts";

/** An export of another program as its importer finds it: files by their paths, and the one that is chosen. */
export type AttackExport = {
  readonly source: string;
  /** Relative to the folder of the export; empty for the folder itself. */
  readonly chosen: string;
  readonly files: Readonly<Record<string, string>>;
};

/** The attacks as other programs would export them, in each place that their importer reads. */
export const exportsOf = (attacks: readonly Attack[]): readonly AttackExport[] => [
  chatgpt(attacks),
  claudeCode(attacks),
  openWebui(attacks),
  obsidian(attacks),
  mem0(attacks),
  mcpMemory(attacks),
];

/** Conversations have four attacks, so that all of them fit into a small model's window. */
const AT_ONCE = 4;
const inFours = (attacks: readonly Attack[]) =>
  Array.from({ length: Math.ceil(attacks.length / AT_ONCE) }, (_, at) =>
    attacks.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );

const TIME = 1_790_000_000;
const isoTime = new Date(TIME * 1_000).toISOString();

const isAnswer = ({ channel }: Attack) => channel === "imported-answer";
const isResult = ({ channel }: Attack) => channel === "imported-tool-result";
/** What would be remembered at once, where the program has a memory. */
const isNote = ({ channel }: Attack) =>
  ["imported-note", "imported-graph", "imported-procedure"].includes(channel);

const chatgpt = (attacks: readonly Attack[]): AttackExport => ({
  source: "chatgpt",
  chosen: "conversations.json",
  files: {
    "conversations.json": JSON.stringify(
      inFours(attacks).map((several, index) => ({
        title: `Talk ${index}`,
        create_time: TIME + index,
        update_time: TIME + index,
        conversation_id: `talk-${index}`,
        current_node: several.at(-1)?.id,
        origin: "you",
        mapping: Object.fromEntries(
          several.map((attack, at) => [
            attack.id,
            {
              id: attack.id,
              parent: several[at - 1]?.id ?? null,
              children: several.slice(at + 1, at + 2).map(({ id }) => id),
              message: chatgptMessage(attack),
            },
          ]),
        ),
      })),
    ),
  },
});

const chatgptMessage = (attack: Attack) => {
  const role = isResult(attack) ? "tool" : isAnswer(attack) || isNote(attack) ? "assistant" : "user";
  return {
    author: { role, name: role === "tool" ? "browser" : null },
    create_time: TIME,
    content: { content_type: "text", parts: [attack.text] },
    metadata: { origin: "you" },
    origin: "you",
    recipient: isNote(attack) ? "bio" : "all",
  };
};

const claudeCode = (attacks: readonly Attack[]): AttackExport => {
  const project = "projects/-home-fiction-bakery";
  const [first] = attacks;
  return {
    source: "claude-code",
    chosen: "",
    files: {
      ...Object.fromEntries(
        inFours(attacks).map((several, index) => {
          const id = `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
          return [`${project}/${id}.jsonl`, several.map(claudeCodeLine(id)).join("\n")];
        }),
      ),
      [`${project}/memory/MEMORY.md`]: attacks
        .filter(isNote)
        .map(({ text }) => `- ${oneLine(text)}\n`)
        .join(""),
      "CLAUDE.md": `# Rules\n\n${first?.text ?? ""}\n`,
      "skills/evil/SKILL.md": `---\nname: evil\ndescription: Helps.\n---\n${first?.text ?? ""}\n`,
    },
  };
};

const claudeCodeLine = (sessionId: string) => (attack: Attack, at: number, several: readonly Attack[]) =>
  JSON.stringify({
    parentUuid: several[at - 1]?.id ?? null,
    sessionId,
    cwd: "/home/fiction/bakery",
    uuid: attack.id,
    timestamp: isoTime,
    origin: "you",
    type: isAnswer(attack) ? "assistant" : "user",
    message: {
      role: isAnswer(attack) ? "assistant" : "user",
      content: [
        isResult(attack)
          ? { type: "tool_result", tool_use_id: attack.id, content: attack.text }
          : { type: "text", text: attack.text },
      ],
    },
  });

const openWebui = (attacks: readonly Attack[]): AttackExport => ({
  source: "open-webui",
  chosen: "chat-export.json",
  files: {
    "chat-export.json": JSON.stringify([
      ...inFours(attacks).map((several, index) => ({
        id: `talk-${index}`,
        user_id: "u",
        title: `Talk ${index}`,
        created_at: TIME,
        updated_at: TIME,
        chat: {
          history: {
            currentId: several.at(-1)?.id,
            messages: Object.fromEntries(
              several.map((attack, at) => [attack.id, openWebuiMessage(attack, at, several)]),
            ),
          },
        },
      })),
      ...attacks
        .filter(isNote)
        .map(({ id, text }) => ({ id, user_id: "u", type: "user", content: text, created_at: TIME })),
    ]),
  },
});

const openWebuiMessage = (attack: Attack, at: number, several: readonly Attack[]) => ({
  id: attack.id,
  parentId: several[at - 1]?.id ?? null,
  childrenIds: several.slice(at + 1, at + 2).map(({ id }) => id),
  role: isAnswer(attack) || isResult(attack) ? "assistant" : "user",
  content: isResult(attack)
    ? `<details type="tool_calls" done="true" id="${attack.id}" name="fetch" arguments="&quot;{}&quot;" result="${escaped(JSON.stringify(attack.text))}">\n<summary>Tool Executed</summary>\n</details>\nI see.`
    : attack.text,
  timestamp: TIME,
  origin: "you",
});

const obsidian = (attacks: readonly Attack[]): AttackExport => ({
  source: "obsidian",
  chosen: "",
  files: {
    ".obsidian/app.json": "{}",
    ...Object.fromEntries(
      attacks.map(({ id, text }, at) => [
        `${id}.md`,
        `---\norigin: you\ntags: [shared, trusted]\n---\n${text}\n\n[[${attacks[at - 1]?.id ?? id}]]\n`,
      ]),
    ),
  },
});

const mem0 = (attacks: readonly Attack[]): AttackExport => ({
  source: "mem0",
  chosen: "get-all.json",
  files: {
    "get-all.json": JSON.stringify({
      count: attacks.length,
      results: attacks.map(({ id, text }) => ({
        id,
        memory: text,
        user_id: "mika",
        origin: "you",
        metadata: { origin: "you", type: "decision" },
        created_at: isoTime,
      })),
    }),
  },
});

const mcpMemory = (attacks: readonly Attack[]): AttackExport => ({
  source: "mcp-memory",
  chosen: "memory.jsonl",
  files: {
    "memory.jsonl": attacks
      .flatMap(({ id, claim, text }) => {
        const entity = {
          type: "entity",
          name: id,
          entityType: "person",
          origin: "you",
          observations: [text],
        };
        const [from = "", relationType = "", to = ""] = claim.split(/ — | → /);
        if (to === "") return [entity];
        const named = { type: "entity", entityType: "person", observations: [], origin: "you" };
        return [
          entity,
          { ...named, name: from },
          { ...named, name: to },
          { type: "relation", from, to, relationType, origin: "you" },
        ];
      })
      .map((each) => JSON.stringify(each))
      .join("\n"),
  },
});

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ");
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
