import { useState } from "react";
import { failureText } from "./failure-text.ts";

export type Attempt = {
  readonly working: boolean;
  /** The sentence of the last attempt that failed; a new one clears it. */
  readonly failure: string | null;
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
};

/** Work that a dialog or a form starts: shown while it runs, and told in place when it fails. */
export const useAttempt = (): Attempt => {
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = async (work: () => Promise<void>) => {
    setWorking(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setWorking(false);
    }
  };
  return { working, failure, attempt };
};
