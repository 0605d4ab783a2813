/** The page's address. A custom scheme instead of `file:` gives the page an origin of its own. */
export const pageScheme = "satchel";
export const pageHost = "app";
export const pageOrigin = `${pageScheme}://${pageHost}`;
export const pageUrl = `${pageOrigin}/index.html`;

/**
 * Compared in parts, since `satchel://app.evil` also starts with our origin, and Node returns `null` as its
 * origin.
 */
export const isOurPage = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === `${pageScheme}:` && url.host === pageHost;
};
