import { createStore } from "zustand/vanilla";
import { type Client, Failure } from "#shared/contract/index.ts";

export type TrustAnswer = "trusted" | "restricted" | null;

export type TrustQuestion = {
  readonly folder: string;
  /** Names in the folder that tell an agent what to do. */
  readonly signs: readonly string[];
  /** Null: the folder is not opened. */
  readonly answer: (given: TrustAnswer) => void;
};

/** The question that waits for the user, if any. */
export const trustQuestion = createStore<{ readonly question: TrustQuestion | null }>(() => ({
  question: null,
}));

/**
 * Opens a folder; asks first when it has files for agents and nothing is known about it. False when the user
 * cancelled.
 */
export const openAsking = async (client: Client, folder: string): Promise<boolean> => {
  try {
    await client.call("project.open", { folder, trust: "ask" });
    return true;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "folder-unknown") throw error;
    const trust = await ask(folder, signsIn(error.detail));
    if (trust === null) return false;
    await client.call("project.open", { folder, trust });
    return true;
  }
};

const ask = (folder: string, signs: readonly string[]): Promise<TrustAnswer> =>
  new Promise((resolve) => {
    trustQuestion.getState().question?.answer(null);
    const answer = (given: TrustAnswer) => {
      trustQuestion.setState({ question: null });
      resolve(given);
    };
    trustQuestion.setState({ question: { folder, signs, answer } });
  });

const signsIn = (detail: unknown): readonly string[] => {
  if (typeof detail !== "object" || detail === null || !("signs" in detail)) return [];
  return Array.isArray(detail.signs) ? detail.signs.filter((sign) => typeof sign === "string") : [];
};
