import { setTimeout as wait } from "node:timers/promises";
import { Failure } from "#shared/contract/index.ts";
import type { Log } from "../base/log.ts";
import type { Agent } from "#shared/contract/agents.ts";
import type { History } from "./history.ts";

/** How long opening a project waits for first commits, in milliseconds. Larger ones go on behind it. */
const patience = 10_000;

/**
 * Makes the first commit of every workspace that is to have a history and has none, so that what happens
 * next can be told from what was there. It never keeps a project from opening.
 */
export const beginHistories = async (history: History, agents: readonly Agent[], log: Log): Promise<void> => {
  const enabled = agents.filter((agent) => agent.workspaceGit.enabled);
  if (enabled.length === 0) return;
  const began = Promise.all(
    enabled.map((agent) =>
      history.ensure(agent).catch((error: unknown) => {
        if (error instanceof Failure) log.warn(error.message, { agent: agent.id, code: error.code });
        else log.error("A workspace's history could not be begun.", error, { agent: agent.id });
      }),
    ),
  );
  const stop = new AbortController();
  await Promise.race([began, wait(patience, undefined, { signal: stop.signal }).catch(() => {})]);
  stop.abort();
};
