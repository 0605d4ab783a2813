import type { Handlers } from "#shared/contract/index.ts";
import type { settingsRoutes } from "#shared/contract/settings.ts";
import { bothSettings, changeSettings } from "../project/change-settings.ts";
import type { HandlerContext } from "./handler-context.ts";

export const settingsHandlers = (context: HandlerContext): Handlers<typeof settingsRoutes> => ({
  "settings.get": () => bothSettings(context),
  "settings.set": (changes) => changeSettings(context, changes),
});
