import { sha256 } from "../text-hash.ts";
import { isPrivateRole, isSharedFile } from "../../workspace/shared-files.ts";
import type { BoundProfile } from "../profiles/profile-kind.ts";
import type { MemoryHit } from "../../memory/recall/memory-hit.ts";
import type { Candidate, Gathered, ProjectFile, SourceFile } from "../types.ts";

/**
 * The scope gate: the one place that decides what a shared session may see. It runs after everything that
 * chooses sources and before anything that prints them, and removes the text itself, so later code cannot
 * leak what it removed. It works by an allow-list; what it does not know is private.
 */
export const gate = (gathered: Gathered, { sharing, needs }: GateRules): Gated => {
  if (gathered.scope === "main") return { allowed: gathered, withheld: [] };

  const privateHashes = hashesOfPrivate(gathered);
  const pass = (file: SourceFile): SourceFile => {
    if (privateHashes.has(file.sha256)) return keptBack(file);
    if (file.team && !file.team.forAll) return keptBack(file);
    if (isSharedFile(file, sharing.byTag)) return file;
    const isTaggable = isSharedFile({ ...file, tags: [SHARED_TAG] }, sharing.byTag);
    return { ...keptBack(file), ...(isTaggable ? { openedBy: SHARED_TAG } : {}) };
  };

  return {
    allowed: {
      ...gathered,
      machine: null,
      soul: gathered.soul.map(pass),
      files: gathered.files.map(pass),
      memoryFile: keptBack(gathered.memoryFile),
      knowledge: keptBack(gathered.knowledge),
      knowledgePaths: [],
      notes: gathered.notes.map(({ date, files }) => ({ date, files: files.map(keptBack) })),
      additional: gathered.additional.map(({ asked, file }) => ({ asked, file: pass(file) })),
      skills: [],
      // What a team marked for all is the only memory that a shared session has.
      hits: gathered.hits.filter(isForAll),
      projectFiles: [],
    },
    withheld: [
      ...gathered.hits
        .filter((hit) => !isForAll(hit))
        .map((hit) => withheld("memory", hit.id, hit.source, "hit")),
      ...(gathered.skills.length > 0 ? [withheld("system", "skills", "skills", "fixed")] : []),
      ...(needs.has("project-files") ? gathered.projectFiles.map((file) => withheldFile(file)) : []),
    ],
  };
};

type GateRules = Pick<BoundProfile, "sharing" | "needs">;

export type Gated = {
  readonly allowed: Gathered;
  /** What the gate removed besides files, for the account: that it exists, never its text. */
  readonly withheld: readonly Candidate[];
};

/** A hard link or a copy has the same bytes under a harmless name. */
const hashesOfPrivate = (gathered: Gathered): ReadonlySet<string> => {
  const everything = [
    ...gathered.files,
    gathered.memoryFile,
    gathered.knowledge,
    ...gathered.notes.flatMap(({ files }) => files),
  ];
  const gatheredHashes = everything
    .filter((file) => file.text !== null && file.text !== "" && isPrivateRole(file.role))
    .map((file) => file.sha256);
  return new Set([...gathered.privateHashes, ...gatheredHashes]);
};

const isForAll = ({ team, forAll }: MemoryHit): boolean => team !== undefined && forAll === true;

const SHARED_TAG = "shared";

const keptBack = (file: SourceFile): SourceFile =>
  file.absent === null
    ? { ...file, text: null, absent: "scope", keptBackChars: file.text?.length ?? 0 }
    : file;

const withheldFile = ({ path, text, tokens, utf8Bytes, sha256: hash }: ProjectFile): Candidate => ({
  ...withheld("files", path, path, "file"),
  role: "user",
  raw: { tokens, chars: text?.length ?? utf8Bytes },
  sha256: hash,
});

const withheld = (
  layer: Candidate["layer"],
  name: string,
  source: string,
  hold: Candidate["hold"],
): Candidate => ({
  id: `${layer}:${name}`,
  layer,
  source,
  role: "system",
  origin: "you",
  hold,
  place: "outside",
  text: "",
  tokens: 0,
  raw: { tokens: 0, chars: 0 },
  keptTokens: 0,
  status: "excluded",
  reason: "scope",
  sha256: sha256(""),
});
