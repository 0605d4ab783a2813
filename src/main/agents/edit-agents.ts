import { Document, isMap, isSeq, LineCounter, parseDocument, stringify } from "yaml";
import { Failure } from "#shared/contract/index.ts";
import { oddKeyAt, unlessTooDeep } from "./odd-keys.ts";
import { agentKeys, camelCase, snakeCase } from "./agent-keys.ts";
import { isValues, type Values } from "./merge-values.ts";
import { readAgents } from "./read-agents.ts";
import { appendInYaml, deleteInYaml, setInYaml, type YamlPath } from "./splice-yaml.ts";

/**
 * The text of agents.yaml with the agent's values changed, or with a new agent at the end. `null` removes a
 * key. Everything else in the file stays unchanged, including the spelling of its keys.
 */
export const saveAgentInText = (source: string | null, id: string, values: Values): string => {
  const changes = canonical(values);
  requireValid(id, changes);
  const renamed = typeof changes.id === "string" ? changes.id : id;
  const saved = editing(source, (text) => {
    const ids = idsIn(text);
    if (renamed !== id && ids.includes(renamed)) {
      throw new Failure("invalid-agent", `There is already an agent "${renamed}".`, { key: "id" });
    }
    const index = ids.indexOf(id);
    if (index === -1) return addAgent(text, withoutNulls({ id, ...changes }));
    return changeIn(text, ["agents", index], changes);
  });
  // What would not be read back is not written: a file at its largest size, or one that means something else now.
  if (readAgents(saved).agents.some((agent) => agent.id === renamed)) return saved;
  throw new Failure(
    "agents-unreadable",
    "agents.yaml could not be read after this change, so it was not made.",
  );
};

export const removeAgentInText = (source: string | null, id: string): string =>
  editing(source, (text) => {
    const index = idsIn(text).indexOf(id);
    if (index === -1)
      throw new Failure("agent-not-found", `There is no agent "${id}" in agents.yaml.`, { id });
    return deleteInYaml(text, ["agents", index]);
  });

const editing = (source: string | null, edit: (text: string) => string): string =>
  unlessTooDeep(
    () => unlessLost(() => keepingLineEnds(source ?? "", edit)),
    () => {
      throw new Failure("agents-unreadable", "agents.yaml nests too deeply. Repair it first.");
    },
  );

/** The library throws where an alias has no anchor, and where aliases repeat too much. */
const unlessLost = (edit: () => string): string => {
  try {
    return edit();
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const message =
      "agents.yaml has an alias (*name) without an anchor, or too many of them. Repair it first.";
    throw new Failure("agents-unreadable", message);
  }
};

/** The rules for reading the file also decide what may be saved. */
const requireValid = (id: string, changes: Values) => {
  const [warning] = readAgents(stringify({ agents: [withoutNulls({ id, ...changes })] })).warnings;
  if (!warning) return;
  const key = /"([^"]+)"/.exec(warning.message)?.[1] ?? "";
  const reason = warning.message.replace(/; (the default|until then|this agent).*/, ".");
  throw new Failure("invalid-agent", `The agent was not saved. ${reason}`, { key });
};

/** Ids in the order of the list, including agents that cannot be used; refuses a file that is not YAML. */
const idsIn = (text: string): unknown[] => {
  const lineCounter = new LineCounter();
  const doc = parseDocument(text, { lineCounter, uniqueKeys: false });
  const at = doc.errors[0]?.pos[0] ?? oddKeyAt(doc);
  if (at !== null) {
    const { line } = lineCounter.linePos(at);
    throw new Failure(
      "agents-unreadable",
      `agents.yaml is not valid YAML at line ${line}. Repair it first.`,
      { line },
    );
  }
  if (doc.contents !== null && !isMap(doc.contents)) {
    throw new Failure("agents-unreadable", 'agents.yaml must hold "agents:" and a list. Repair it first.');
  }
  const list: unknown = doc.get("agents");
  return isSeq(list) ? list.items.map((item) => (isMap(item) ? item.get("id") : undefined)) : [];
};

const addAgent = (text: string, agent: Values): string => {
  const doc = parseDocument(text);
  const list: unknown = doc.get("agents");
  if (isSeq(list) && list.items.length > 0) return appendInYaml(text, ["agents"], agent);
  if (doc.contents === null) {
    const comment = text.trim() === "" ? "" : `${text.trimEnd()}\n`;
    return `${comment}${new Document({ agents: [agent] }).toString({ lineWidth: 0 })}`;
  }
  return setInYaml(text, ["agents"], [agent]);
};

const changeIn = (start: string, path: YamlPath, changes: Values): string => {
  let text = start;
  for (const [key, value] of Object.entries(changes)) {
    const at = [...path, spellingOf(text, path, key)];
    const old = parseDocument(text, { uniqueKeys: false }).getIn(at, true);
    if (value === null) text = old === undefined ? text : deleteInYaml(text, at);
    else if (!isValues(value)) text = setInYaml(text, at, value);
    else if (isMap(old)) text = dropEmpty(changeIn(text, at, value), at);
    else if (!isEmpty(value)) text = setInYaml(text, at, withoutNulls(value));
  }
  return text;
};

/** A mapping without any key left is removed too. */
const dropEmpty = (text: string, at: YamlPath): string => {
  const map: unknown = parseDocument(text, { uniqueKeys: false }).getIn(at, true);
  return isMap(map) && map.items.length === 0 ? deleteInYaml(text, at) : text;
};

const isEmpty = (value: unknown) => isValues(value) && Object.values(value).every((inner) => inner === null);

/** The key as the file spells it; a new key follows the spelling of its neighbours. */
const spellingOf = (text: string, path: YamlPath, key: string): string => {
  const map: unknown = parseDocument(text, { uniqueKeys: false }).getIn(path, true);
  const written = isMap(map) ? map.items.map((pair) => String(pair.key)) : [];
  const found = written.find((name) => camelCase(name) === key);
  if (found !== undefined) return found;
  return written.some((name) => name.includes("_")) ? snakeCase(key) : key;
};

const canonical = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const name = camelCase(key);
      const nested = Object.hasOwn(agentKeys, name) && isValues(value);
      return [name, nested ? canonical(value) : value];
    }),
  );

const withoutNulls = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null && !isEmpty(value))
      .map(([key, value]) => [key, isValues(value) ? withoutNulls(value) : value]),
  );

const keepingLineEnds = (text: string, edit: (text: string) => string): string => {
  const windows = text.includes("\r\n") && !/(^|[^\r])\n/.test(text);
  return windows ? edit(text.replaceAll("\r\n", "\n")).replaceAll("\n", "\r\n") : edit(text);
};
