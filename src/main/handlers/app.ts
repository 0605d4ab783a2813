import type { appRoutes } from "#shared/contract/app.ts";
import type { Handlers } from "#shared/contract/index.ts";
import { abortSignal } from "../base/abort-signal.ts";
import { examine } from "../project/doctor.ts";
import { WindowState } from "../settings/window-state.ts";
import type { HandlerContext } from "./handler-context.ts";

export const appHandlers = (context: HandlerContext): Handlers<typeof appRoutes> => {
  const windows = new WindowState(context.paths.userData);
  return {
    "app.doctor": async (_input, { signal }) => {
      const lines = await examine(context, abortSignal(signal));
      return { ok: lines.every(({ status }) => status !== "broken"), lines };
    },
    "app.backups": async () => {
      const { backup } = context.project();
      return { backups: [...(await backup.generations())], details: [...(await backup.describe())] };
    },
    "app.previewBackup": async ({ backup }) => ({
      restored: [...(await context.project().backup.preview(backup))],
    }),
    "app.restoreBackup": async ({ backup }) => {
      const { restored, undo } = await context.project().backup.restore(backup);
      return { restored: [...restored], undo };
    },
    "app.undoRestore": ({ undo }) => context.project().backup.undoRestore(undo),
    "app.info": () => ({
      version: context.ports.version,
      host: context.ports.host,
      platform: process.platform,
      picksFolders: context.ports.pickFolder !== null,
    }),
    "app.windowState": async () => ({ entries: await windows.read(context.project().folder) }),
    "app.keepWindowState": async ({ key, entry }) => {
      await windows.keep(context.project().folder, key, entry);
      return {};
    },
  };
};
