import { createStore, type StoreApi } from "zustand/vanilla";
import type { Agent } from "#shared/contract/agents.ts";
import type { Overrides } from "#shared/contract/context.ts";
import { type Client, Failure } from "#shared/contract/index.ts";
import type { ModelInfo } from "#shared/contract/providers.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { withChanges } from "#shared/model/manifest-changes.ts";
import type { Profile } from "#shared/model/profile.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { type Applied, applyChange } from "./apply-change.ts";
import { type Change, limitChange, mergeOverrides, type Target, triedAs } from "./changes.ts";
import type { DividerId } from "./dividers.ts";
import { type Effect, effectOf } from "./effect.ts";
import { withTag } from "./edit-front-matter.ts";
import { newestOnly } from "./newest-only.ts";

export type BudgetTab = "next" | "timeline" | "sent" | "compare";

/** What is being written right now, as the rest of the window knows it. */
export type Question = {
  readonly message: string;
  readonly activeFile: string | null;
  /** Unsaved text by project-relative path. */
  readonly texts: Readonly<Record<string, string>>;
  readonly agent?: string | null;
  readonly session?: string | null;
};

/** What is only tried: nothing of it is written. */
export type WhatIf = {
  readonly model: string | null;
  readonly window: number | null;
  readonly profile: string | null;
};

export type Drag = { readonly divider: DividerId; readonly value: number };

export type Trouble = { readonly code: string; readonly message: string; readonly detail: unknown };

export type BudgetState = {
  readonly tab: BudgetTab;
  readonly question: Question;
  /** The next prompt as everything is saved; and as it would be with what is tried. */
  readonly saved: Manifest | null;
  /** Its segments may not know where in the messages they stand. */
  readonly tried: Manifest | null;
  readonly trouble: Trouble | null;
  readonly whatIf: WhatIf;
  readonly drag: Drag | null;
  readonly selected: string | null;
  readonly agents: readonly Agent[];
  readonly profiles: readonly Profile[];
  readonly models: readonly ModelInfo[];
  /** Ids of providers that run on this machine. */
  readonly localProviders: readonly string[];
  /** Step of the tour; null when it is not shown. */
  readonly tourStep: number | null;
  readonly show: (tab: BudgetTab) => void;
  readonly select: (id: string | null) => void;
  readonly ask: (question: Question) => void;
  /** Reads agents, profiles and models; then the prompt. */
  readonly load: () => Promise<void>;
  /** The view is on the screen or is not: only then every letter is followed. */
  readonly setShown: (shown: boolean) => void;
  readonly tryOut: (whatIf: Partial<WhatIf>) => void;
  /** The pointer is there: the assembler is asked at once. Nothing is drawn before it answered or the frame came. */
  readonly aimDivider: (divider: DividerId, value: number) => void;
  readonly moveDivider: (divider: DividerId, value: number) => void;
  readonly dropDivider: () => Promise<void>;
  readonly cancelDrag: () => void;
  /** What a change would do, by asking the assembler; null when it would refuse. */
  readonly effect: (change: Change) => Promise<Effect | null>;
  readonly apply: (change: Change) => Promise<void>;
  /** Writes what is tried to agents.yaml. */
  readonly keepWhatIf: () => Promise<void>;
  readonly showTour: (step: number | null) => void;
};

export type BudgetStore = StoreApi<BudgetState>;

/** All but where a divider is held, which changes with every move and is news for the divider alone. */
export type RestingState = Omit<BudgetState, "drag"> & { readonly isDragged: boolean };

export const restingState = ({ drag, ...rest }: BudgetState): RestingState => ({
  ...rest,
  isDragged: drag !== null,
});

type Wires = {
  /** Something that prompts are made of was written. */
  readonly onWritten: () => void;
};

export const createBudgetStore = (client: Client, { onWritten }: Wires): BudgetStore =>
  createStore((set, get) => {
    let isShown = false;
    let isStale = true;
    /** Where the pointer holds a divider; the state follows with the frame or with the answer. */
    let held: Drag | null = null;

    const preview = async (input: PreviewRequest, base: Manifest | null = null): Promise<Answer> => {
      try {
        const { manifest, changes } = await client.call("context.preview", {
          ...input,
          include: ["manifest"],
          ...(base ? { against: base.id } : {}),
        });
        const told = base && changes ? withChanges(base, changes) : null;
        return { manifest: manifest ?? told, trouble: null };
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        const { code, message, detail } = error;
        return { manifest: null, trouble: { code, message, detail } };
      }
    };

    const askSaved = newestOnly(preview, ({ manifest, trouble }) => {
      if (manifest) set({ saved: manifest });
      if (isTrying(get())) return;
      set({ tried: null, trouble });
    });
    const askTried = newestOnly(
      // From one move to the next less differs than from what is saved.
      (input: PreviewRequest) => preview(input, get().tried ?? get().saved),
      ({ manifest, trouble }) => {
        const drag = held ?? get().drag;
        // The person let go while it was under way: what is saved counts again.
        if (!isTrying({ ...get(), drag })) return;
        if (manifest) set({ tried: manifest, trouble: null, drag });
        else set({ trouble, drag });
      },
    );

    const refresh = () => {
      if (!isShown) {
        isStale = true;
        return;
      }
      isStale = false;
      const state = get();
      askSaved(requestOf(state.question));
      if (isTrying(state)) askTried(triedRequest(state));
    };

    const readLists = async () => {
      const [{ agents }, { profiles }] = await Promise.all([
        client.call("agents.list", {}),
        client.call("profiles.list", {}),
      ]);
      set({ agents, profiles });
    };

    const written = async ({ profile }: { profile: string | null }) => {
      await readLists();
      const { whatIf, agents, profiles } = get();
      // A shipped profile that was only tried got a copy: that is what is tried from now on.
      if (whatIf.profile !== null && profile !== null && !agents.some((agent) => agent.profile === profile))
        set({ whatIf: { ...whatIf, profile: profiles.some(({ id }) => id === profile) ? profile : null } });
      onWritten();
      refresh();
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

    return {
      tab: "next",
      question: { message: "", activeFile: null, texts: {} },
      saved: null,
      tried: null,
      trouble: null,
      whatIf: asSet,
      drag: null,
      selected: null,
      agents: [],
      profiles: [],
      models: [],
      localProviders: [],
      tourStep: null,
      show: (tab) => set({ tab }),
      select: (selected) => set({ selected }),
      ask: (question) => {
        set({ question });
        refresh();
      },
      load: async () => {
        await readLists();
        refresh();
        if (await wantsTour(client, get().profiles)) set({ tourStep: 0 });
        const { providers } = await client.call("providers.list", {}).catch(() => ({ providers: [] }));
        set({ localProviders: providers.filter(({ baseUrl }) => isLocal(baseUrl)).map(({ id }) => id) });
        const { models } = await client
          .call("models.list", { remembered: true })
          .catch(() => ({ models: [] }));
        set({ models });
      },
      setShown: (shown) => {
        isShown = shown;
        if (shown && isStale) refresh();
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
        const target = targetOf(state);
        const change = state.drag && target && limitChange(state.drag.divider, state.drag.value, target);
        if (change && target)
          await applyChange(client, change, target).then(tellAfter(written, tell), refused);
        set({ drag: null });
        if (!isTrying(get())) refresh();
      },
      cancelDrag: () => {
        held = null;
        set({ drag: null });
        if (!isTrying(get())) set({ tried: null, trouble: null });
        else askTried(triedRequest(get()));
      },
      effect: async (change) => {
        const state = get();
        const before = state.tried ?? state.saved;
        const tagged = change.kind === "tag" ? await taggedText(client, change) : undefined;
        const request = triedRequest(state);
        const overrides = mergeOverrides(request.overrides, triedAs(change, tagged));
        const { manifest } = await preview({ ...request, overrides }, state.saved);
        return before && manifest ? effectOf(before, manifest) : null;
      },
      apply: async (change) => {
        const target = targetOf(get());
        if (target) await applyChange(client, change, target).then(tellAfter(written, tell), refused);
      },
      keepWhatIf: async () => {
        const { whatIf } = get();
        const target = targetOf(get());
        if (!target) return;
        const values = {
          ...(whatIf.model === null ? {} : { model: whatIf.model }),
          ...(whatIf.window === null ? {} : { maxContextTokens: whatIf.window }),
          ...(whatIf.profile === null ? {} : { profile: whatIf.profile }),
        };
        set({ whatIf: asSet });
        await applyChange(client, { kind: "agent", values, tried: {} }, target).then(
          tellAfter(written, tell),
          refused,
        );
      },
      showTour: (tourStep) => {
        set({ tourStep });
        if (tourStep === null) void rememberTour(client).catch(() => {});
      },
    };
  });

/** The agent the prompt is for and the profile that shapes it, tried or saved. */
export const targetOf = (
  state: Pick<BudgetState, "saved" | "tried" | "agents" | "profiles">,
): Target | null => {
  const manifest = state.tried ?? state.saved;
  const agent = state.agents.find(({ id }) => id === manifest?.agent);
  const profile = state.profiles.find(({ id }) => id === manifest?.profile);
  return agent && profile ? { agent, profile } : null;
};

const isSameDrag = (a: Drag | null, b: Drag | null): boolean =>
  a?.divider === b?.divider && a?.value === b?.value;

const isTrying = ({ whatIf, drag }: Pick<BudgetState, "whatIf" | "drag">): boolean =>
  drag !== null || isTryingOut(whatIf);

export const isTryingOut = ({ model, window, profile }: WhatIf): boolean =>
  model !== null || window !== null || profile !== null;

export type PreviewRequest = {
  readonly message: string;
  readonly agent?: string;
  readonly session?: string;
  readonly activeFile?: string;
  readonly model?: string;
  readonly profile?: string;
  readonly overrides: Overrides;
};

export const requestOf = ({ message, activeFile, texts, agent, session }: Question): PreviewRequest => ({
  message,
  ...(agent ? { agent } : {}),
  ...(session ? { session } : {}),
  ...(activeFile ? { activeFile } : {}),
  overrides:
    Object.keys(texts).length === 0
      ? {}
      : { files: Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, { text }])) },
});

type Answer = { readonly manifest: Manifest | null; readonly trouble: Trouble | null };

const asSet: WhatIf = { model: null, window: null, profile: null };

export const triedRequest = (
  state: Omit<BudgetState, "drag"> & { readonly drag?: Drag | null },
): PreviewRequest => {
  const { whatIf, drag, question } = state;
  const request = requestOf(question);
  const target = targetOf(state);
  const change = drag && target && limitChange(drag.divider, drag.value, target);
  const tried: Overrides = whatIf.window === null ? {} : { window: whatIf.window };
  return {
    ...request,
    ...(whatIf.model === null ? {} : { model: whatIf.model }),
    ...(whatIf.profile === null ? {} : { profile: whatIf.profile }),
    overrides: mergeOverrides(mergeOverrides(request.overrides, tried), change ? triedAs(change) : {}),
  };
};

const taggedText = async (client: Client, { path, tag }: { path: string; tag: string }): Promise<string> => {
  const { text } = await client.call("workspace.read", { path, root: "project" });
  return withTag(text, tag);
};

const tellAfter =
  (written: (applied: Applied) => Promise<void>, tell: (applied: Applied) => void) =>
  async (applied: Applied) => {
    await written(applied);
    tell(applied);
  };

/** Built-in has no address at all. */
const isLocal = (baseUrl: string): boolean =>
  baseUrl === "" || /^https?:\/\/(localhost|127\.|\[::1\])/.test(baseUrl);

const TOUR = "budget";
/** The sample's own profile: the tour speaks of what it cuts. */
const SAMPLE_PROFILE = "bakery-counter";

const wantsTour = async (client: Client, profiles: readonly Profile[]): Promise<boolean> => {
  if (!profiles.some(({ id }) => id === SAMPLE_PROFILE)) return false;
  const { user } = await client.call("settings.get", {});
  return !user.tours.includes(TOUR);
};

const rememberTour = async (client: Client): Promise<void> => {
  const { user } = await client.call("settings.get", {});
  if (user.tours.includes(TOUR)) return;
  await client.call("settings.set", { user: { tours: [...user.tours, TOUR] } });
};
