import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "#shared/contract/index.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { newestOnly } from "./newest-only.ts";
import { noQuestion, previewPrompt, type Question, requestOf, type Trouble } from "./preview-prompt.ts";

/** The next prompt with the saved settings, kept up to date while the user writes. */
export type PreviewState = {
  readonly question: Question;
  /** Null before the first answer, and when there is no prompt. */
  readonly manifest: Manifest | null;
  readonly status: "waiting" | "ready" | "failed";
  readonly trouble: Trouble | null;
  readonly ask: (question: Question) => void;
  /** Asks again at once, because files or settings may have changed. */
  readonly refresh: () => void;
  /** When followed, every letter is asked about without a pause. */
  readonly setFollowed: (followed: boolean) => void;
};

export type PreviewStore = StoreApi<PreviewState>;

/** Milliseconds after the last letter. */
const PAUSE_MS = 200;

/** The one place that asks for the next prompt; the rest of the window reads it here. */
export const createPreviewStore = (client: Client, pause = PAUSE_MS): PreviewStore =>
  createStore((set, get) => {
    let isFollowed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const send = newestOnly(
      (question: Question) => previewPrompt(client, requestOf(question)),
      ({ manifest, trouble }) => {
        // One project is closed and the next one is being opened; it is asked again then.
        const isBetween = trouble?.code === "no-project";
        if (isBetween) set({ manifest: null, trouble: null, status: "waiting" });
        else set({ manifest, trouble, status: manifest ? "ready" : "failed" });
      },
    );
    const refresh = () => {
      clearTimeout(timer);
      timer = undefined;
      send(get().question);
    };
    return {
      question: noQuestion,
      manifest: null,
      status: "waiting",
      trouble: null,
      ask: (question) => {
        set({ question });
        clearTimeout(timer);
        if (isFollowed) refresh();
        else timer = setTimeout(refresh, pause);
      },
      refresh,
      setFollowed: (followed) => {
        isFollowed = followed;
        if (followed && timer !== undefined) refresh();
      },
    };
  });
