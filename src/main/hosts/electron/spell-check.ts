import { copyFileSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Session } from "electron";
import type { Carrier } from "#shared/contract/index.ts";
import type { Log } from "../../base/log.ts";
import { type Followed, followSettings } from "./follow-settings.ts";

/** The language of the dictionary that comes with the app, and the file where Chromium looks for it. */
const LANGUAGE = "en-US";
const DICTIONARY = "en-US-10-1.bdic";

/**
 * Chromium would download a dictionary that it does not find, from a server of Google's, without asking. This
 * address has a scheme that nothing serves.
 */
const NOWHERE = "no-download://dictionary/";

export type SpellCheckPlaces = { readonly dictionaries: string; readonly userData: string };

/**
 * Checks spelling while the user wants it. A Mac checks with its own dictionaries; elsewhere the one of the app is
 * used. Must be called before a window opens.
 */
export const followSpellCheck = (
  session: Session,
  core: Carrier,
  places: SpellCheckPlaces,
  log: Log,
): Followed => {
  const isMac = process.platform === "darwin";
  if (!isMac) {
    session.setSpellCheckerDictionaryDownloadURL(NOWHERE);
    session.setSpellCheckerLanguages([]);
  }
  session.setSpellCheckerEnabled(false);
  return followSettings(core, ({ spellCheck }) => {
    try {
      if (spellCheck && !isMac) {
        provideDictionary(places);
        session.setSpellCheckerLanguages([LANGUAGE]);
      }
      session.setSpellCheckerEnabled(spellCheck);
    } catch (error) {
      log.error("Spelling cannot be checked.", error);
    }
  });
};

/** A dictionary of an earlier version of the app is replaced. */
const provideDictionary = ({ dictionaries, userData }: SpellCheckPlaces): void => {
  const folder = join(userData, "Dictionaries");
  const shipped = join(dictionaries, DICTIONARY);
  mkdirSync(folder, { recursive: true });
  const isThere = readdirSync(folder).includes(DICTIONARY);
  if (isThere && statSync(join(folder, DICTIONARY)).size === statSync(shipped).size) return;
  copyFileSync(shipped, join(folder, DICTIONARY));
};
