import { createStore } from "zustand/vanilla";
import type { Client } from "#shared/contract/index.ts";
import { listsOf, readModels } from "./budget-lists.ts";
import { asSet, atRest, type BudgetState, type BudgetStore, type Drag, isTrying } from "./budget-state.ts";
import { createWriter } from "./budget-writer.ts";
import { newestOnly } from "./newest-only.ts";
import { type PreviewRequest, previewPrompt, previewWhole } from "./preview-prompt.ts";
import type { PreviewStore } from "./preview-store.ts";
import { rememberTour, wantsTour } from "./tour-seen.ts";
import { limitEdit, triedRequest } from "./tried-request.ts";

type Wires = {
  readonly preview: PreviewStore;
  /** Something that prompts are made of was written. */
  readonly onWritten: () => void;
};

export const createBudgetStore = (client: Client, { preview, onWritten }: Wires): BudgetStore =>
  createStore<BudgetState>((set, get, store) => {
    let isShown = false;
    /** The position of the dragged divider; the state follows with the next frame or with the answer. */
    let held: Drag | null = null;

    const askTried = newestOnly(
      // Less differs from the previous move than from what is saved.
      (input: PreviewRequest) => previewPrompt(client, input, get().tried ?? get().saved),
      ({ manifest, trouble }) => {
        const drag = held ?? get().drag;
        // The user let go before the answer came, so the saved prompt is shown again.
        if (!isTrying({ ...get(), drag })) return;
        if (manifest) set({ tried: manifest, trouble: null, drag });
        else set({ trouble, drag });
      },
    );

    const retry = () => {
      if (isShown && isTrying(get())) askTried(triedRequest(get()));
    };

    const refresh = () => {
      preview.getState().refresh();
      retry();
    };

    preview.subscribe(({ question, manifest, trouble }, before) => {
      if (question !== before.question) {
        set({ question });
        retry();
      }
      if (manifest === before.manifest && trouble === before.trouble) return;
      if (manifest) set({ saved: manifest });
      if (!isTrying(get())) set({ tried: null, trouble });
    });

    const readLists = async () => set(await listsOf(client));

    const writer = createWriter(client, {
      store,
      readLists,
      onWritten: () => {
        onWritten();
        refresh();
      },
    });

    return {
      question: preview.getState().question,
      saved: preview.getState().manifest,
      ...atRest,
      ...looking(set),
      load: async () => {
        await readLists();
        refresh();
        if (await wantsTour(client, get().profiles)) set({ tourStep: 0 });
        await readModels(client, set);
      },
      setShown: (shown) => {
        isShown = shown;
        preview.getState().setFollowed(shown);
        retry();
      },
      tryOut: (change) => {
        set((state) => ({ whatIf: { ...state.whatIf, ...change } }));
        if (isTrying(get())) askTried(triedRequest(get()));
        else {
          set({ tried: null });
          refresh();
        }
      },
      aimDivider: (divider, value) => {
        if (isSameDrag(held, { divider, value })) return;
        held = { divider, value };
        askTried(triedRequest({ ...get(), drag: held }));
      },
      moveDivider: (divider, value) => {
        get().aimDivider(divider, value);
        if (!isSameDrag(get().drag, held)) set({ drag: held });
      },
      dropDivider: async () => {
        const state = { ...get(), drag: held ?? get().drag };
        held = null;
        set({ drag: state.drag });
        if (state.drag) await writer.apply(limitEdit(state.drag));
        set({ drag: null });
        if (!isTrying(get())) refresh();
      },
      cancelDrag: () => {
        held = null;
        set({ drag: null });
        if (!isTrying(get())) set({ tried: null, trouble: null });
        else askTried(triedRequest(get()));
      },
      offers: async (part, limit, signal) => {
        const input = { ...triedRequest({ ...get(), drag: null }), pick: { part }, limit };
        return (await client.call("budget.offers", input, signal)).offers;
      },
      readWhole: (signal) => previewWhole(client, triedRequest(get()), signal),
      ...writer,
      keepWhatIf: async () => {
        const { model, window, profile } = get().whatIf;
        set({ whatIf: asSet });
        await writer.apply({
          kind: "agent",
          ...(model === null ? {} : { model }),
          ...(window === null ? {} : { window }),
          ...(profile === null ? {} : { profile }),
        });
      },
      showTour: (tourStep) => {
        if (tourStep !== null) return set({ tourStep });
        // The tour closes after that is stored, so that it is not shown again when the page is closed right away.
        void rememberTour(client)
          .catch(() => {})
          .then(() => set({ tourStep }));
      },
    };
  });

/** What the user looks at; none of this calls the core. */
const looking = (set: BudgetStore["setState"]) => ({
  show: (tab: BudgetState["tab"]) => set({ tab }),
  select: (selected: string | null) => set({ selected }),
  lookAt: (run: string | null) => set({ run }),
  showRun: (run: string) => set({ run, tab: "sent" }),
});

const isSameDrag = (a: Drag | null, b: Drag | null): boolean =>
  a?.divider === b?.divider && a?.value === b?.value;
