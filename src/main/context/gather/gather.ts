import type { Agent } from "#shared/contract/agents.ts";
import type { Overrides } from "#shared/contract/context.ts";
import { Failure, type Signal } from "#shared/contract/index.ts";
import type { DocumentCut } from "#shared/model/document-cut.ts";
import type { Picture } from "#shared/model/picture.ts";
import type { FileRole } from "#shared/contract/workspace.ts";
import { skillsOrigin } from "../../skills/skills.ts";
import { matchesGlob } from "../../workspace/match-glob.ts";
import { looksSecret } from "../../workspace/left-out-names.ts";
import { inProject } from "../../workspace/roots.ts";
import { privateHashes } from "../../workspace/shared-files.ts";
import { parseFrontMatter } from "#shared/model/front-matter.ts";
import type { ContextPorts, SessionView } from "../context-ports.ts";
import { type ContextFile, type Count, missingSource, Sources, type UnsavedText } from "./gather-sources.ts";
import { withPictures } from "./with-pictures.ts";
import { noteDates } from "../plan/persona-blocks.ts";
import type { BoundProfile, OwnSources, ProfileReads } from "../profiles/profile-kind.ts";
import { attachedOrigin } from "#shared/model/served-path.ts";
import { numberText } from "#shared/model/number-text.ts";
import { scopeOf } from "#shared/model/scope.ts";
import { ProjectReader } from "../snapshot/read-project.ts";
import { USUAL_OVERHEAD } from "../../tokens/encoding-for-model.ts";
import type { ToolDefinition } from "#shared/model/tool.ts";
import { dateIn } from "../../base/date-in.ts";
import { sha256 } from "../text-hash.ts";
import type { MemoryHit } from "../../memory/recall/memory-hit.ts";
import type { Compacted, Gathered, HistoryMessage, PreviousRun, SourceFile } from "../types.ts";

export type GatherInput = {
  /** The newest user message; empty when the session's history already ends with it. */
  readonly message: string;
  /** What is attached to it, when it is not in the history yet. */
  readonly pictures?: readonly Picture[];
  readonly cut?: readonly DocumentCut[];
  readonly agent: Agent;
  readonly profile: BoundProfile;
  readonly session: SessionView | null;
  readonly scope: string | undefined;
  readonly model: string | null;
  readonly activeFile: string | null;
  readonly overrides: Overrides;
  readonly hits: readonly MemoryHit[];
  readonly previous: PreviousRun | null;
  readonly compacted: Compacted | null;
  readonly isRun: boolean;
};

const NO_NAMES: ReadonlySet<string> = new Set();
const NO_OWN_SOURCES: OwnSources = { knowledgePaths: [], notes: [], additional: [], projectFiles: [] };

const isAll = ({ count, isListed }: ReturnType<ContextPorts["files"]["left"]>): boolean =>
  count === 0 && isListed;

/** The only part of the assembler that reads anything. It returns plain data. */
export class Gatherer {
  readonly #ports: ContextPorts;
  readonly #sources: Sources;
  readonly #project: ProjectReader;
  /** SOUL.md as it was first read, for profiles that keep it. */
  readonly #souls = new Map<string, SourceFile>();
  #files: readonly SourceFile[] = [];

  constructor(ports: ContextPorts) {
    this.#ports = ports;
    this.#sources = new Sources((text) => ports.originOf(text));
    this.#project = new ProjectReader(ports);
  }

  /** The next `layered` prompt reads SOUL.md again. */
  reloadSoul(): void {
    this.#souls.clear();
  }

  /** Waits for a limited time. A prompt of a large folder then uses what is counted, with a warning. */
  async #counted(warnings: string[]): Promise<void> {
    const { files } = this.#ports;
    await files.completeSoon();
    // Files are also left when the user paused counting.
    const { count, isListed } = files.left();
    if (isAll({ count, isListed })) return;
    const which = count === 0 ? "Some" : `${isListed ? "" : "At least "}${numberText(count)}`;
    warnings.push(`${which} files are not counted yet and are not sent.`);
  }

  async gather(input: GatherInput, signal?: Signal): Promise<Gathered> {
    const ports = this.#ports;
    const { agent, profile, overrides, session } = input;
    const { needs } = profile;
    await ports.files.ready();
    const now = ports.clock.now();
    const warnings: string[] = [];
    const { encoding, exact, overhead = USUAL_OVERHEAD } = ports.counter.encodingOf(input.model);
    const count: Count = async (text) => (await ports.counter.count(text, encoding, signal)).tokens;
    const scope = scopeOf(agent.scope, session?.kind ?? null, input.scope);
    const { include } = agent.workspaceFiles;
    // The gate recognises a copy of a private file only after all files are read. Included files, which may be many
    // or in folders, are counted after those beside AGENTS.md.
    if (scope === "shared") await ports.files.complete();
    else if (include.length > 0 && !isAll(ports.files.left())) await this.#counted(warnings);
    if (needs.has("recall") && agent.memory.enabled && (input.isRun || input.message.trim() !== ""))
      warnings.push(...recallWarnings(ports.recallReady()), ...noted(ports.recallNote()));
    const tools = toolsFor(input.model, agent, scope, ports, warnings);
    const listed = ports.files.list(agent.workspace);
    const sources = this.#sources.in(ports.originOf(""));
    const look: Look = { encoding, count, overrides, warnings, sources };
    const at = (name: string) => inProject(agent.workspace, name);

    const { skills, problems } = ports.skills(agent.workspace);
    warnings.push(...problems);
    const top = filesToSend(listed, include);
    const hasAgents = top.some((file) => file.role === "agents");
    const files = this.#sameAsBefore(
      await settled([
        ...top.map((file) => this.#read(file, look)),
        ...Object.entries(CORE)
          .filter(
            ([name, role]) =>
              !(hasAgents && role === "agents") && !top.some((file) => file.path === at(name)),
          )
          .map(([name, role]) => this.#sourceNow(at(name), role, look)),
        ...this.#unreadable(agent.workspace, needs, look),
      ]),
    );

    return {
      id: ports.ids.next(),
      at: now.toISOString(),
      date: dateIn(ports.timeZone(), now),
      projectName: ports.projectName(),
      machine: {
        operatingSystem: ports.operatingSystem,
        workspace: inProject(ports.folder, agent.workspace),
      },
      // Who the user is belongs to USER.md, which others do not see either.
      user: scope === "shared" ? { ...ports.user(), name: "", id: "" } : ports.user(),
      agent,
      session: session?.id ?? null,
      scope,
      model: input.model,
      encoding,
      exact,
      overhead,
      servedWindow: ports.servedWindow(agent, input.model),
      overrides,
      soul: await this.#soul(needs, [...new Set([SOUL, at(SOUL)])], look),
      files,
      memoryFile: await this.#source(at("MEMORY.md"), "memory", look),
      knowledge: await this.#source(at("knowledge/KNOWLEDGE.md"), "knowledge", look),
      privateHashes: scope === "shared" ? privateHashes(listed) : new Set(),
      skills: skills.map(({ name, description }) => ({ name, description })),
      origins: { folder: ports.originOf(""), skills: skillsOrigin(skills, ports.originOf("")) },
      hits: input.hits,
      memoryTools: tools.some((tool) => tool.name === "memory_search"),
      history: await withPictures(historyWith(session?.history ?? [], input), {
        sight: () => ports.pictures(agent, input.model),
        gone: session?.gonePictures ?? NO_NAMES,
      }),
      summarised: session?.summarised ?? [],
      compacted: input.compacted,
      tools,
      shelf: { ...ports.shelf(), joined: session?.joinedTools ?? NO_NAMES },
      ...NO_OWN_SOURCES,
      ...(await profile.gather(this.#reads(input, look, dateIn(ports.timeZone(), now), signal))),
      environment: ports.env,
      previous: input.previous,
      warnings,
    };
  }

  /** The list of the preview before when it has the same files, so that what was found out about it is found again. */
  #sameAsBefore(files: readonly SourceFile[]): readonly SourceFile[] {
    const before = this.#files;
    const isSame = before.length === files.length && files.every((file, index) => file === before[index]);
    if (!isSame) this.#files = files;
    return this.#files;
  }

  /** Sources that a profile may ask for beyond those of every prompt. */
  #reads(input: GatherInput, look: Look, today: string, signal?: Signal): ProfileReads {
    const { agent, profile } = input;
    return {
      knowledgePaths: () => this.#ports.knowledgePaths(agent.workspace),
      notes: () => this.#notes(agent.workspace, today, look),
      additional: () =>
        Promise.all(
          agent.additionalContextFiles.map(async (asked) => ({
            asked,
            file: await this.#additional(agent.workspace, asked, look),
          })),
        ),
      projectFiles: () => this.#project.read(profile.data, input, look.count, look.warnings, signal),
    };
  }

  /** Files that would be in the prompt if they were text. Files with fixed names are reported as missing anyway. */
  #unreadable(workspace: string, needs: Needs, look: Look): readonly SourceFile[] {
    const found = this.#ports.files
      .unreadable(workspace)
      .filter(({ role }) => NAMED_ROLES.has(role) || (role === "context" && needs.has("top-files")));
    for (const { why } of found) look.warnings.push(`${why} It is not in this prompt.`);
    return found
      .filter(({ role }) => role === "context")
      .map(({ path, role }) => look.sources.missing(path, role));
  }

  #read(file: ContextFile, look: Look): SourceFile | Promise<SourceFile> {
    const unsaved = unsavedText(look.overrides.files?.[file.path]?.text);
    return look.sources.of(file, look.encoding, look.count, unsaved, look.warnings);
  }

  async #source(path: string, role: FileRole, look: Look): Promise<SourceFile> {
    return this.#sourceNow(path, role, look);
  }

  #sourceNow(path: string, role: FileRole, look: Look): SourceFile | Promise<SourceFile> {
    const file = this.#ports.files.get(path);
    if (file) return this.#read(file, look);
    const unsaved = unsavedText(look.overrides.files?.[path]?.text);
    return unsaved === undefined
      ? look.sources.missing(path, role)
      : this.#unsaved(path, role, unsaved, look);
  }

  async #unsaved(path: string, role: FileRole, unsaved: UnsavedText, look: Look): Promise<SourceFile> {
    const tokens = await look.count(unsaved.text);
    return { ...missingSource(path, role), ...unsaved, tokens, sha256: sha256(unsaved.text), absent: null };
  }

  async #soul(needs: Needs, paths: readonly string[], look: Look): Promise<readonly SourceFile[]> {
    const found = await Promise.all(paths.map((path) => this.#source(path, "soul", look)));
    // A workspace usually has no SOUL.md of its own, so a missing one is not listed.
    const present = found.filter((file, index) => index === 0 || file.absent === null);
    if (!needs.has("kept-soul")) return present;
    return present.map((file) => this.#keptSoul(file, look));
  }

  #keptSoul(file: SourceFile, look: Look): SourceFile {
    if (look.overrides.files?.[file.path]?.text !== undefined) return file;
    const key = `${look.encoding}:${file.path}`;
    const kept = this.#souls.get(key);
    if (kept) return kept;
    if (file.absent === null) this.#souls.set(key, file);
    return file;
  }

  #notes(workspace: string, today: string, look: Look): Promise<Gathered["notes"]> {
    return Promise.all(
      noteDates(today).map(async (date) => ({
        date,
        files: await Promise.all(
          ["memory", "notes"].map((folder) =>
            this.#source(inProject(workspace, `${folder}/${date}.md`), "note", look),
          ),
        ),
      })),
    );
  }

  /** Looked up in the workspace, then in the project. */
  async #additional(workspace: string, asked: string, look: Look): Promise<SourceFile> {
    const clean = asked
      .split(/[\\/]/)
      .filter((name) => name !== "" && name !== ".")
      .join("/");
    if (clean.split("/").includes("..")) {
      look.warnings.push(`${asked} is refused as a context file: path traversal.`);
      return missingSource(asked, "other", "traversal");
    }
    if (looksSecret(clean)) {
      look.warnings.push(`${asked} looks like a secret, so it is never put into a prompt.`);
      return missingSource(asked, "other");
    }
    const inWorkspace = await this.#additionalAt(inProject(workspace, clean), look);
    return inWorkspace.absent === "missing" ? this.#additionalAt(clean, look) : inWorkspace;
  }

  /** From the index, otherwise from disk: deep folders may be indexed only after the first prompt. */
  async #additionalAt(path: string, look: Look): Promise<SourceFile> {
    const indexed = await this.#source(path, "other", look);
    if (indexed.absent === null) return indexed;
    try {
      const { text, hash, realRole } = await this.#ports.readProjectFile(path);
      const bare = withoutFront(text);
      return {
        ...missingSource(path, "other"),
        ...bare,
        tokens: await look.count(bare.text),
        sha256: hash,
        realRole,
        absent: null,
      };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.code !== "not-found") look.warnings.push(error.message);
      return missingSource(path, "other", error.code === "outside-root" ? "traversal" : "missing");
    }
  }
}

/** Some models cannot call tools; then none are sent, and the prompt says why. */
const toolsFor = (
  model: string | null,
  agent: Agent,
  scope: "main" | "shared",
  ports: ContextPorts,
  warnings: string[],
): readonly ToolDefinition[] => {
  const tools = ports.tools(agent, scope);
  const refusal = tools.length === 0 ? null : ports.noTools(agent, model);
  if (refusal === null) return tools;
  warnings.push(refusal);
  return [];
};

type Needs = BoundProfile["needs"];

type Look = {
  readonly encoding: string;
  readonly count: Count;
  readonly overrides: Overrides;
  readonly warnings: string[];
  readonly sources: Sources;
};

const SOUL = "SOUL.md";
const CORE = { "AGENTS.md": "agents", "USER.md": "user", "IDENTITY.md": "identity" } as const;
const NAMED_ROLES: ReadonlySet<string> = new Set(["soul", "agents", "user", "identity", "memory"]);

const CORE_ROLES: ReadonlySet<string> = new Set(["agents", "user", "identity"]);
/** Roles of files that a glob can bring into the prompt. Files of other roles have fixed places and rules. */
const GLOB_ROLES: ReadonlySet<string> = new Set(["context", "other", "knowledge"]);

/** The files that every `layered` prompt looks at. Cached per list, which is the same until a file changes. */
const filesToSend = (listed: readonly ContextFile[], include: readonly string[]): readonly ContextFile[] => {
  const kept = sentLists.get(listed) ?? new Map<string, readonly ContextFile[]>();
  sentLists.set(listed, kept);
  const key = include.join("\n");
  const known = kept.get(key);
  if (known) return known;
  const found = withAgentsFile(
    listed.filter(
      ({ role, inner }) =>
        CORE_ROLES.has(role) || (GLOB_ROLES.has(role) && include.some((glob) => matchesGlob(inner, glob))),
    ),
    listed,
  );
  kept.set(key, found);
  return found;
};

const sentLists = new WeakMap<readonly ContextFile[], Map<string, readonly ContextFile[]>>();

/** CLAUDE.md is read in the place of a missing AGENTS.md, under its own name. */
const withAgentsFile = (
  found: readonly ContextFile[],
  listed: readonly ContextFile[],
): readonly ContextFile[] => {
  if (found.some(({ role }) => role === "agents")) return found;
  const standIn = listed.find(({ inner, realRole }) => inner === "CLAUDE.md" && realRole === "context");
  if (!standIn) return found;
  const asAgents: ContextFile = { ...standIn, role: "agents", realRole: "agents" };
  return [asAgents, ...found.filter((file) => file !== standIn)];
};

/** Waits only when one of them is a promise, which is never the case in a preview after a moved slider. */
const settled = <T extends object>(values: (T | Promise<T>)[]): readonly T[] | Promise<readonly T[]> => {
  const there = values.filter((value): value is T => !(value instanceof Promise));
  return there.length === values.length ? there : Promise.all(values.map((value) => Promise.resolve(value)));
};

const unsavedText = (text: string | undefined): UnsavedText | undefined =>
  text === undefined ? undefined : withoutFront(text);

const withoutFront = (whole: string): UnsavedText => {
  const { priority, tags, offset } = parseFrontMatter(whole);
  return { text: whole.slice(offset), front: whole.slice(0, offset), priority, tags };
};

const historyWith = (
  history: readonly HistoryMessage[],
  { message, pictures = [], cut = [] }: GatherInput,
): readonly HistoryMessage[] => {
  if (message === "" && pictures.length === 0) return history;
  const attached = {
    ...(pictures.length > 0 && { pictures: [...pictures] }),
    ...(cut.length > 0 && { cut }),
  };
  return [
    ...history,
    { id: "new", role: "user", content: message, origin: attachedOrigin(message), ...attached },
  ];
};

const noted = (note: string | null): string[] => (note === null ? [] : [note]);

const recallWarnings = ({ done, total }: { readonly done: number; readonly total: number }): string[] =>
  done < total
    ? [
        `${numberText(done)} of ${numberText(total)} files can be recalled so far; the rest is still being read.`,
      ]
    : [];
