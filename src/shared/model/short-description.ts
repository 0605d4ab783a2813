/** Characters that the description of a tool is cut to when the window is full. */
export const SHORT_DESCRIPTION_CHARS = 80;
