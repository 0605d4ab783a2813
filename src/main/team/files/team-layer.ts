import { lowestOrigin, type Origin } from "#shared/model/origin.ts";
import { parseFrontMatter } from "#shared/model/front-matter.ts";
import { shownName } from "../recall/team-memory.ts";
import { roleInWorkspace } from "../../workspace/file-role.ts";
import { sha256 } from "../../workspace/read-file.ts";
import type { FileRole } from "#shared/contract/workspace.ts";
import type { CachedFile, Pinned } from "./team-cache.ts";

/** Where a text of a prompt comes from, when it is a team's. */
export type TeamFacts = {
  readonly space: string;
  readonly author: string;
  readonly version: number;
  readonly pinned: boolean;
  readonly forAll: boolean;
};

/** A team's file in the form that prompts are made of. It lies below every workspace of the project. */
export type TeamLayerFile = {
  readonly path: string;
  readonly name: string;
  readonly inner: string;
  readonly role: FileRole;
  readonly realRole: FileRole;
  readonly sha: string;
  readonly bytes: number;
  readonly tokens: number;
  readonly encoding: string;
  readonly chars: number;
  readonly ownPriority: number | null;
  readonly tags: readonly string[];
  readonly origin: Origin;
  readonly team: TeamFacts;
  text(): string;
  front(): string;
};

export type TeamLayer = ReadonlyMap<string, TeamLayerFile>;

export const NO_TEAM_FILES: TeamLayer = new Map();

/** By the path below the workspace. What somebody else wrote is from outside, whatever it was for them. */
export const teamLayerOf = (
  { spaceName, member }: { readonly spaceName: string; readonly member: string },
  files: readonly CachedFile[],
  pins: ReadonlyMap<string, Pinned>,
): TeamLayer => {
  const layer = new Map<string, TeamLayerFile>();
  for (const file of files) {
    if (file.state !== "accepted") continue;
    const pinned = pins.get(file.item);
    const { body, version } = pinned ?? file;
    const { priority, tags, offset } = parseFrontMatter(body);
    const text = body.slice(offset);
    const role = roleInWorkspace(file.path);
    layer.set(file.path, {
      path: teamPath(spaceName, file.path),
      name: file.path.slice(file.path.lastIndexOf("/") + 1),
      inner: file.path,
      role,
      realRole: role,
      sha: sha256(Buffer.from(body, "utf8")),
      bytes: Buffer.byteLength(body, "utf8"),
      tokens: 0,
      // No encoding is called so: its tokens are counted, and the count is remembered by its text.
      encoding: "",
      chars: text.length,
      ownPriority: priority,
      tags,
      origin: lowestOrigin(file.origin, file.author === member ? "you" : "outside"),
      team: {
        space: shownName(spaceName),
        author: shownName(file.authorName),
        version,
        pinned: pinned !== undefined,
        forAll: file.forAll,
      },
      text: () => text,
      front: () => body.slice(0, offset),
    });
  }
  return layer;
};

/** Below the workspace, in order. */
export const teamKnowledge = (layer: TeamLayer): readonly string[] =>
  [...layer.keys()].filter((path) => path.startsWith("knowledge/")).sort();

/** Not the path of a file here: it has a colon. */
export const teamPath = (spaceName: string, inner: string): string =>
  `team:${shownName(spaceName).replaceAll(/[:/\\]/g, " ")}/${inner}`;
