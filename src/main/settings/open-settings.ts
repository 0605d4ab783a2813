import { join } from "node:path";
import {
  type ProjectSettings,
  projectSettings,
  type UserSettings,
  userSettings,
} from "#shared/contract/settings.ts";
import type { Ports } from "../ports/ports.ts";
import { openSettingsFile, type SettingsFile } from "./settings-file.ts";
import { placeInProject, placeOfUser } from "./settings-place.ts";

/** The user's own settings, in the user data folder. */
export const openUserSettings = (userData: string, ports: Ports): SettingsFile<UserSettings> =>
  openSettingsFile({
    place: placeOfUser(join(userData, "settings.json")),
    name: "settings.json",
    schema: userSettings,
    now: () => ports.clock.now(),
    log: ports.log,
  });

/**
 * A project's settings. They come with the project and may be untrusted, so any setting that could send a key
 * somewhere or run something is only read from the user's own settings.
 */
export const openProjectSettings = (folder: string, ports: Ports): SettingsFile<ProjectSettings> =>
  openSettingsFile({
    place: placeInProject(folder, ".satchel/settings.json"),
    name: ".satchel/settings.json",
    schema: projectSettings,
    refused: {
      keys: userOnly,
      reason: "it belongs to your own settings, a project cannot bring it.",
    },
    now: () => ports.clock.now(),
    log: ports.log,
  });

const projectKeys = new Set(Object.keys(projectSettings.shape));

const userOnly: ReadonlySet<string> = new Set(
  [
    ...Object.keys(userSettings.shape),
    "apiKey",
    "apiKeys",
    "approvals",
    "baseUrl",
    "endpoints",
    "keys",
    "mcp",
    "mcpServers",
    "overlay",
    "providers",
    "tools",
  ].filter((key) => !projectKeys.has(key)),
);
