/** Under this width the files lie over the editor instead of beside it, and are shown only while asked for. */
export const overlayQuery = "(max-width: 1099px)";

/** Which of the two the keys and buttons for the files mean now. */
export const filesPart = (): "filesShown" | "filesOver" =>
  matchMedia(overlayQuery).matches ? "filesOver" : "filesShown";
