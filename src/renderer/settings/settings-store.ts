import { createStore, type StoreApi } from "zustand/vanilla";
import { type Client, Failure } from "#shared/contract/index.ts";
import type { FileWarning } from "#shared/contract/project.ts";
import type { ProjectSettings, UserSettings } from "#shared/contract/settings.ts";
import type { StoredCalibration } from "#shared/contract/tokens.ts";
import { kept } from "../ui/kept.ts";
import type { LanguageChoice } from "../ui/messages/index.ts";
import type { Theme } from "../ui/theme.ts";

type Appearance = { readonly theme: Theme; readonly zoom: number; readonly language: LanguageChoice };
type Both = {
  readonly user: UserSettings;
  readonly project: ProjectSettings | null;
  readonly warnings: readonly FileWarning[];
};
type Change = Readonly<Record<string, unknown>>;

export type SettingsState = Appearance & {
  /** Null until they were read. */
  readonly user: UserSettings | null;
  /** Null when no project is open. */
  readonly project: ProjectSettings | null;
  readonly warnings: readonly FileWarning[];
  /** Warnings of the open project at the last request. */
  readonly calibrations: readonly StoredCalibration[];
  /** False when the core cannot store settings: then they apply in this browser only. */
  readonly saved: boolean;
  readonly load: () => Promise<void>;
  readonly setTheme: (theme: Theme) => void;
  readonly setLanguage: (language: LanguageChoice) => void;
  /** Steps of 10 %, from half to three times the size. */
  readonly setZoom: (zoom: number) => void;
  /** Rejects with a sentence that explains the error; then nothing is changed. */
  readonly change: (change: { user?: Change; project?: Change }) => Promise<void>;
  readonly changed: (both: Both) => void;
  readonly loadCalibrations: () => Promise<void>;
  readonly resetCalibration: (model: string) => Promise<void>;
};

export type SettingsStore = StoreApi<SettingsState>;

const NO_APPEARANCE: Appearance = { theme: "system", zoom: 1, language: "system" };

/** The browser's copy is available at once; the core's is authoritative and arrives a moment later. */
export const createSettingsStore = (client: Client): SettingsStore =>
  createStore((set, get) => {
    const wear = ({ theme, zoom, language }: Appearance) => {
      set({ theme, zoom, language });
      kept.write("appearance", { theme, zoom, language });
    };
    const adopt = ({ user, project, warnings }: Both) => {
      wear(user);
      set({ user, project, warnings, saved: true });
    };
    const guarded = async (work: () => Promise<Both>) => {
      try {
        adopt(await work());
      } catch (error) {
        if (error instanceof Failure) set({ saved: false });
      }
    };
    const saveAppearance = (change: Partial<Appearance>) => {
      const { theme, zoom, language } = get();
      wear({ theme, zoom, language, ...change });
      void guarded(() => client.call("settings.set", { user: change }));
    };
    return {
      ...NO_APPEARANCE,
      ...kept.read<Partial<Appearance>>("appearance", {}),
      user: null,
      project: null,
      warnings: [],
      calibrations: [],
      saved: true,
      load: () => guarded(() => client.call("settings.get", {})),
      setTheme: (theme) => saveAppearance({ theme }),
      setLanguage: (language) => saveAppearance({ language }),
      setZoom: (zoom) => saveAppearance({ zoom: Math.min(3, Math.max(0.5, Math.round(zoom * 10) / 10)) }),
      change: async (change) => adopt(await client.call("settings.set", change)),
      changed: adopt,
      loadCalibrations: async () => set(await client.call("tokens.calibrations", {})),
      resetCalibration: async (model) => {
        await client.call("tokens.resetCalibration", { model });
        await get().loadCalibrations();
      },
    };
  });
