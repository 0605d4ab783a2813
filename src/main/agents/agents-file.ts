import { posix } from "node:path";
import type { Agent } from "#shared/contract/agents.ts";
import { Failure } from "#shared/contract/index.ts";
import type { FileWarning } from "#shared/contract/project.ts";
import { errnoOf } from "../base/errno.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { OneAtATime } from "../base/one-at-a-time.ts";
import { onDisk } from "../workspace/fs-failure.ts";
import { type OwnChange, type WriteOwnFile, writePlainly } from "../workspace/write-own-file.ts";
import { privateFolder } from "../workspace/path-policy.ts";
import { removeAgentInText, saveAgentInText } from "./edit-agents.ts";
import type { Values } from "./merge-values.ts";
import { agentsFileName, type AgentsRead, readAgents } from "./read-agents.ts";

/** Larger than anyone writes by hand; parsing happens on the main thread. */
const MAX_BYTES = 1024 * 1024;

export type AgentsFileOptions = {
  /**
   * Whether the folder is currently the user's own: then the workspace is the folder itself, and agents are
   * stored in `.satchel/agents.yaml`.
   */
  readonly isOwnFolder?: () => boolean;
  /** Without a recorder nothing is recorded. */
  readonly write?: WriteOwnFile;
};

/** The project's agents, read again whenever the file changed on disk. An agents.yaml in the root wins. */
export class AgentsFile {
  readonly #files: KeptFiles;
  readonly #options: AgentsFileOptions;
  #read: { readonly mark: string; readonly result: AgentsRead } | null = null;
  readonly #writes = new OneAtATime();

  constructor(project: string, options: AgentsFileOptions = {}) {
    this.#files = new KeptFiles(project);
    this.#options = options;
  }

  /** At least one agent; the first is the default one. */
  list(): readonly Agent[] {
    return this.#current().agents;
  }

  warnings(): readonly FileWarning[] {
    return this.#current().warnings;
  }

  /** The agent with the id, or the default one; fails with `agent-not-found`. */
  get(id?: string): Agent {
    const agents = this.list();
    const found = id === undefined ? agents[0] : agents.find((agent) => agent.id === id);
    if (found) return found;
    throw new Failure("agent-not-found", `There is no agent "${id}" in this project.`, { id });
  }

  /** Returns the change that can be undone; null when nothing changed. */
  save(id: string, values: Values, as?: OwnChange): Promise<string | null> {
    return this.#edit(as ?? { title: `Changed the agent ${id}` }, (text) =>
      saveAgentInText(text, id, values),
    );
  }

  remove(id: string): Promise<string | null> {
    return this.#edit({ title: `Removed the agent ${id}` }, (text) => removeAgentInText(text, id));
  }

  #isOwnFolder(): boolean {
    return this.#options.isOwnFolder?.() ?? false;
  }

  /** Project-relative. An existing file is used, the root's first; for a new one the folder's kind decides. */
  #path(): string {
    const places = [agentsFileName, posix.join(privateFolder, agentsFileName)];
    const found = places.find((path) => this.#files.mark(path) !== "none");
    return found ?? (this.#isOwnFolder() ? places[1] : places[0]) ?? agentsFileName;
  }

  #current(): AgentsRead {
    const path = this.#path();
    const mark = `${path}:${this.#isOwnFolder()}:${this.#files.mark(path)}`;
    if (this.#read?.mark !== mark) this.#read = { mark, result: this.#load(path) };
    return this.#read.result;
  }

  #load(path: string): AgentsRead {
    const options = { path, workspace: this.#isOwnFolder() ? "" : undefined };
    try {
      return readAgents(this.#text(path), options);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const warning = { code: error.code, path, line: null, message: error.message };
      return { agents: readAgents(null, options).agents, warnings: [warning] };
    }
  }

  /** Null when there is no file. */
  #text(path: string): string | null {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(this.#files.readSync(path, MAX_BYTES));
    } catch (error) {
      if (isMissing(error)) return null;
      if (error instanceof Failure && error.code === "too-large") {
        throw new Failure("agents-too-large", "agents.yaml is over 1 MB and was not read.");
      }
      if (error instanceof Failure) throw error;
      if (error instanceof TypeError) {
        throw new Failure("agents-not-text", "agents.yaml is not UTF-8 text and was not read.");
      }
      const reason = error instanceof Error ? error.message : String(error);
      throw new Failure("agents-unreadable", `agents.yaml could not be read: ${reason}`);
    }
  }

  /** One save after the other, each on the current text. */
  #edit(as: OwnChange, change: (text: string | null) => string): Promise<string | null> {
    return this.#writes.run(async () => {
      const path = this.#path();
      const old = this.#text(path);
      const text = change(old);
      if (text === old) return null;
      const found = this.#files.stat(path);
      const mode = found ? Number(found.mode) & 0o777 : undefined;
      // A write from outside follows links; this check refuses them.
      this.#files.requirePlain(path);
      const write = this.#options.write ?? writePlainly(this.#files.root);
      return onDisk(path, () => write(path, text, as, mode));
    });
  }
}

const isMissing = (error: unknown) => errnoOf(error) === "ENOENT";
