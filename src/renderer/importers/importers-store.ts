import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "#shared/contract/index.ts";
import type {
  ImportCost,
  ImportItem,
  ImportPlace,
  ImportPlan,
  ImportReport,
  ImportUndone,
} from "#shared/model/import-plan.ts";
import { failureText } from "../ui/failure-text.ts";
import { latest } from "../ui/latest.ts";

export type ImportStep =
  | { readonly at: "choose" }
  | { readonly at: "reading" }
  | { readonly at: "plan"; readonly plan: ImportPlan }
  | { readonly at: "writing"; readonly plan: ImportPlan }
  | { readonly at: "done"; readonly report: ImportReport; readonly undone: ImportUndone | null };

export type ImportersState = {
  readonly step: ImportStep;
  readonly failure: string | null;
  /** Keys of what would be written. */
  readonly chosen: ReadonlySet<string>;
  /** Null while they are counted. */
  readonly costs: readonly ImportCost[] | null;
  /** From 0 to 1, of reading or writing. */
  readonly share: number;
  /** Folders of other programs; null until they were looked for. */
  readonly places: readonly ImportPlace[] | null;
  readonly findPlaces: () => Promise<void>;
  readonly look: (source: { readonly path: string } | { readonly text: string }) => Promise<void>;
  readonly choose: (keys: readonly string[], isChosen: boolean) => void;
  readonly write: () => Promise<void>;
  readonly undo: () => Promise<void>;
  readonly stop: () => void;
  /** Back to the beginning. */
  readonly reset: () => void;
  readonly progress: (done: number, total: number) => void;
};
export type ImportersStore = StoreApi<ImportersState>;

/** Whether an item can be written at all. */
export const isOpen = ({ state }: ImportItem): boolean => state === "new" || state === "grown";

/** Short enough to follow ticks. */
const COUNT_MS = 150;

export const createImportersStore = (client: Client): ImportersStore =>
  createStore((set, get) => {
    let running: AbortController | null = null;
    /** Runs one step; what the user stopped is no failure. */
    const guarded = async (back: ImportStep, work: (signal: AbortSignal) => Promise<void>) => {
      const controller = new AbortController();
      running = controller;
      set({ failure: null, share: 0 });
      try {
        await work(controller.signal);
      } catch (error) {
        set({ step: back, failure: controller.signal.aborted ? null : failureText(error) });
      } finally {
        if (running === controller) running = null;
      }
    };
    const countLater = latest<null>(COUNT_MS, async (_, signal) => {
      const { step, chosen } = get();
      if (step.at !== "plan") return;
      const asked = { plan: step.plan.id, items: [...chosen] };
      const answer = await client.call("importers.cost", asked, signal).catch(() => null);
      if (!signal.aborted) set({ costs: answer?.costs ?? [] });
    });
    return {
      step: { at: "choose" },
      failure: null,
      chosen: new Set(),
      costs: null,
      share: 0,
      places: null,
      findPlaces: () =>
        guarded({ at: "choose" }, async (signal) => {
          set({ places: (await client.call("importers.places", {}, signal)).places });
        }),
      look: (source) =>
        guarded({ at: "choose" }, async (signal) => {
          set({ step: { at: "reading" } });
          const plan = await client.call("importers.plan", source, signal);
          const ticked = plan.items.filter((item) => item.ticked).map(({ key }) => key);
          set({ step: { at: "plan", plan }, chosen: new Set(ticked), costs: null });
          countLater(null);
        }),
      choose: (keys, isChosen) => {
        const chosen = new Set(get().chosen);
        for (const key of keys) {
          if (isChosen) chosen.add(key);
          else chosen.delete(key);
        }
        set({ chosen, costs: null });
        countLater(null);
      },
      write: async () => {
        const { step, chosen } = get();
        if (step.at !== "plan") return;
        const { plan } = step;
        await guarded(step, async (signal) => {
          set({ step: { at: "writing", plan } });
          const report = await client.call("importers.apply", { plan: plan.id, items: [...chosen] }, signal);
          set({ step: { at: "done", report, undone: null } });
        });
      },
      undo: async () => {
        const { step } = get();
        if (step.at !== "done") return;
        await guarded(step, async () => {
          const undone = await client.call("importers.undo", { run: step.report.run });
          set({ step: { ...step, undone } });
        });
      },
      stop: () => running?.abort(),
      reset: () => {
        running?.abort();
        const { step } = get();
        if (step.at === "plan") void client.call("importers.drop", { plan: step.plan.id }).catch(() => {});
        set({ step: { at: "choose" }, failure: null, chosen: new Set(), costs: null, share: 0 });
      },
      progress: (done, total) => set({ share: total > 0 ? Math.min(1, done / total) : 0 }),
    };
  });
