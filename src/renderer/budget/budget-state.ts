import type { StoreApi } from "zustand/vanilla";
import type { Agent } from "#shared/contract/agents.ts";
import type { ModelInfo } from "#shared/contract/providers.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import type { Profile } from "#shared/model/profile.ts";
import type { Offer } from "#shared/contract/budget.ts";
import type { Signal } from "#shared/contract/index.ts";
import type { AgentEdit, PromptEdit } from "#shared/model/prompt-edit.ts";
import type { LimitId } from "#shared/model/prompt-limit.ts";
import type { Question, Trouble, WholePrompt } from "./preview-prompt.ts";

export type BudgetTab = "next" | "timeline" | "sent" | "compare" | "watch";

/** Choices that are only tried; none of them is written. */
export type WhatIf = {
  readonly model: string | null;
  readonly window: number | null;
  readonly profile: string | null;
};

export type Drag = { readonly divider: LimitId; readonly value: number };

export type BudgetState = {
  readonly tab: BudgetTab;
  readonly question: Question;
  /** The next prompt with the saved settings, and below with the choices that are tried. */
  readonly saved: Manifest | null;
  /** Its segments may lack their place in the messages. */
  readonly tried: Manifest | null;
  readonly trouble: Trouble | null;
  readonly whatIf: WhatIf;
  readonly drag: Drag | null;
  readonly selected: string | null;
  /** The id of the stored run that is shown; null: the next turn, in the timeline the last run. */
  readonly run: string | null;
  readonly agents: readonly Agent[];
  readonly profiles: readonly Profile[];
  readonly models: readonly ModelInfo[];
  /** Ids of providers that run on this machine. */
  readonly localProviders: readonly string[];
  /** Step of the tour; null when it is not shown. */
  readonly tourStep: number | null;
  readonly show: (tab: BudgetTab) => void;
  readonly select: (id: string | null) => void;
  /** Shows a stored run in the current tab. */
  readonly lookAt: (run: string | null) => void;
  /** Opens the messages of a stored run. */
  readonly showRun: (run: string) => void;
  /** Reads agents, profiles and models; then the prompt. */
  readonly load: () => Promise<void>;
  /** Says whether the view is on the screen. Only then the preview follows every letter. */
  readonly setShown: (shown: boolean) => void;
  readonly tryOut: (whatIf: Partial<WhatIf>) => void;
  /** Asks the assembler at once for the place of the pointer. It is drawn with the answer or with the next frame. */
  readonly aimDivider: (divider: LimitId, value: number) => void;
  readonly moveDivider: (divider: LimitId, value: number) => void;
  readonly dropDivider: () => Promise<void>;
  readonly cancelDrag: () => void;
  /** The changes that are possible for a part of the prompt, at most `limit`. */
  readonly offers: (part: string, limit: number, signal: Signal) => Promise<readonly Offer[]>;
  /** The prompt that is shown, tried or saved, with its messages. */
  readonly readWhole: (signal?: Signal) => Promise<WholePrompt | null>;
  readonly apply: (edit: PromptEdit | AgentEdit) => Promise<void>;
  /** Reads again what an undo wrote. */
  readonly reread: () => void;
  /** Writes what is tried to agents.yaml. */
  readonly keepWhatIf: () => Promise<void>;
  readonly showTour: (step: number | null) => void;
};

export type BudgetStore = StoreApi<BudgetState>;

/** All but the position of a dragged divider, which changes with every move and concerns only the divider. */
export type RestingState = Omit<BudgetState, "drag"> & { readonly isDragged: boolean };

export const restingState = ({ drag, ...rest }: BudgetState): RestingState => ({
  ...rest,
  isDragged: drag !== null,
});

export const isTrying = ({ whatIf, drag }: Pick<BudgetState, "whatIf" | "drag">): boolean =>
  drag !== null || isTryingOut(whatIf);

export const isTryingOut = ({ model, window, profile }: WhatIf): boolean =>
  model !== null || window !== null || profile !== null;

export const asSet: WhatIf = { model: null, window: null, profile: null };

/** The state before anything is read or tried. */
export const atRest = {
  tab: "next",
  tried: null,
  trouble: null,
  whatIf: asSet,
  drag: null,
  selected: null,
  run: null,
  agents: [],
  profiles: [],
  models: [],
  localProviders: [],
  tourStep: null,
} as const satisfies Partial<BudgetState>;
