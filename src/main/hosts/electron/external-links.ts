import { shell } from "electron";
import type { Log } from "../../base/log.ts";

/** Longer addresses are not links that people follow, and some systems cut them. */
const MAX_URL_LENGTH = 2048;

/** Null when the address must not be passed to a different program. */
export const checkedLink = (address: string): string | null => {
  if (address.length > MAX_URL_LENGTH || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol === "mailto:") return hasAttachment(url) ? null : url.href;
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  // A user name before the host is how `https://bank.example@evil.example` is made to look like the bank.
  if (url.username !== "" || url.password !== "") return null;
  return url.href;
};

/** Some mail programs attach a file of the user's when a link names one. */
const hasAttachment = ({ searchParams }: URL): boolean =>
  [...searchParams.keys()].some((key) => /^attach/i.test(key));

/** Opens a web or mail address in the user's own browser; anything else is refused and logged. */
export const openExternal = async (address: string, log: Log): Promise<void> => {
  const link = checkedLink(address);
  if (link === null) {
    log.warn("Refused to open an address outside the app.", {
      scheme: /^[a-z][a-z0-9+.-]*:/i.exec(address)?.[0] ?? null,
    });
    return;
  }
  await shell.openExternal(link).catch((error: unknown) => log.error("The link could not be opened.", error));
};
