/** In tokens, when neither the agent nor the server says how large the window is. */
export const DEFAULT_WINDOW = 128_000;
