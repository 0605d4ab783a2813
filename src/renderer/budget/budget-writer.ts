import { type Client, Failure } from "#shared/contract/index.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { type Applied, applyChange } from "./apply-change.ts";
import type { BudgetStore } from "./budget-state.ts";
import type { Change, Target } from "./changes.ts";

type Parts = {
  readonly store: Pick<BudgetStore, "getState" | "setState">;
  readonly readLists: () => Promise<void>;
  /** Something that prompts are made of was written. */
  readonly onWritten: () => void;
};

/** Writes a change, says where it went and how to take it back; a refusal is said, too. */
export const createWriter = (client: Client, { store, readLists, onWritten }: Parts) => {
  const { getState: get, setState: set } = store;

  const written = async ({ profile }: { profile: string | null }) => {
    await readLists();
    const { whatIf, agents, profiles } = get();
    // A shipped profile that was only tried got a copy: that is what is tried from now on.
    if (whatIf.profile !== null && profile !== null && !agents.some((agent) => agent.profile === profile))
      set({ whatIf: { ...whatIf, profile: profiles.some(({ id }) => id === profile) ? profile : null } });
    onWritten();
  };

  const tell = (applied: Applied) =>
    notify(t.budget.written[applied.where](applied.name), {
      action: {
        label: t.undo,
        run: () =>
          void applied
            .undo()
            .then(() => written({ profile: null }))
            .then(() => notify(t.budget.undone), refused),
      },
    });

  const refused = (error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    notify(t.budget.notWritten(error.message), { kind: "bad" });
  };

  return async (change: Change, target: Target): Promise<void> => {
    await applyChange(client, change, target).then(async (applied) => {
      await written(applied);
      tell(applied);
    }, refused);
  };
};
