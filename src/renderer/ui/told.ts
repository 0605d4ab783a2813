import { notify } from "./notify.tsx";
import { failureText } from "./failure-text.ts";

/** Runs work whose failure the user should hear about in one sentence. */
export const told = (work: Promise<unknown>): void => {
  work.catch((error: unknown) => {
    notify(failureText(error), { kind: "bad" });
  });
};
