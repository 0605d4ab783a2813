import { createStore, type StoreApi } from "zustand/vanilla";
import { type Client, Failure } from "#shared/contract/index.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { latest } from "../ui/latest.ts";

/** What the next prompt would be, kept up to date while the person writes. */
export type PreviewState = {
  readonly manifest: Manifest | null;
  readonly status: "waiting" | "ready" | "failed";
  readonly failure: string | null;
  readonly ask: (question: Question) => void;
};

export type Question = {
  readonly message: string;
  readonly activeFile: string | null;
  readonly session: string | null;
  /** Unsaved text by project-relative path. */
  readonly texts: Readonly<Record<string, string>>;
};

export type PreviewStore = StoreApi<PreviewState>;

export const createPreviewStore = (client: Client, wait = 200): PreviewStore =>
  createStore((set) => {
    const run = latest<Question>(wait, async (question, signal) => {
      try {
        const { manifest } = await client.call("context.preview", inputOf(question), signal);
        if (!signal.aborted) set({ manifest: manifest ?? null, status: "ready", failure: null });
      } catch (error) {
        if (!signal.aborted) set(troubleOf(error));
      }
    });
    return { manifest: null, status: "waiting", failure: null, ask: run };
  });

const inputOf = ({ message, activeFile, session, texts }: Question) => ({
  message,
  ...(session && { session }),
  ...(activeFile && { activeFile }),
  include: ["manifest" as const],
  overrides: { files: Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, { text }])) },
});

const troubleOf = (error: unknown): Pick<PreviewState, "manifest" | "status" | "failure"> => {
  return {
    manifest: null,
    status: "failed",
    failure: error instanceof Failure ? error.message : String(error),
  };
};
