import { useState } from "react";
import { failureText } from "./failure-text.ts";

export type Attempt = {
  readonly working: boolean;
  /** The message of the last failed attempt; a new attempt clears it. */
  readonly failure: string | null;
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
};

/** Work that a dialog or a form starts: shown while it runs, with its failure shown in place. */
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
