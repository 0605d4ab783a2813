import { t } from "../ui/messages/index.ts";

/**
 * Errors that further typing cannot fix, shown while typing: `Europe/At` may become Athens, `Europe/Atl`
 * nothing. The core decides about the final value when it is saved. Null: nothing is wrong so far.
 */
export type Check = (typed: string) => string | null;

const zones = Intl.supportedValuesOf("timeZone");

export const checkTimeZone: Check = (typed) => {
  const name = typed.trim();
  const known = zones.some((zone) => zone.toLowerCase().startsWith(name.toLowerCase())) || isZone(name);
  return known ? null : t.settings.wrongTimeZone(name);
};

/** Aliases such as `UTC` are not listed. */
const isZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

const schemes = ["http://", "https://"];

export const checkAddress: Check = (typed) => {
  const address = typed.trim().toLowerCase();
  if (schemes.some((scheme) => scheme.startsWith(address))) return null;
  if (!schemes.some((scheme) => address.startsWith(scheme))) return t.settings.wrongScheme;
  return URL.canParse(address) || schemes.includes(address) ? null : t.settings.wrongAddress;
};

/** `/home/you/…`, `C:\…` or `\\server\…`: a path in the user's own settings has no folder to be relative to. */
export const checkPath: Check = (typed) =>
  /^(\/|[a-z](:|$)|\\)/i.test(typed.trim()) || typed.trim() === "" ? null : t.settings.wrongPath;
