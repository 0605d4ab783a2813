import type { Contract } from "#shared/contract/index.ts";

/**
 * Methods that change nothing of a project. What is not listed counts as a write, so that a method nobody thought
 * of is refused where the project is open for reading only.
 */
const reads: readonly (keyof Contract)[] = [
  "agents.list",
  "app.doctor",
  "app.info",
  "app.windowState",
  "app.keepWindowState",
  "changes.list",
  "changes.diff",
  "changes.overview",
  "chat.state",
  "chat.stop",
  "chat.previewCompaction",
  "context.preview",
  "context.exactCount",
  "context.runs",
  "context.run",
  "context.diff",
  "context.timeline",
  "context.lastTurn",
  "context.advice",
  "context.lastRun",
  "context.reloadSoul",
  "dream.preview",
  "dream.waiting",
  "dream.diary",
  "folders.list",
  "history.list",
  "history.diff",
  "links.names",
  "links.of",
  "links.resolve",
  "memory.entities",
  "memory.neighbours",
  "memory.learned",
  "memory.search",
  "memory.list",
  "memory.stats",
  "memory.export",
  "memory.pauseEmbedding",
  "memory.cancelIndexing",
  "memory.resumeIndexing",
  "models.list",
  "profiles.list",
  "project.open",
  "project.info",
  "project.proposals",
  "project.close",
  "project.recent",
  "project.pickFolder",
  "project.templates",
  "providers.list",
  "providers.save",
  "providers.remove",
  "providers.test",
  "providers.discover",
  "requests.log",
  "sessions.list",
  "sessions.read",
  "sessions.search",
  "sessions.export",
  "settings.get",
  "tokens.count",
  "tokens.calibrations",
  "tokens.prefillSpeeds",
  "tokens.recount",
  "tokens.cancelRecount",
  "tools.list",
  "workspace.tree",
  "workspace.read",
  "workspace.picture",
  "workspace.readManaged",
  "workspace.files",
  "workspace.cancelIndexing",
  "workspace.resumeIndexing",
  "workspace.search",
  "workspace.list",
  "workspace.merge",
];
const readSet: ReadonlySet<string> = new Set(reads);

/** Whether a call leaves the project's folder as it is. The user's own settings are not part of it. */
export const onlyReads = (method: string, input: unknown): boolean => {
  if (method === "settings.set") return !hasKey(input, "project");
  return readSet.has(method);
};

const hasKey = (input: unknown, key: string): boolean =>
  typeof input === "object" && input !== null && Object.hasOwn(input, key);
