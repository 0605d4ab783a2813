import { parseDocument } from "yaml";
import type { Agent, SubagentValues } from "#shared/contract/agents.ts";

const HEADER = /^\uFEFF?\s*---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/**
 * The file of a subagent with these values. What else stands in the front matter of the file before, comments
 * included, stays as it is.
 */
export const subagentText = (values: SubagentValues, before: string | null): string => {
  const header = before === null ? "" : (HEADER.exec(before)?.[1] ?? "");
  const parsed = parseDocument(header, { uniqueKeys: false });
  const known = parsed.errors.length > 0 ? parseDocument("") : parsed;
  const put = (names: readonly [string, ...string[]], value: unknown) => {
    const [name, ...others] = names;
    for (const other of others) known.delete(other);
    if (value === null) known.delete(name);
    else known.set(name, known.createNode(value));
  };
  put(["description"], values.description);
  const path: unknown = known.getIn(["workspace", "path"]);
  const mode = values.workspace === "shared" ? { mode: "shared" } : null;
  put(["workspace"], typeof path === "string" ? { mode: values.workspace, path } : mode);
  put(["model"], values.model);
  put(["steps", "maxIters", "max_iters"], values.steps);
  put(["tools"], values.tools);
  put(["temperature"], values.temperature);
  return `---\n${known.toString().trim()}\n---\n\n${values.prompt.trim()}\n`;
};

/** The values of a subagent as they were read. */
export const subagentValuesOf = (agent: Agent): SubagentValues => ({
  description: agent.subagent?.description ?? "",
  // Only one that shares its caller's workspace has a memory.
  workspace: agent.memory.enabled ? "shared" : "isolated",
  model: agent.model,
  steps: agent.subagent?.steps ?? null,
  tools: agent.allowedTools,
  temperature: agent.sampling.temperature ?? null,
  prompt: agent.systemPromptTemplate,
});
