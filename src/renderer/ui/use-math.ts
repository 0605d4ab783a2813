import { useEffect, useMemo, useState } from "react";
import type { PluginConfig } from "streamdown";
import { markInlineMath, type MathText } from "./inline-math.ts";

type Drawable = MathText & { readonly plugins: PluginConfig | null };

/** A text with its formulas marked, and what draws them once that is loaded. */
export const useMath = (source: string): Drawable => {
  const [plugins, setPlugins] = useState<PluginConfig | null>(null);
  const isWanted = /\$\S|\\\(|\\\[/.test(source);
  useEffect(() => {
    if (!isWanted || plugins) return;
    let left = false;
    void import("./math.ts").then(({ math }) => left || setPlugins({ math }));
    return () => {
      left = true;
    };
  }, [isWanted, plugins]);
  return useMemo(() => {
    const isReady = isWanted && plugins !== null;
    const marked = isReady ? markInlineMath(source) : { text: source, escaped: [] };
    return { ...marked, plugins: isReady ? plugins : null };
  }, [source, isWanted, plugins]);
};
