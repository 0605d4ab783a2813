import { parentPort } from "node:worker_threads";
import { answerRequests } from "../base/answer-requests.ts";
import { HistoryRepo, type RepoPlace } from "./history-repo.ts";

/**
 * Reads and writes histories off the main thread: hashing and deflating a workspace for the first time takes
 * seconds. The main thread sends one request at a time per history.
 */
export type RepoMethod = "ensure" | "commit" | "list" | "diff" | "planRestore" | "readFile";
export type RepoRequest = {
  readonly place: RepoPlace;
  readonly method: RepoMethod;
  readonly args: readonly unknown[];
};

const repos = new Map<string, HistoryRepo>();

answerRequests(parentPort, async ({ place, method, args }: RepoRequest): Promise<unknown> => {
  const key = JSON.stringify(place);
  const repo = repos.get(key) ?? new HistoryRepo(place);
  repos.set(key, repo);
  const call = repo[method] as (...values: readonly unknown[]) => Promise<unknown>;
  return call.apply(repo, [...args]);
});
