import { createElement, type ReactNode, useEffect, useState } from "react";
import type { HighlightResult } from "streamdown";

type Coloured = { readonly code: string; readonly lines: readonly ReactNode[] };

/** Highlighted code, once it is complete and the highlighter is loaded; null until then. */
export const useHighlight = (code: string, language: string, incomplete: boolean): ReactNode => {
  const [coloured, setColoured] = useState<Coloured | null>(null);
  useEffect(() => {
    if (incomplete || !language || language === "mermaid" || !canBeColoured(code)) return;
    let left = false;
    const take = (result: HighlightResult) => {
      if (!left) setColoured({ code, lines: linesOf(result) });
    };
    void import("./code-colours.ts").then(({ plugin }) => {
      if (!plugin.supportsLanguage(language as never)) return;
      const options = { code, language: language as never, themes: plugin.getThemes() };
      const result = plugin.highlight(options, take);
      if (result) take(result);
    });
    return () => {
      left = true;
    };
  }, [code, language, incomplete]);
  return coloured?.code === code ? coloured.lines : null;
};

/** Characters; colouring more would be felt. Grammars are quadratic in a line: 39 KB of `/(` take 6 s. */
const MAX_CODE = 40_000;
const MAX_LINE = 1_000;
/** Opening marks that a grammar keeps open until their end, for which there is none. */
const MAX_OPEN = 2_000;

export const canBeColoured = (code: string): boolean =>
  code.length <= MAX_CODE &&
  (code.match(/[([{/<]/g)?.length ?? 0) <= MAX_OPEN &&
  code.split("\n").every((line) => line.length <= MAX_LINE);

const linesOf = ({ tokens }: HighlightResult): readonly ReactNode[] =>
  tokens.flatMap((line, row) => [
    row > 0 ? "\n" : "",
    ...line.map(({ content, htmlStyle, color }, at) =>
      createElement("span", { key: `${row}.${at}`, style: styleOf(htmlStyle, color) }, content),
    ),
  ]);

/** Both themes come at once; the style sheet selects one. */
const styleOf = (style: Record<string, string> | undefined, color: string | undefined) => ({
  "--light": style?.["color"] ?? color,
  "--dark": style?.["--shiki-dark"] ?? color,
});
