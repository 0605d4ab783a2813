import { shell } from "electron";
import type { Log } from "../../base/log.ts";

/** Longer addresses are not links a person follows, and some systems cut them. */
const maxLength = 2048;

/** Null when the address is nothing to hand to another program. */
export const checkedLink = (address: string): string | null => {
  if (address.length > maxLength || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol === "mailto:") return url.href;
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  // A name before the host is how `https://bank.example@evil.example` is made to look like the bank.
  if (url.username !== "" || url.password !== "") return null;
  return url.href;
};

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
