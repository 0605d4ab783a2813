import { createCodePlugin } from "@streamdown/code";

/** Loaded with the first code that has a language. Both themes are readable on their background. */
export const plugin = createCodePlugin({
  themes: ["github-light-high-contrast", "github-dark-high-contrast"],
});
