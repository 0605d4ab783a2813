import { createStore, type StoreApi } from "zustand/vanilla";

/** Where the user is: a view, the conversation beside it and the file in the editor. */
export type Place<View extends string = string> = {
  readonly view: View;
  readonly session: string | null;
  readonly file: string | null;
};

export type PlacesState = { readonly canGoBack: boolean; readonly canGoForward: boolean };

export type Places = {
  readonly store: StoreApi<PlacesState>;
  /** Called whenever the place may have changed. */
  readonly note: () => void;
  readonly back: () => void;
  readonly forward: () => void;
  /** A different project has different places. */
  readonly reset: () => void;
};

/** More than anyone steps through. */
const MAX_PLACES = 100;

/** The places that were visited, as a browser keeps pages: a step from an earlier one drops those after it. */
export const createPlaces = <View extends string>(
  here: () => Place<View>,
  go: (place: Place<View>) => void,
): Places => {
  let visited: Place<View>[] = [];
  let at = -1;
  let isGoing = false;
  const store = createStore<PlacesState>(() => ({ canGoBack: false, canGoForward: false }));
  const say = () => store.setState({ canGoBack: at > 0, canGoForward: at < visited.length - 1 });
  const step = (by: 1 | -1) => {
    const place = visited[at + by];
    if (!place) return;
    at += by;
    isGoing = true;
    go(place);
    isGoing = false;
    say();
  };
  return {
    store,
    note: () => {
      if (isGoing) return;
      const place = here();
      const known = visited[at];
      if (known && isSame(known, place)) return;
      visited = [...visited.slice(0, at + 1), place].slice(-MAX_PLACES);
      at = visited.length - 1;
      say();
    },
    back: () => step(-1),
    forward: () => step(1),
    reset: () => {
      visited = [here()];
      at = 0;
      say();
    },
  };
};

const isSame = (a: Place, b: Place): boolean =>
  a.view === b.view && a.session === b.session && a.file === b.file;
