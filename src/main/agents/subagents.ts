import type { Agent } from "#shared/contract/agents.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { readSubagent } from "./read-subagent.ts";

/** One file of `subagents/`: the agent, or why it cannot be used. */
export type SubagentFile = {
  readonly path: string;
  readonly home: string;
  readonly agent: Agent | null;
  readonly problem: string | null;
};

const MAX_FILES = 100;
const MAX_BYTES = 256 * 1024;

/**
 * The subagents of a project: `subagents/<id>.md` of each workspace. A file is read again when it changes; links are
 * not followed. An untrusted folder has none: a subagent is a text that an agent obeys.
 */
export class Subagents {
  readonly #files: KeptFiles;
  readonly #workspaces: () => readonly string[];
  readonly #isTrusted: () => boolean;
  readonly #read = new Map<string, { readonly mark: string; readonly file: SubagentFile }>();

  constructor(project: string, workspaces: () => readonly string[], isTrusted: () => boolean) {
    this.#files = new KeptFiles(project);
    this.#workspaces = workspaces;
    this.#isTrusted = isTrusted;
  }

  /** Of all workspaces. */
  list(): readonly SubagentFile[] {
    return [...new Set(this.#workspaces())].flatMap((home) => this.of(home));
  }

  agents(): readonly Agent[] {
    return this.list().flatMap(({ agent }) => agent ?? []);
  }

  /** Folders of their own that exist. */
  workspaces(): readonly string[] {
    return this.agents().flatMap(({ workspace }) =>
      workspace !== "" && this.#looksLikeFolder(workspace) ? [workspace] : [],
    );
  }

  of(home: string): readonly SubagentFile[] {
    if (!this.#isTrusted()) return [];
    const folder = home === "" ? "subagents" : `${home}/subagents`;
    return this.#names(folder).map((name) => this.#fileAt(`${folder}/${name}`, name.slice(0, -3), home));
  }

  #fileAt(path: string, id: string, home: string): SubagentFile {
    const mark = this.#files.mark(path);
    const known = this.#read.get(path);
    if (known?.mark === mark) return known.file;
    const read = this.#parsed(path, id, home);
    const file = {
      path,
      home,
      agent: typeof read === "string" ? null : read,
      problem: typeof read === "string" ? read : null,
    };
    this.#read.set(path, { mark, file });
    return file;
  }

  #parsed(path: string, id: string, home: string): Agent | string {
    try {
      const bytes = this.#files.readSync(path, MAX_BYTES);
      return readSubagent(new TextDecoder("utf-8", { fatal: true }).decode(bytes), { path, id, home });
    } catch {
      return `${path} could not be read as text of at most 256 KB. The subagent was left out.`;
    }
  }

  #looksLikeFolder(path: string): boolean {
    try {
      return this.#files.look(path) === "folder";
    } catch {
      return false;
    }
  }

  #names(folder: string): readonly string[] {
    try {
      const all = [...this.#files.namesSync(folder)].filter((name) => /^[^_.].*\.md$/.test(name));
      return all.sort().slice(0, MAX_FILES);
    } catch {
      return [];
    }
  }
}
