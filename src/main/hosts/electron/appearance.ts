import { nativeTheme, type BrowserWindow } from "electron";
import type { Carrier } from "#shared/contract/index.ts";
import type { UserSettings } from "#shared/contract/settings.ts";
import { followSettings } from "./follow-settings.ts";

export type Appearance = {
  /** Resolves when the settings were applied for the first time. */
  readonly ready: Promise<void>;
  /** Applies the user's zoom to a window, now and after each load. */
  attach(window: BrowserWindow): void;
  zoom(step: ZoomStep): void;
  close(): void;
};

export type ZoomStep = "in" | "out" | "reset";

/** Theme and zoom follow the user's settings, wherever they are changed. */
export const followAppearance = (core: Carrier): Appearance => {
  const windows = new Set<BrowserWindow>();
  let factor = 1;

  const setZoom = (next: number) => {
    factor = next;
    for (const window of windows) window.webContents.setZoomFactor(factor);
  };
  const apply = ({ theme, zoom }: Pick<UserSettings, "theme" | "zoom">) => {
    nativeTheme.themeSource = theme;
    if (zoom !== factor) setZoom(zoom);
  };
  const { ready, close } = followSettings(core, apply);

  return {
    ready,
    attach: (window) => {
      windows.add(window);
      window.once("closed", () => windows.delete(window));
      window.webContents.on("did-finish-load", () => window.webContents.setZoomFactor(factor));
    },
    zoom: (step) => {
      setZoom(nextZoom(factor, step));
      void core.request("settings.set", { user: { zoom: factor } });
    },
    close,
  };
};

const factors = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3];

export const nextZoom = (factor: number, step: ZoomStep): number => {
  if (step === "reset") return 1;
  const next = step === "in" ? factors.find((one) => one > factor) : factors.findLast((one) => one < factor);
  return next ?? factor;
};
