import { setTimeout as delay } from "node:timers/promises";
import type { Proposal, Proposals } from "#shared/contract/project.ts";
import type { FolderKind } from "#shared/model/folder-kind.ts";
import type { ProposalId } from "#shared/model/folder-proposal.ts";
import { LIMITED_FILE_LAYERS } from "#shared/model/layer.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { resolveProfile } from "../context/profiles/resolve-profile.ts";
import type { OpenProject } from "./open-project.ts";

/** For a folder this many times larger than the window no prompt is assembled, because it cannot fit. */
const MAX_TIMES_WINDOW = 4;
/** Counting a large folder continues in the background; proposals use what is counted after this time. */
const LONGEST_WAIT_MS = 2_000;

type Rooms = Pick<OpenProject, "agents" | "context" | "profiles" | "workspace" | "folderKind" | "settings">;

/** Three ways to send a folder, each with its budget as the assembler makes it. Writes nothing. */
export const proposalsFor = async (project: Rooms, agentId: string | undefined): Promise<Proposals> => {
  const { agents, context, workspace, folderKind, settings } = project;
  const agent = agents.get(agentId);
  await workspace.files.ready();
  const isCounted = await Promise.race([
    workspace.files.complete().then(() => true),
    delay(LONGEST_WAIT_MS, false, { ref: false }),
  ]);
  const files = workspace.files.list(agent.workspace);
  const tokens = files.reduce((sum, file) => sum + file.tokens, 0);
  const budgetOf = async (include: readonly string[]) => {
    const overrides = { include: [...include] };
    const asked = { agent: agent.id, message: "", overrides, include: ["manifest" as const] };
    return (await context.preview(asked)).manifest;
  };
  const found = await budgetOf([]);
  const isFarTooLarge = tokens > MAX_TIMES_WINDOW * found.window.max;
  const all = isFarTooLarge ? null : await budgetOf(everything(folderKind.kind()));
  const chosen = settings.get().proposal === "choose" ? agent.workspaceFiles.include : TOP_LEVEL;
  // A folder that takes long to count is large.
  const isLarge = !isCounted || tokens * 4 > found.window.max;
  const recommended: ProposalId = isLarge ? "find" : "everything";
  return {
    recommended,
    chosen: settings.get().proposal ?? null,
    // The rows are counted for the default model, which may not be the agent's.
    counted: {
      files: files.length,
      tokens,
      exact: found.exact && files.every(({ encoding }) => encoding === found.encoding),
      all: isCounted,
    },
    window: found.window.max,
    proposals: [
      proposal("everything", everything(folderKind.kind()), all),
      proposal("find", [], found, await recallBudget(project, agent.profile)),
      proposal("choose", chosen, await budgetOf(chosen)),
    ],
  };
};

/** Writes the chosen globs to the agent, and the choice to the project's settings. */
export const chooseProposal = async (
  { agents, folderKind, settings }: Pick<Rooms, "agents" | "folderKind" | "settings">,
  choice: {
    readonly proposal: ProposalId;
    readonly include?: readonly string[] | undefined;
    readonly agent?: string | undefined;
  },
): Promise<void> => {
  const globs = includeFor(choice.proposal, folderKind.kind(), choice.include);
  await agents.save(agents.get(choice.agent).id, { workspaceFiles: { include: [...globs] } });
  await settings.set({ proposal: choice.proposal });
};

/** The globs of a choice. */
const includeFor = (
  id: ProposalId,
  kind: FolderKind,
  given: readonly string[] | undefined,
): readonly string[] => {
  if (id === "choose") return given ?? TOP_LEVEL;
  return id === "find" ? [] : everything(kind);
};

const TOP_LEVEL: readonly string[] = ["*.md"];

/** In a folder of notes, the notes; in other folders every text. */
const everything = (kind: FolderKind): readonly string[] =>
  kind === "code" || kind === "documents" ? ["**/*"] : ["**/*.md"];

/**
 * Tokens that recall may use, by the agent's profile. Without a question nothing is recalled, so no manifest has
 * the figure.
 */
export const recallBudget = async ({ profiles }: Pick<Rooms, "profiles">, id: string): Promise<number> =>
  resolveProfile(id, (await profiles.list()).profiles).budget("memory") ?? 0;

const proposal = (
  id: ProposalId,
  include: readonly string[],
  manifest: Manifest | null,
  recall = 0,
): Proposal => ({
  id,
  include: [...include],
  budget: manifest && {
    used: manifest.window.used,
    exact: manifest.exact,
    free: manifest.window.free,
    percent: manifest.window.percent,
    layers: manifest.layers.map((layer) => ({ id: layer.id, tokens: layer.tokens })),
    sent: fileSegments(manifest).filter(({ sent }) => sent.tokens > 0).length,
    leftOut: fileSegments(manifest).filter(({ sent, status }) => sent.tokens === 0 && status !== "missing")
      .length,
    recall,
  },
});

const fileSegments = ({ segments }: Manifest) =>
  segments.filter(({ layer }) => LIMITED_FILE_LAYERS.has(layer));
