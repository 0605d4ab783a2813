import "katex/dist/katex.min.css";
import { createMathPlugin } from "@streamdown/math";

/** Loaded when the first formula comes. Which single dollars are formulas is for `inline-math.ts`. */
export const math = createMathPlugin({ errorColor: "var(--bad)", singleDollarTextMath: true });
