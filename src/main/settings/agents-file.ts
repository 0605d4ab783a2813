import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Agent } from "#shared/contract/agents.ts";
import { Failure } from "#shared/contract/index.ts";
import type { FileWarning } from "#shared/contract/project.ts";
import { errnoOf } from "../base/errno.ts";
import { OneAtATime } from "../base/one-at-a-time.ts";
import { writeAtomic, type WriteDisk } from "../base/write-atomic.ts";
import { onDisk } from "../workspace/fs-failure.ts";
import { removeAgentInText, saveAgentInText } from "./edit-agents.ts";
import type { Values } from "./merge-values.ts";
import { agentsFileName, type AgentsRead, readAgents } from "./read-agents.ts";

/** More than anybody writes by hand; parsing happens on the main thread. */
const maxBytes = 1024 * 1024;

/** The project's agents.yaml, read again whenever it changed on disk. */
export class AgentsFile {
  readonly #path: string;
  readonly #disk: WriteDisk | undefined;
  #read: { readonly mark: string; readonly result: AgentsRead } | null = null;
  readonly #writes = new OneAtATime();

  constructor(project: string, disk?: WriteDisk) {
    this.#path = join(project, agentsFileName);
    this.#disk = disk;
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

  save(id: string, values: Values): Promise<void> {
    return this.#edit((text) => saveAgentInText(text, id, values));
  }

  remove(id: string): Promise<void> {
    return this.#edit((text) => removeAgentInText(text, id));
  }

  #current(): AgentsRead {
    const mark = markOf(this.#path);
    if (this.#read?.mark !== mark) this.#read = { mark, result: this.#load() };
    return this.#read.result;
  }

  #load(): AgentsRead {
    try {
      return readAgents(this.#text());
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const warning = { code: error.code, path: agentsFileName, line: null, message: error.message };
      return { agents: readAgents(null).agents, warnings: [warning] };
    }
  }

  /** Null when there is no file. */
  #text(): string | null {
    try {
      if ((statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) {
        throw new Failure("agents-too-large", "agents.yaml is over 1 MB and was not read.");
      }
      return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(this.#path));
    } catch (error) {
      if (isMissing(error)) return null;
      if (error instanceof Failure) throw error;
      if (error instanceof TypeError) {
        throw new Failure("agents-not-text", "agents.yaml is not UTF-8 text and was not read.");
      }
      const reason = error instanceof Error ? error.message : String(error);
      throw new Failure("agents-unreadable", `agents.yaml could not be read: ${reason}`);
    }
  }

  /** One after the other, each on the text as it then is. */
  #edit(change: (text: string | null) => string): Promise<void> {
    return this.#writes.run(async () => {
      const old = this.#text();
      const text = change(old);
      if (text === old) return;
      const mode = statSync(this.#path, { throwIfNoEntry: false })?.mode;
      const kept = mode === undefined ? undefined : mode & 0o777;
      await onDisk(agentsFileName, () =>
        writeAtomic(this.#path, text, kept, this.#disk && { disk: this.#disk }),
      );
    });
  }
}

const markOf = (path: string): string => {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found ? `${found.ino}:${found.mtimeNs}:${found.size}` : "none";
};

const isMissing = (error: unknown) => errnoOf(error) === "ENOENT";
