import { createContext, use, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { createPace, type Pace } from "./pace.ts";

export const PaceContext = createContext<Pace>(createPace());

/** Whether a message is drawn in full: at once while the list is still, otherwise when its turn comes. */
export const useInFull = (): boolean => {
  const pace = use(PaceContext);
  const [full, setFull] = useState(() => !pace.moves());
  useEffect(() => {
    // Drawn synchronously, so that its time counts.
    if (!full) return pace.wait(() => flushSync(() => setFull(true)));
  }, [full, pace]);
  return full;
};
