import { Failure } from "#shared/contract/index.ts";
import { lowestOrigin, type Origin } from "#shared/model/origin.ts";
import { MAX_TEAM_TEXT_BYTES, type TeamDraft, type TeamSource } from "#shared/model/team.ts";
import { visibleText } from "#shared/model/visible-text.ts";
import type { AgentsFile } from "../../agents/agents-file.ts";
import type { ProjectMemory } from "../../memory/project-memory.ts";
import { redact } from "../../sessions/redact.ts";
import type { Skills } from "../../skills/skills.ts";
import type { CachedFile } from "../../team/files/team-cache.ts";
import { isTeamPlace } from "../../team/files/team-place.ts";
import { looksSecret } from "../../workspace/left-out-names.ts";
import { realPathIn } from "../../workspace/roots.ts";
import type { Workspace } from "../../workspace/workspace.ts";

export type DraftPorts = {
  readonly workspace: Workspace;
  readonly memory: ProjectMemory;
  readonly skills: Skills;
  readonly agents: AgentsFile;
  /** The lowest origin of a text's lines. */
  readonly originOf: (text: string) => Origin;
};

type Taken = Pick<TeamDraft, "kind" | "heading" | "body" | "path" | "origin">;

/** What sharing something of the project would propose. The program says where it came from, never the caller. */
export const draftOf = async (
  source: TeamSource,
  ports: DraftPorts,
  known: (path: string) => CachedFile | null,
): Promise<TeamDraft> => {
  const taken = await take(source, ports);
  if (Buffer.byteLength(taken.body, "utf8") > MAX_TEAM_TEXT_BYTES)
    throw new Failure("team-too-large", "This is too large for a team space: at most 1 MB.");
  if (taken.body.trim() === "") throw new Failure("team-empty", "There is no text in it to share.");
  const there = taken.path === null ? null : known(taken.path);
  return {
    ...taken,
    item: there?.item ?? null,
    baseVersion: there?.version ?? null,
    warnings: warningsOf(taken),
  };
};

const take = (source: TeamSource, ports: DraftPorts): Promise<Taken> | Taken => {
  switch (source.from) {
    case "memory":
      return takeMemory(source.id, ports);
    case "note":
      return takeNote(source.path, source.lines, ports);
    case "file":
      return takeFile(source.path, ports);
    case "skill":
      return takeSkill(source, ports);
  }
};

const takeMemory = (id: string, { memory, originOf }: DraftPorts): Taken => {
  const found = memory.memories.get(id);
  if (!found) throw new Failure("memory-not-found", "There is no such memory.", { id });
  const { heading, text: body, origin } = found;
  return { kind: "memory", heading, body, path: null, origin: lowestOrigin(origin, originOf(body)) };
};

const takeNote = async (
  path: string,
  lines: readonly [number, number] | undefined,
  ports: DraftPorts,
): Promise<Taken> => {
  const { text, inner } = await readPlain(path, ports);
  const body = lines
    ? text
        .split("\n")
        .slice(lines[0] - 1, lines[1])
        .join("\n")
    : text;
  const name = inner.slice(inner.lastIndexOf("/") + 1).replace(/\.(?:md|markdown|txt)$/, "");
  return { kind: "note", heading: name, body, path: null, origin: ports.originOf(body) };
};

const takeFile = async (path: string, ports: DraftPorts): Promise<Taken> => {
  const { text: body, inner } = await readPlain(path, ports);
  if (!isTeamPlace("file", inner)) throw notATeamFile(inner);
  return { kind: "file", heading: "", body, path: inner, origin: ports.originOf(body) };
};

const takeSkill = async (
  { name, agent }: Extract<TeamSource, { from: "skill" }>,
  { workspace, skills, agents }: DraftPorts,
): Promise<Taken> => {
  await workspace.files.ready();
  const { description, ...found } = skills.get(agents.get(agent).workspace, name);
  const path = `skills/${name}/SKILL.md`;
  if (!isTeamPlace("skill", path)) throw notATeamFile(path);
  const body = `---\nname: ${JSON.stringify(name)}\ndescription: ${JSON.stringify(description)}\n---\n\n${found.body}`;
  return { kind: "skill", heading: name, body, path, origin: found.origin };
};

/** A file that others may read: no secret, by its name or by what a link leads to. */
const readPlain = async (path: string, { workspace }: DraftPorts) => {
  const target = await workspace.roots.forReading("", path);
  if (looksSecret(target.path) || looksSecret(realPathIn(workspace.roots.project, target.absolute)))
    throw new Failure("secret-file", `${path} looks like a secret, so it is not shared.`, { path });
  const { text } = await workspace.read("", path);
  return { text, inner: workspace.roots.workspaceOf(target.path)?.inner ?? target.path };
};

const notATeamFile = (path: string) =>
  new Failure(
    "team-path",
    `${path} has no place among a team's files, which are SOUL.md, AGENTS.md, text files below knowledge/, and skills. Share it as a note.`,
    { path },
  );

const warningsOf = ({ body, origin }: Taken): string[] => {
  const warnings: string[] = [];
  if (redact(body) !== body) warnings.push("It has something that looks like a key or a home folder.");
  if (visibleText(body) !== body) warnings.push("It has invisible characters.");
  if (origin === "outside") warnings.push("It came from outside: you or your agents did not write it.");
  return warnings;
};
