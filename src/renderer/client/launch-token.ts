const key = "satchel.token";
const prefix = "#token=";

/**
 * The token comes in the URL's fragment, which no server sees. It moves to sessionStorage, so that a
 * reload still works, and leaves the address bar, so that it is neither copied nor kept in the history.
 */
export const takeLaunchToken = (): string => {
  if (location.hash.startsWith(prefix)) {
    sessionStorage.setItem(key, location.hash.slice(prefix.length));
    history.replaceState(null, "", location.pathname + location.search);
  }
  return sessionStorage.getItem(key) ?? "";
};
