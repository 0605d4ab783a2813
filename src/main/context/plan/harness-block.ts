import { cutStart } from "../../base/cut-text.ts";
import { isBlankText, trimBody } from "./cut-text.ts";
import type { Piece } from "./piece.ts";

export type HarnessFile = {
  readonly source: string;
  readonly text: string | null;
  /**
   * The whole text when the window shortened or removed it, so that memory does not grow into the room of another
   * file.
   */
  readonly whole?: string;
};

export type HarnessInput = {
  readonly session: SessionFacts;
  readonly agents: HarnessFile;
  readonly memory: HarnessFile;
  /** KNOWLEDGE.md, and the workspace-relative path of every file under `knowledge/`, itself included. */
  readonly knowledge: HarnessFile & { readonly files: readonly string[] };
  /** In the configured order; `path` as configured, `source` where it was found. */
  readonly additional: readonly (HarnessFile & { readonly path: string })[];
  /** The profile's `injection.maxContextTokens`, in units of four characters. */
  readonly maxContextTokens: number;
  /** Whether the agent can search its memory; the notice of a cut says so. */
  readonly memoryTools: boolean;
};

export type SessionFacts = {
  readonly agent: string;
  readonly date: string;
  readonly operatingSystem: string;
  readonly workspace: string;
  readonly session: string | null;
};

/** The block that follows the agent's prompt in the same message, as pieces: joined they are its text. */
export const harnessBlock = (input: HarnessInput): Piece[] => {
  const session = sessionContext(input.session);
  const agents = trimBody(input.agents.text ?? "");
  const isKnown = input.knowledge.whole === undefined;
  const knowledge = knowledgeText(input.knowledge.text ?? "", isKnown ? input.knowledge.files : []);
  const additional = input.additional.map((file) => ({ ...file, body: trimBody(file.text ?? "") }));

  const others = [
    session,
    trimBody(input.agents.whole ?? agents),
    knowledgeText(input.knowledge.whole ?? input.knowledge.text ?? "", input.knowledge.files),
    ...additional.map((file) => trimBody(file.whole ?? file.body)),
  ];
  const memoryBudget = input.maxContextTokens - others.reduce((sum, text) => sum + harnessSize(text), 0);
  const memory = fitMemory(trimBody(input.memory.text ?? ""), memoryBudget, input.memoryTools);

  const tags = ownTags(input.additional.map(({ path }) => path));
  const own = (tag: string, body: string) => element(tag, body.replaceAll(tags, "&lt;"));

  return [
    builtIn("session-context", `${session}\n\n`),
    builtIn("guidance", `${guidance(input.memoryTools)}\n\n`),
    builtIn("loaded-context:open", "<loaded_context>\n"),
    filePiece(input.agents, agents, own("agents_context", agents)),
    {
      ...filePiece(input.memory, memory.text, own("memory_context", memory.text)),
      keptChars: memory.cut ? memory.kept : (input.memory.text?.length ?? 0),
      ...(memory.cut ? { status: "truncated", reason: "memory-budget" } : {}),
      limit: Math.max(0, memoryBudget) * 4,
    },
    filePiece(input.knowledge, knowledge, own("domain_knowledge_context", knowledge)),
    ...additional.map((file) =>
      filePiece(file, file.body, file.body === "" ? "" : own(contextTag(file.path), file.body)),
    ),
    builtIn("loaded-context:close", "</loaded_context>"),
  ];
};

/** Matches the `<` of anything that reads as an opening or closing tag of the block; with the flag `g`. */
export const ownTags = (additional: readonly string[]): RegExp => {
  const names = ["loaded_context", "agents_context", "memory_context", "domain_knowledge_context"];
  const all = [...names, ...additional.map(contextTag)].map((name) => name.replaceAll(/\W/g, "\\$&"));
  return new RegExp(`<(?=\\s*/?\\s*(?:${all.join("|")})(?![\\w-]))`, "gi");
};

/** The unit of this profile: four characters, rounded down. */
export const harnessSize = (text: string): number => Math.floor(text.length / 4);

/** `docs/Style.md` → `docs_style_md`. */
export const contextTag = (path: string): string => path.toLowerCase().replace(/[\\/.]/g, "_");

export const sessionContext = (facts: SessionFacts): string =>
  [
    "## Session Context",
    `- Agent: ${facts.agent}`,
    `- Operating system: ${facts.operatingSystem}`,
    `- Workspace: ${facts.workspace}`,
    ...(facts.session === null ? [] : [`- Session: ${facts.session}`]),
    // Last, because it is the only line that changes within a session.
    `- Date: ${facts.date}`,
  ].join("\n");

export const guidance = (memoryTools: boolean): string =>
  [
    "## Workspace guidance",
    "- `AGENTS.md` holds your role and the conventions of this workspace. Follow them.",
    "- `knowledge/` holds reference documents. `KNOWLEDGE.md` is loaded below with a list of the others; read one of them when the task needs it.",
    "- `MEMORY.md` holds what is worth keeping for a long time, `memory/YYYY-MM-DD.md` the notes of a day.",
    "- `skills/` holds instructions for particular kinds of work, `subagents/` the agents work can be handed to.",
    ...(memoryTools
      ? [
          "- Memory can be searched: use `memory_search` before answering about earlier work, decisions, dates, people or preferences, and `memory_get` to read what it finds.",
        ]
      : []),
  ].join("\n");

export const knowledgeText = (text: string, files: readonly string[]): string => {
  const body = trimBody(text);
  if (files.length === 0) return body;
  const listing = ["Knowledge files:", ...files.map((path) => `- ${path}`)].join("\n");
  return body === "" ? listing : `${body}\n\n${listing}`;
};

const fitMemory = (text: string, budget: number, memoryTools: boolean) => {
  const whole = { text, kept: text.length, cut: false };
  if (text === "" || (budget > 0 && harnessSize(text) <= budget)) return whole;
  const notice = memoryTools
    ? "... (memory truncated — use memory_search for older entries) ..."
    : "... (memory truncated) ...";
  const kept = cutStart(text, Math.max(0, budget) * 4);
  return { text: kept === "" ? notice : `${kept}\n\n${notice}`, kept: kept.length, cut: true };
};

const element = (tag: string, body: string): string =>
  body === "" ? `  <${tag}></${tag}>\n` : `  <${tag}>\n${indent(body)}\n  </${tag}>\n`;

/** Blank lines are lines too. */
const indent = (text: string) => `  ${text.replaceAll("\n", "\n  ")}`;

const builtIn = (source: string, text: string): Piece => ({
  source,
  text,
  rawChars: text.length,
  keptChars: text.length,
  status: "included",
  reason: null,
});

const filePiece = (file: HarnessFile, body: string, text: string): Piece => {
  const rawChars = file.text?.length ?? 0;
  const isEmpty = isBlankText(body);
  return {
    source: file.source,
    text,
    rawChars,
    keptChars: isEmpty ? 0 : rawChars,
    status: isEmpty ? (file.text === null ? "missing" : "excluded") : "included",
    reason: isEmpty && file.text !== null ? "empty" : null,
  };
};
