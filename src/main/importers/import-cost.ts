import type { Agent } from "#shared/contract/agents.ts";
import type { Signal } from "#shared/contract/signal.ts";
import type { ImportCost, ImportItem } from "#shared/model/import-plan.ts";
import type { AgentsFile } from "../agents/agents-file.ts";
import type { Context } from "../context/context.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import { inProject } from "../workspace/roots.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { PlanRead } from "./import-messages.ts";
import { SECTION_FILES } from "./found.ts";
import { headingOf, lineOf, sectionFor } from "./import-sections.ts";

export type CostPorts = {
  readonly context: Context;
  readonly agents: AgentsFile;
  readonly workspace: Workspace;
  readonly tokens: TokenCounter;
};

type Chosen = {
  readonly read: PlanRead;
  readonly items: readonly ImportItem[];
  readonly agent: Agent;
  readonly at: Date;
};

/** What the chosen things would add to every message: the assembler's own answer with the texts they would make. */
export const importCosts = async (
  ports: CostPorts,
  chosen: Chosen,
  signal?: Signal,
): Promise<readonly ImportCost[]> => {
  const texts = await textsAfter(ports, chosen);
  const costs: ImportCost[] = [];
  for (const agent of inUse(ports.agents.list(), chosen.agent)) {
    const asked = { agent: agent.id, message: "", include: ["manifest" as const] };
    const { manifest: now } = await ports.context.preview(asked, signal);
    const { manifest: then } = await ports.context.preview({ ...asked, overrides: { files: texts } }, signal);
    const listed = (await ports.context.listsKnowledge(agent.profile))
      ? await listedFiles(ports, chosen, now.encoding)
      : 0;
    costs.push({
      agent: agent.id,
      profile: now.profile,
      before: now.window.used,
      after: then.window.used + listed,
      // Where each file of knowledge has a line in the prompt, those lines are counted apart.
      exact: now.exact && then.exact && listed === 0,
    });
  }
  return costs;
};

/** One agent per profile, among those that share the workspace. */
const inUse = (agents: readonly Agent[], target: Agent): readonly Agent[] => {
  const sharing = agents.filter(({ workspace }) => workspace === target.workspace);
  return [...new Map(sharing.map((agent) => [agent.profile, agent])).values()];
};

/** The files that prompts have, as they would be. */
const textsAfter = async (
  { workspace }: CostPorts,
  { read, items, agent, at }: Chosen,
): Promise<Record<string, { text: string }>> => {
  const chosen = new Map(items.map((item) => [item.key, item.to]));
  const added = new Map<string, string[]>();
  for (const item of read.items) {
    const to = chosen.get(item.key);
    if (to === undefined) continue;
    const isSoul = item.kind === "section" && item.target === "soul";
    const path = isSoul ? SECTION_FILES.soul : inProject(agent.workspace, to);
    const lines = item.kind === "memory" ? [lineOf(item)] : item.kind === "section" ? [item.text.trim()] : [];
    if (lines.length > 0) added.set(path, [...(added.get(path) ?? []), ...lines]);
  }
  const texts: Record<string, { text: string }> = {};
  for (const [path, lines] of added) {
    const before = await workspace.readManaged("", path);
    texts[path] = { text: before + sectionFor(before, headingOf(read.source, at), lines) };
  }
  return texts;
};

/** Some profiles list the path of every file of knowledge in every prompt, also of those never read. */
const listedFiles = async ({ tokens }: CostPorts, { items }: Chosen, encoding: string): Promise<number> => {
  const documents = items.filter(({ kind }) => kind === "document");
  if (documents.length === 0) return 0;
  const list = documents.map(({ to }) => `- ${to}`).join("\n");
  return (await tokens.count(list, encoding)).tokens;
};
