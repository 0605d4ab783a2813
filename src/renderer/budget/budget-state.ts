import type { StoreApi } from "zustand/vanilla";
import type { Agent } from "#shared/contract/agents.ts";
import type { ModelInfo } from "#shared/contract/providers.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import type { Profile } from "#shared/model/profile.ts";
import type { Offer } from "#shared/contract/budget.ts";
import type { Signal } from "#shared/contract/index.ts";
import type { PromptEdit } from "#shared/model/prompt-edit.ts";
import type { LimitId } from "#shared/model/prompt-limit.ts";
import type { Question, Trouble, WholePrompt } from "./preview-prompt.ts";

export type BudgetTab = "next" | "timeline" | "sent" | "compare";

/** What is only tried: nothing of it is written. */
export type WhatIf = {
  readonly model: string | null;
  readonly window: number | null;
  readonly profile: string | null;
};

export type Drag = { readonly divider: LimitId; readonly value: number };

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
  /** The stored run that is looked at, by its id; null: the next turn, in the timeline the last one. */
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
  /** Looks at a stored run, where the view is. */
  readonly lookAt: (run: string | null) => void;
  /** Opens what was sent in a stored run. */
  readonly showRun: (run: string) => void;
  /** Reads agents, profiles and models; then the prompt. */
  readonly load: () => Promise<void>;
  /** The view is on the screen or is not: only then every letter is followed. */
  readonly setShown: (shown: boolean) => void;
  readonly tryOut: (whatIf: Partial<WhatIf>) => void;
  /** The pointer is there: the assembler is asked at once. Nothing is drawn before it answered or the frame came. */
  readonly aimDivider: (divider: LimitId, value: number) => void;
  readonly moveDivider: (divider: LimitId, value: number) => void;
  readonly dropDivider: () => Promise<void>;
  readonly cancelDrag: () => void;
  /** What can be done about a part of the prompt, the first so many. */
  readonly offers: (part: string, limit: number, signal: Signal) => Promise<readonly Offer[]>;
  /** The prompt that is shown, tried or saved, with its messages. */
  readonly readWhole: (signal?: Signal) => Promise<WholePrompt | null>;
  readonly apply: (edit: PromptEdit) => Promise<void>;
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

export const isTrying = ({ whatIf, drag }: Pick<BudgetState, "whatIf" | "drag">): boolean =>
  drag !== null || isTryingOut(whatIf);

export const isTryingOut = ({ model, window, profile }: WhatIf): boolean =>
  model !== null || window !== null || profile !== null;

export const asSet: WhatIf = { model: null, window: null, profile: null };

/** What stands in the state before anything is read or tried. */
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
