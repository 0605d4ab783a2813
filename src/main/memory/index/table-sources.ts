import { createHash } from "node:crypto";
import { lowestOrigin, type Origin } from "#shared/model/origin.ts";
import type { Graph } from "../tables/graph.ts";
import type { MemoryDraft } from "./memory-draft.ts";
import { FORMAT, type MemorySource } from "./memory-sources.ts";
import type { Procedures } from "../tables/procedures.ts";
import type { ProfileDocument } from "../tables/profile-document.ts";
import type { ProfileOrigins } from "../tables/profile-store.ts";
import { graphSource } from "../recall/recall-lists.ts";
import type { Tier } from "../tiers.ts";

/** The rows of a workspace's tables as memories: relations, workflows, and facts about the user. */
export const tableSources = (
  workspace: string,
  tables: {
    readonly graph: Graph;
    readonly procedures: Procedures;
    readonly profile: { readonly document: ProfileDocument; readonly origins: ProfileOrigins };
    /** The highest origin that anything of the folder can have. */
    readonly folderOrigin: Origin;
  },
): readonly MemorySource[] => {
  const names = new Map(tables.graph.entities(workspace).map(({ id, name }) => [id, name]));
  const relations = tables.graph
    .relations(workspace)
    .map(({ id, source, type, target, usedAt, origin }) =>
      draft(
        lowestOrigin(tables.folderOrigin, origin),
        "graph",
        id,
        usedAt,
        `${names.get(source)} — ${type.replaceAll("_", " ")} → ${names.get(target)}`,
      ),
    );
  const procedures = tables.procedures
    .list(workspace)
    .map(({ id, name, steps, usedAt, origin }) =>
      draft(lowestOrigin(tables.folderOrigin, origin), "procedural", id, usedAt, [name, ...steps].join("\n")),
    );
  const { document, origins } = tables.profile;
  const profile = Object.entries(document).map(([key, value]) =>
    draft(
      lowestOrigin(tables.folderOrigin, origins.get(key) ?? "agent"),
      "profile",
      key,
      "",
      `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
    ),
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
  mark: `${FORMAT}:${createHash("sha256").update(JSON.stringify(drafts)).digest("hex")}`,
  drafts: async () => drafts,
});

const draft = (origin: Origin, tier: Tier, item: string, at: string, text: string): MemoryDraft => ({
  origin,
  tier,
  item,
  lineFrom: null,
  lineTo: null,
  heading: "",
  kind: null,
  date: at.slice(0, 10),
  text,
});
