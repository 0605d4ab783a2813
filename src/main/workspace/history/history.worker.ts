import { parentPort } from "node:worker_threads";
import { Failure, type FailureValue } from "#shared/contract/index.ts";
import { HistoryRepo, type RepoPlace } from "./history-repo.ts";

/**
 * Histories are read and written here, off the main thread: hashing and deflating a workspace for the first
 * time takes seconds. The main thread asks for one thing at a time per history.
 */
export type RepoMethod = "ensure" | "commit" | "list" | "diff" | "planRestore" | "writeFiles";
export type RepoRequest = {
  readonly id: number;
  readonly place: RepoPlace;
  readonly method: RepoMethod;
  readonly args: readonly unknown[];
};
export type RepoReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: FailureValue }
  | { readonly id: number; readonly bug: string };

const repos = new Map<string, HistoryRepo>();

parentPort?.on("message", (request: RepoRequest) => {
  void answer(request).then((reply) => parentPort?.postMessage(reply));
});

const answer = async ({ id, place, method, args }: RepoRequest): Promise<RepoReply> => {
  try {
    const key = JSON.stringify(place);
    const repo = repos.get(key) ?? new HistoryRepo(place);
    repos.set(key, repo);
    const call = repo[method] as (...values: readonly unknown[]) => Promise<unknown>;
    return { id, value: await call.apply(repo, [...args]) };
  } catch (error) {
    if (error instanceof Failure) return { id, failure: error.toValue() };
    return { id, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};
