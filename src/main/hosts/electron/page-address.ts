/** The page's own address. A scheme of ours instead of `file:` gives it an origin that owns nothing else. */
export const pageScheme = "satchel";
export const pageHost = "app";
export const pageOrigin = `${pageScheme}://${pageHost}`;
export const pageUrl = `${pageOrigin}/index.html`;

/** Compared in parts, since `satchel://app.evil` starts with our origin too, and Node gives `null` as its origin. */
export const isOurPage = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === `${pageScheme}:` && url.host === pageHost;
};
