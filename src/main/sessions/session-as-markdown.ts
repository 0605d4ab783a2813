import type { SessionInfo } from "#shared/contract/sessions.ts";
import type { MessageEntry, SessionEntry } from "#shared/model/session-entry.ts";
import { silentBefore } from "#shared/model/silent-before.ts";
import { readFileBlocks } from "#shared/model/tagged-text.ts";
import { cutStart } from "../base/cut-text.ts";
import { dateIn } from "../base/date-in.ts";

type Names = {
  /** Display names of agents by id. */
  readonly agents: ReadonlyMap<string, string>;
  readonly timeZone: string | undefined;
};

/** The selected branch, for people: names, local times, attached files as links. */
export const sessionAsMarkdown = (
  session: SessionInfo,
  branch: readonly SessionEntry[],
  names: Names,
): string => {
  const agent = names.agents.get(session.agent) ?? session.agent;
  const silent = silentBefore(branch);
  const parts = branch
    .flatMap((entry) => [
      entryAsMarkdown(entry, agent, names),
      silent.has(entry.id) ? "_No answer came before the next message._" : "",
    ])
    .concat(isAnswered(branch) ? [] : "_No answer came before this was exported._")
    .filter((part) => part !== "");
  return [
    `# ${session.title || "Conversation"}`,
    `With ${agent}, begun on ${localTime(session.createdAt, names.timeZone)}.`,
    ...parts,
    "",
  ].join("\n\n");
};

const isAnswered = (branch: readonly SessionEntry[]): boolean => {
  const last = branch.findLast(({ type }) => type === "message" || type === "tool_result");
  return last === undefined || (last.type === "message" && last.role !== "user");
};

/** Characters of a title in a file name. */
const MAX_NAME_CHARS = 60;

/** `Flour for Monday 2026-11-16`, in characters that every file system takes. */
export const conversationName = (session: SessionInfo, timeZone: string | undefined): string => {
  const title = session.title
    .replaceAll(/[^\p{L}\p{M}\p{N}'’,&+()-]+/gu, " ")
    .trim()
    .replace(/^[.\s-]+/, "");
  const short = title.length > MAX_NAME_CHARS ? cutAtWord(title) : title;
  const day = dateIn(timeZone, new Date(session.createdAt));
  return `${short.replace(/[\s,(&+'’-]+$/u, "") || "Conversation"} ${day}`;
};

const cutAtWord = (title: string): string => {
  const cut = cutStart(title, MAX_NAME_CHARS);
  return cut.lastIndexOf(" ") > MAX_NAME_CHARS / 2 ? cut.slice(0, cut.lastIndexOf(" ")) : cut;
};

const entryAsMarkdown = (entry: SessionEntry, agent: string, names: Names): string => {
  switch (entry.type) {
    case "message":
      return messageAsMarkdown(entry, agent, names);
    case "tool_use":
      return `**${entry.name}** \`${JSON.stringify(entry.args).replaceAll("`", "'")}\``;
    case "tool_result":
      return entry.declined ? "_Declined._" : fenced(entry.content);
    case "summary":
      return `---\n\n_Summary of what came before:_\n\n${entry.content}`;
    case "compaction":
      return "";
  }
};

const messageAsMarkdown = (entry: MessageEntry, own: string, { agents, timeZone }: Names): string => {
  const isAnswer = entry.role === "assistant";
  if (isAnswer && entry.content === "" && !entry.ending) return "";
  const agent = entry.agent === undefined ? own : (agents.get(entry.agent) ?? entry.agent);
  const who = isAnswer ? `${agent}${entry.model ? ` (${entry.model})` : ""}` : "You";
  const { files, end } = isAnswer ? { files: [], end: 0 } : readFileBlocks(entry.content);
  const inProject = new Set(entry.attachments ?? []);
  const attached = files.map(({ path }) =>
    inProject.has(path) ? `[${linkText(path)}](<${path.replaceAll(/[<>]/g, "")}>)` : `${path} (from outside)`,
  );
  return [
    `## ${who}, ${localTime(entry.timestamp, timeZone)}`,
    ...(attached.length > 0 ? [`Attached: ${attached.join(", ")}`] : []),
    ...(entry.content.slice(end) === "" ? [] : [entry.content.slice(end)]),
    ...(entry.ending ? [`_${entry.ending.message ?? ENDINGS[entry.ending.kind]}_`] : []),
    ...(entry.interrupted && !entry.ending ? ["_The answer was stopped._"] : []),
  ].join("\n\n");
};

const ENDINGS: Readonly<Record<NonNullable<MessageEntry["ending"]>["kind"], string>> = {
  length: "The answer was cut at the length limit.",
  empty: "The model answered with nothing.",
  refused: "The model refused to answer.",
  broken: "The answer broke off.",
  failed: "No answer came.",
  calls: "It asked for more tools at once than are run.",
};

const linkText = (path: string): string =>
  path.slice(path.lastIndexOf("/") + 1).replaceAll(/[[\]\\]/g, (sign) => `\\${sign}`);

/** `16 November 2026, 14:05` */
const localTime = (at: string, timeZone: string | undefined): string => {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  return new Intl.DateTimeFormat("en-GB", {
    dateStyle: "long",
    timeStyle: "short",
    ...(timeZone && { timeZone }),
  })
    .format(date)
    .replace(" at ", ", ");
};

/** A fence longer than any fence inside. */
const fenced = (text: string) => {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
};
