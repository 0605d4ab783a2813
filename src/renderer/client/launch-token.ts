const key = "satchel.token";
const prefix = "#token=";

/**
 * The token comes in the URL's fragment, which no server sees. It is moved to sessionStorage, so that a
 * reload still works, and removed from the address bar, so that it is neither copied nor stored in the
 * browser's history.
 */
export const takeLaunchToken = (): string => {
  if (location.hash.startsWith(prefix)) {
    sessionStorage.setItem(key, location.hash.slice(prefix.length));
    history.replaceState(null, "", location.pathname + location.search);
  }
  return sessionStorage.getItem(key) ?? "";
};
