import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import type { Pair, YAMLMap } from "yaml";
import type { Agent } from "#shared/contract/agents.ts";
import type { FileWarning } from "#shared/contract/project.ts";
import { oddKeyAt, unlessTooDeep } from "./odd-keys.ts";
import {
  afterWrongValue,
  agentId,
  type AgentKeys,
  agentKeys,
  camelCase,
  defaultAgent,
} from "./agent-keys.ts";

export type AgentsRead = { readonly agents: readonly Agent[]; readonly warnings: readonly FileWarning[] };

/**
 * Reads the agents of an agents.yaml. Every problem is reported with its line and affects only its own part:
 * an invalid key gets its default, an agent without a usable id is omitted, and a syntax error omits the
 * agents after it. There is always at least one agent, `main` when the file defines none.
 */
export const readAgents = (source: string | null, options: ReadOptions = {}): AgentsRead => {
  const reader = new Reader(source ?? "", options);
  const agents = reader.agents();
  const found = agents.length > 0 ? agents : [defaultAgent("main", options.workspace)];
  return { agents: found, warnings: reader.warnings };
};

export type ReadOptions = {
  /** The workspace of agents that do not name one. */
  readonly workspace?: string | undefined;
  /** The project-relative path of the file, used in warnings. */
  readonly path?: string | undefined;
};

/** In the project's folder; the user's own folder has it in `.satchel/`. */
export const agentsFileName = "agents.yaml";

/** A project may contain any file; the time to parse YAML grows faster than its length. */
const MAX_AGENTS_CHARS = 64 * 1024;
const MAX_SYNTAX_WARNINGS = 20;

class Reader {
  readonly warnings: FileWarning[] = [];
  readonly #lines = new LineCounter();
  readonly #doc: Document;
  /** Offset of the first syntax error: what follows it may not mean what it seems to. */
  readonly #soundUpTo: number;

  readonly #options: ReadOptions;

  constructor(source: string, options: ReadOptions) {
    this.#options = options;
    const isTooLong = source.length > MAX_AGENTS_CHARS;
    const style = { lineCounter: this.#lines, uniqueKeys: false, prettyErrors: false };
    const { read, odd, why } = unlessTooDeep(
      () => {
        const doc = parseDocument(isTooLong ? "" : source, style);
        return { read: doc, odd: oddKeyAt(doc), why: "a key is a list or a map" };
      },
      () => ({ read: parseDocument(""), odd: 0, why: "it nests too deeply" }),
    );
    this.#doc = odd === null ? read : parseDocument("");
    if (odd !== null) this.#warn("agents-syntax", odd, `${why}; the file was not read`);
    if (isTooLong) this.#warn("agents-too-long", 0, "the file is over 64 KB and was not read");
    this.#soundUpTo = this.#doc.errors.reduce((first, { pos }) => Math.min(first, pos[0]), Infinity);
    for (const { pos, message } of this.#doc.errors.slice(0, MAX_SYNTAX_WARNINGS))
      this.#warn("agents-syntax", pos[0], `not valid YAML: ${message}`);
  }

  agents(): Agent[] {
    const top = this.#doc.contents;
    if (top === null || (isScalar(top) && top.value === null)) return [];
    if (!isMap(top)) {
      this.#warn("agents-invalid-value", startOf(top), 'the file must hold "agents:" and a list');
      return [];
    }
    let list: unknown = null;
    for (const { key, value } of top.items) {
      if (keyOf(key) === "agents") list ??= value;
      else this.#warn("agents-unknown-key", startOf(key), `unknown key "${keyOf(key)}"`);
    }
    return this.#agentsOf(this.#resolve(list));
  }

  #agentsOf(list: unknown): Agent[] {
    if (list === null || (isScalar(list) && list.value === null)) return [];
    if (!isSeq(list)) {
      this.#warn("agents-invalid-value", startOf(list), '"agents" must be a list');
      return [];
    }
    const agents: Agent[] = [];
    for (const item of list.items) {
      if (endOf(item) > this.#soundUpTo) break;
      const agent = this.#agent(this.#resolve(item), startOf(item), agents);
      if (agent) agents.push(agent);
    }
    return agents;
  }

  #agent(item: unknown, at: number, before: readonly Agent[]): Agent | null {
    if (!isMap(item))
      return this.#warn("agents-invalid-value", at, "an agent must be a list of keys and values");
    const idPair = item.items.find(({ key }) => keyOf(key) === "id");
    const id = this.#plain(idPair?.value);
    const idAt = idPair ? startOf(idPair.value) : at;
    if (typeof id !== "string" || !agentId.test(id)) {
      const found = id === undefined || id === null ? "is missing" : `cannot be ${JSON.stringify(id)}`;
      const rule = "lower-case letters, digits and hyphens, as text";
      return this.#warn("agents-invalid-id", idAt, `"id" ${found} (${rule}); this agent is left out`);
    }
    if (before.some((agent) => agent.id === id)) {
      return this.#warn("agents-duplicate-id", idAt, `"id" ${id} is used twice; the first one counts`);
    }
    const defaults = defaultAgent(id, this.#options.workspace);
    return { ...defaults, ...this.#values(item, agentKeys, defaults, "") };
  }

  /** The values of the mapping, over the defaults. */
  #values(map: YAMLMap, keys: AgentKeys, defaults: object, path: string): Record<string, unknown> {
    const values = new Map<string, unknown>(Object.entries(defaults));
    const seen = new Set<string>();
    for (const { pair, inherited } of this.#pairs(map)) {
      const written = keyOf(pair.key);
      const key = camelCase(written);
      const at = startOf(pair.value ?? pair.key);
      const label = `"${path}${written}"`;
      const kind = Object.hasOwn(keys, key) ? keys[key] : undefined;
      if (path === "" && key === "id") {
        if (seen.has(key) && !inherited) this.#warnTwice(startOf(pair.key), label);
        seen.add(key);
      } else if (!kind) {
        this.#warn("agents-unknown-key", startOf(pair.key), `unknown key ${label}`);
      } else if (seen.has(key)) {
        if (!inherited) this.#warnTwice(startOf(pair.key), label);
      } else {
        seen.add(key);
        const value = this.#resolve(pair.value);
        if (value === null || (isScalar(value) && value.value === null)) continue;
        values.set(key, this.#value(value, kind, values.get(key), { key, label, at, written, path }));
      }
    }
    return Object.fromEntries(values);
  }

  #value(
    node: unknown,
    kind: NonNullable<AgentKeys[string]>,
    fallback: unknown,
    where: { key: string; label: string; at: number; written: string; path: string },
  ): unknown {
    if (typeof kind === "object") {
      if (isMap(node)) return this.#values(node, kind, fallback as object, `${where.path}${where.written}.`);
      this.#warn(
        "agents-invalid-value",
        where.at,
        `${where.label} must hold keys of its own; the default is used`,
      );
      return fallback;
    }
    const read = kind(this.#plain(node));
    if ("value" in read) return read.value;
    const strict = where.path === "" && Object.hasOwn(afterWrongValue, where.key);
    const instead = strict ? afterWrongValue[where.key as keyof Agent] : fallback;
    const told = strict ? `until then it counts as ${JSON.stringify(instead)}` : "the default is used";
    this.#warn("agents-invalid-value", where.at, `${where.label} ${read.wrong}; ${told}`);
    return instead;
  }

  /** Own pairs first, then those of a mapping merged in with `<<`. */
  #pairs(map: YAMLMap): { pair: Pair; inherited: boolean }[] {
    const own = map.items.filter(({ key }) => keyOf(key) !== "<<");
    const merged = map.items
      .filter(({ key }) => keyOf(key) === "<<")
      .map(({ value }) => this.#resolve(value))
      .filter((value) => isMap(value))
      .flatMap((value) => value.items.filter(({ key }) => keyOf(key) !== "<<"));
    return [
      ...own.map((pair) => ({ pair, inherited: false })),
      ...merged.map((pair) => ({ pair, inherited: true })),
    ];
  }

  #resolve(node: unknown): unknown {
    return isAlias(node) ? (node.resolve(this.#doc) ?? null) : (node ?? null);
  }

  #plain(node: unknown): unknown {
    if (!isNode(node)) return node;
    try {
      return node.toJS(this.#doc, { maxAliasCount: 20 }) as unknown;
    } catch {
      // Aliases that multiply beyond reason.
      return undefined;
    }
  }

  #warnTwice(at: number, label: string): void {
    this.#warn("agents-duplicate-key", at, `${label} is given twice; the first one counts`);
  }

  #warn(code: string, offset: number, message: string): null {
    const { line } = this.#lines.linePos(offset);
    const text = `${message[0]?.toUpperCase()}${message.slice(1).replace(/\.$/, "")}.`;
    this.warnings.push({
      code,
      path: this.#options.path ?? agentsFileName,
      line: Math.max(1, line),
      message: text,
    });
    return null;
  }
}

const keyOf = (key: unknown): string => (isScalar(key) ? String(key.value) : String(key));
const startOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0);
const endOf = (node: unknown): number => (isNode(node) ? (node.range?.[1] ?? 0) : 0);
