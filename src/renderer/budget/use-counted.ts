import { useEffect, useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import { type Question, requestOf } from "./preview-prompt.ts";

/** What the agent's own server says about the next prompt, where the user switched that on. */
export type Counted = {
  readonly count: { readonly tokens: number; readonly provider: string } | null;
  /** Why it did not count, so that the estimate stands. */
  readonly problem: string | null;
};

/** Milliseconds after the last change. Each count is a request to the server. */
const REST_MS = 800;

/** Null while it is not known, and for a prompt that is only tried (`manifest` is null then). */
export const useCounted = (client: Client, question: Question, manifest: string | null): Counted | null => {
  const [counted, setCounted] = useState<(Counted & { readonly of: string }) | null>(null);
  useEffect(() => {
    if (manifest === null) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      client.call("context.countBefore", requestOf(question), stop.signal).then(
        (answer) => setCounted({ ...answer, of: manifest }),
        // The connection broke or a newer prompt came; the estimate stands.
        () => {},
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, question, manifest]);
  return counted?.of === manifest ? counted : null;
};
