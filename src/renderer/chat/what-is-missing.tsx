import type { Manifest } from "#shared/model/manifest.ts";
import { t } from "../ui/messages/index.ts";
import { StatusGlyph } from "../ui/status-glyph.tsx";
import { NoteLine } from "../ui/note-line.tsx";
import { fileName, leftOutOf } from "#shared/model/left-out.ts";

/** One line about what the agent will not see. */
export const WhatIsMissing = ({ manifest, onWhy }: { manifest: Manifest; onWhy: () => void }) => {
  const { cut, out } = leftOutOf(manifest);
  const [first] = cut;
  const parts = [
    first && (cut.length > 1 ? t.chat.cuts(cut.length) : t.chat.cut(fileName(first.segment.source))),
    out > 0 && t.chat.out(out),
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <NoteLine>
      <StatusGlyph status={first ? "cut" : "out"} named={false} />
      <span>{parts.join(", ")}.</span>
      <button type="button" onClick={onWhy}>
        {t.chat.why}
      </button>
    </NoteLine>
  );
};
