import { type Client, type Contract, Failure, type RouteOutput } from "#shared/contract/index.ts";
import type { AgentEdit, PromptEdit } from "#shared/model/prompt-edit.ts";
import { failureText } from "../ui/failure-text.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { told } from "../ui/told.ts";
import { changing, undoChange } from "../ui/undo-change.ts";
import { editWords } from "./edit-words.ts";
import type { BudgetStore } from "./budget-state.ts";

type Parts = {
  readonly store: Pick<BudgetStore, "getState" | "setState">;
  readonly readLists: () => Promise<void>;
  /** Something that prompts are made of was written. */
  readonly onWritten: () => void;
};

type Applied = RouteOutput<Contract["budget.apply"]>;

/** Has the core write an edit, says which file was changed, and offers to undo it. A refusal is shown, too. */
export const createWriter = (client: Client, { store, readLists, onWritten }: Parts) => {
  const { getState: get, setState: set } = store;

  const written = async (profile: string | null) => {
    await readLists();
    const { whatIf, agents, profiles } = get();
    // A copy was made of a shipped profile that was only tried; the copy is tried from now on.
    if (whatIf.profile !== null && profile !== null && !agents.some((agent) => agent.profile === profile))
      set({ whatIf: { ...whatIf, profile: profiles.some(({ id }) => id === profile) ? profile : null } });
    onWritten();
  };

  const refused = (error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    notify(t.budget.notWritten(failureText(error)), { kind: "bad" });
  };

  const tell = (edit: PromptEdit | AgentEdit, { place, name, change }: Applied) => {
    const undo = (id: string) => told(undoChange(client, id, [], () => void written(null)));
    const action = change === null ? {} : { action: { label: t.undo, run: () => undo(change) } };
    notify(`${editWords(edit)}. ${t.budget.written[place](name)}`, action);
  };

  const apply = async (edit: PromptEdit | AgentEdit): Promise<void> => {
    const { question, whatIf } = get();
    const { agent, session } = question;
    const target = {
      ...(agent ? { agent } : {}),
      ...(session ? { session } : {}),
      ...(whatIf.profile === null ? {} : { profile: whatIf.profile }),
    };
    await changing(client.call("budget.apply", { edit, ...target })).then(async (applied) => {
      await written(applied.profile);
      tell(edit, applied);
    }, refused);
  };

  return { apply, reread: () => void written(null) };
};
