import type { UserSettings } from "#shared/contract/settings.ts";
import type { Log } from "../../base/log.ts";

/** What is needed of the program that fetches updates, see `electron-updates.ts`. */
export type Updater = {
  /** Where it looks, for the question: `https://satchel.example/releases`. */
  readonly feed: string;
  /** Null when this is the newest version. */
  readonly check: () => Promise<string | null>;
  /**
   * Fetches what `check` found and compares it with the hash in the list of versions. It is installed when the app
   * ends, after everything is closed.
   */
  readonly fetchForTheEnd: () => Promise<void>;
};

export type UpdateSettings = UserSettings["updates"];

export type UpdatePorts = {
  readonly updater: Updater;
  readonly current: string;
  /** Null while the first start is shown, or when the settings cannot be read: then nothing is asked. */
  readonly settings: () => Promise<UpdateSettings | null>;
  readonly save: (change: Partial<UpdateSettings>) => Promise<void>;
  /** Which button was chosen; the first one is the default. */
  readonly ask: (question: Question) => Promise<number>;
  readonly log: Log;
};

export type Question = {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly [string, string];
};

/**
 * One round of looking for a new version. The user is asked once whether Satchel may look at all, and once per
 * version whether it may be installed. A running app is never changed: the installation waits until the user quits
 * and everything is closed. True when a version waits for that, so that no further round is needed.
 */
export const lookForUpdate = async (ports: UpdatePorts): Promise<boolean> => {
  const settings = await ports.settings();
  if (settings === null || !(await mayLook(settings, ports))) return false;
  const version = await ports.updater.check();
  if (version === null || version === settings.declined) return false;
  const answer = await ports.ask({
    message: `Satchel ${shown(version)} is available.`,
    detail: `You have ${ports.current}. It is installed when you quit, after everything is closed. What only the database holds is backed up before a new version changes it.`,
    buttons: ["Not this version", "Install when I quit"],
  });
  if (answer !== 1) {
    await ports.save({ declined: version });
    return false;
  }
  await ports.updater.fetchForTheEnd();
  ports.log.info("A new version is installed when the app ends.", { version });
  return true;
};

const mayLook = async ({ look }: UpdateSettings, { updater, ask, save }: UpdatePorts): Promise<boolean> => {
  if (look !== "ask") return look === "on";
  const answer = await ask({
    message: "May Satchel look for new versions?",
    detail: `Once a day it would ask ${updater.feed} for the number of the newest version. Nothing about you or your files is sent. You can change this in the settings.`,
    buttons: ["Do not look", "Look once a day"],
  });
  await save({ look: answer === 1 ? "on" : "off" });
  return answer === 1;
};

/** The name of a version comes from the server of the list, which may be hostile. */
const shown = (version: string) => version.replaceAll(/[^\w.+-]/g, "").slice(0, 40);
