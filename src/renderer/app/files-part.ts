/** Below this width the files cover the editor instead of being beside it, and are shown only on request. */
export const overlayQuery = "(max-width: 1099px)";

/** Which of the two the keys and buttons for the files apply to. */
export const filesPart = (): "filesShown" | "filesOver" =>
  matchMedia(overlayQuery).matches ? "filesOver" : "filesShown";
