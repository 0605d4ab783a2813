import { createContext } from "react";

/** How far the model that answers is loaded, 0 to 1; null when none is being loaded. */
export const ModelLoading = createContext<number | null>(null);
