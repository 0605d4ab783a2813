import { Failure } from "#shared/contract/index.ts";
import { notify } from "./notify.tsx";

/** Runs work whose failure the person should hear about in one sentence. */
export const told = (work: Promise<unknown>): void => {
  work.catch((error: unknown) => {
    notify(error instanceof Failure ? error.message : String(error), { kind: "bad" });
  });
};
