/** In tokens, when neither the agent nor the server defines the size of the window. */
export const DEFAULT_WINDOW = 128_000;
