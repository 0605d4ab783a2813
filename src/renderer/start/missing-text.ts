import type { FileStatus } from "#shared/model/file-status.ts";
import { formatCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";

const words = t.start;

/** `RECIPES.md is cut at line 119, it is longer than a file may be`. */
export const cutText = (cut: readonly FileStatus[]): string => {
  const [first] = cut;
  if (!first || cut.length > 1) return t.chat.cuts(cut.length);
  const name = first.segment.source.split("/").at(-1) ?? "";
  if (first.segment.reason !== "per-file-limit") return t.chat.cut(name);
  return words.cut(name, first.segment.detail?.cutLine ?? null);
};

/** `3 files are left out: 2 do not fit, 1 you keep private`. */
export const outText = (out: readonly FileStatus[]): string => {
  const known = Object.entries(words.outReasons).map(([reason, text]) => ({
    text,
    count: out.filter(({ segment }) => segment.reason === reason).length,
  }));
  const rest = out.length - known.reduce((sum, { count }) => sum + count, 0);
  const why = [
    ...(rest > 0 ? [words.outElse(formatCount(rest), rest === 1)] : []),
    ...known.filter(({ count }) => count > 0).map(({ text, count }) => text(formatCount(count))),
  ];
  return `${t.chat.out(out.length)}: ${why.join(", ")}`;
};
