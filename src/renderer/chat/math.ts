import "katex/dist/katex.min.css";
import { createMathPlugin } from "@streamdown/math";

/** Loaded when the first formula comes. A single dollar stays a dollar. */
export const math = createMathPlugin({ errorColor: "var(--bad)" });
