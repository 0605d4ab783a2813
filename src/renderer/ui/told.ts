import { notify } from "./notify.tsx";
import { failureText } from "./failure-text.ts";

/** Runs work and shows its failure to the user in one sentence. */
export const told = (work: Promise<unknown>): void => {
  work.catch((error: unknown) => {
    notify(failureText(error), { kind: "bad" });
  });
};
