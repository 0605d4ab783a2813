import { useCallback } from "react";
import type { Learned } from "#shared/contract/memory-life.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { told } from "../ui/told.ts";
import type { LearnedStore } from "./learned-store.ts";

/** Undoes a reading and reports the result. */
export const useUndoLearned = (store: LearnedStore) =>
  useCallback(
    ({ id }: Learned) =>
      told(
        store
          .getState()
          .undo(id)
          .then(({ removed, kept }) => notify(t.memory.learned.took(removed, kept))),
      ),
    [store],
  );
