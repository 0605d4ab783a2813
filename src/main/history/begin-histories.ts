import { setTimeout as wait } from "node:timers/promises";
import { Failure } from "#shared/contract/index.ts";
import type { Log } from "../base/log.ts";
import type { Agent } from "#shared/contract/agents.ts";
import type { History } from "./history.ts";

/** How long opening a project waits for first commits. Larger ones continue in the background. */
const MAX_WAIT_MS = 10_000;

/**
 * Makes the first commit of every workspace that should have a history and has none, so that later changes
 * can be distinguished from the original files. A failure never keeps a project from opening.
 */
export const beginHistories = async (history: History, agents: readonly Agent[], log: Log): Promise<void> => {
  const enabled = agents.filter((agent) => agent.workspaceGit.enabled);
  if (enabled.length === 0) return;
  const began = Promise.all(
    enabled.map((agent) =>
      history.ensure(agent).catch((error: unknown) => {
        if (error instanceof Failure) log.warn(error.message, { agent: agent.id, code: error.code });
        else log.error("A workspace's history could not be started.", error, { agent: agent.id });
      }),
    ),
  );
  const stop = new AbortController();
  await Promise.race([began, wait(MAX_WAIT_MS, undefined, { signal: stop.signal }).catch(() => {})]);
  stop.abort();
};
