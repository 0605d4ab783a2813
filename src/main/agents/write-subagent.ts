import type { Agent, SubagentDraft, SubagentInfo } from "#shared/contract/agents.ts";
import { Failure, type Signal } from "#shared/contract/index.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { AgentsFile } from "./agents-file.ts";
import { agentId } from "./agent-keys.ts";
import { asDelegate } from "./delegates-of.ts";
import { readSubagent } from "./read-subagent.ts";
import { subagentText, subagentValuesOf } from "./subagent-text.ts";
import type { Subagents } from "./subagents.ts";

type Rooms = {
  readonly agents: AgentsFile;
  readonly subagents: Subagents;
  readonly workspace: Pick<Workspace, "read" | "writeAll">;
  readonly preview: (agent: Agent, signal: Signal) => Promise<Manifest>;
};

/** Every file of `subagents/`, with what it says where it can be read. */
export const listSubagents = ({ subagents }: Pick<Rooms, "subagents">): SubagentInfo[] =>
  subagents.list().map(({ path, home, agent, problem }) => ({
    id: path.slice(path.lastIndexOf("/") + 1, -".md".length),
    path,
    home,
    problem,
    values: agent === null ? null : subagentValuesOf(agent),
  }));

/** What a draft would be as a file, and the prompt that its model would get before anything is asked of it. */
export const trySubagent = async (
  rooms: Rooms,
  draft: SubagentDraft,
  signal: Signal,
): Promise<{ text: string; problem: string | null; manifest: Manifest | null }> => {
  const { text } = await textOf(rooms, draft);
  const read = readSubagent(text, { path: pathOf(draft), id: draft.id, home: draft.home });
  if (typeof read === "string") return { text, problem: read, manifest: null };
  const caller = rooms.agents.list().find(({ workspace }) => workspace === draft.home) ?? rooms.agents.get();
  const siblings = rooms.subagents.of(draft.home).flatMap(({ agent }) => agent?.id ?? []);
  const manifest = await rooms.preview(asDelegate(read, caller, siblings), signal);
  return { text, problem: null, manifest };
};

/**
 * Writes a subagent's file. `baseHash` is that of the file that was shown, null for a new one. Fails with
 * `invalid-agent`, `exists`, or `conflict` when the file is a different one by now.
 */
export const saveSubagent = async (
  rooms: Pick<Rooms, "agents" | "subagents" | "workspace">,
  draft: SubagentDraft,
  baseHash: string | null,
): Promise<{ path: string; change: string | null }> => {
  const path = pathOf(draft);
  if (!agentId.test(draft.id))
    throw refused("id", "The name must be lower-case letters, digits and hyphens.");
  if (rooms.agents.list().some(({ id }) => id === draft.id))
    throw refused("id", `agents.yaml has an agent "${draft.id}"; choose a different name.`);
  if (!rooms.agents.list().some(({ workspace }) => workspace === draft.home))
    throw refused("home", `No agent works in "${draft.home}".`);
  const { text, hash } = await textOf(rooms, draft);
  const read = readSubagent(text, { path, id: draft.id, home: draft.home });
  if (typeof read === "string") throw refused("", read);
  // The texts of the file as it was shown, and no other, are what the values were put into.
  if (baseHash !== null && hash !== null && hash !== baseHash)
    throw new Failure("conflict", `${path} was changed meanwhile. Open it again.`, { path });
  const [written] = await rooms.workspace.writeAll("", [{ path, text, baseHash }]);
  return { path, change: written?.change ?? null };
};

const pathOf = ({ home, id }: SubagentDraft): string =>
  home === "" ? `subagents/${id}.md` : `${home}/subagents/${id}.md`;

const textOf = async (
  { workspace }: Pick<Rooms, "workspace">,
  draft: SubagentDraft,
): Promise<{ text: string; hash: string | null }> => {
  const before = await workspace.read("", pathOf(draft)).catch((error: unknown) => {
    if (error instanceof Failure && error.code === "not-found") return null;
    throw error;
  });
  return { text: subagentText(draft.values, before?.text ?? null), hash: before?.hash ?? null };
};

const refused = (key: string, message: string): Failure => new Failure("invalid-agent", message, { key });
