import { createHash } from "node:crypto";
import type { Graph } from "../tables/graph.ts";
import type { MemoryDraft } from "./memory-draft.ts";
import type { MemorySource } from "./memory-sources.ts";
import type { Procedures } from "../tables/procedures.ts";
import type { ProfileDocument } from "../tables/profile-document.ts";
import { graphSource } from "../recall/recall-lists.ts";
import type { Tier } from "../tiers.ts";

/** The rows of a workspace's tables as memories: relations, workflows, and facts about the user. */
export const tableSources = (
  workspace: string,
  tables: { readonly graph: Graph; readonly procedures: Procedures; readonly profile: ProfileDocument },
): readonly MemorySource[] => {
  const names = new Map(tables.graph.entities(workspace).map(({ id, name }) => [id, name]));
  const relations = tables.graph
    .relations(workspace)
    .map(({ id, source, type, target, usedAt }) =>
      draft(
        "graph",
        id,
        usedAt,
        `${names.get(source)} — ${type.replaceAll("_", " ")} → ${names.get(target)}`,
      ),
    );
  const procedures = tables.procedures
    .list(workspace)
    .map(({ id, name, steps, usedAt }) => draft("procedural", id, usedAt, [name, ...steps].join("\n")));
  const profile = Object.entries(tables.profile).map(([key, value]) =>
    draft("profile", key, "", `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`),
  );
  return [
    source(graphSource(workspace), workspace, relations),
    source(`procedures:${workspace}`, workspace, procedures),
    source(`profile:${workspace}`, workspace, profile),
  ];
};

const source = (name: string, workspace: string, drafts: readonly MemoryDraft[]): MemorySource => ({
  source: name,
  workspace,
  agent: null,
  neighbours: false,
  mark: createHash("sha256").update(JSON.stringify(drafts)).digest("hex"),
  drafts: async () => drafts,
});

const draft = (tier: Tier, item: string, at: string, text: string): MemoryDraft => ({
  tier,
  item,
  lineFrom: null,
  lineTo: null,
  heading: "",
  kind: null,
  date: at.slice(0, 10),
  text,
});
