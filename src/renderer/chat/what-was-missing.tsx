import type { Manifest } from "#shared/model/manifest.ts";
import { t } from "../ui/messages/index.ts";
import { StatusGlyph } from "../ui/status-glyph.tsx";
import { NoteLine } from "../ui/note-line.tsx";
import { fileName, leftOutOf } from "#shared/model/left-out.ts";

/** One line under the conversation: what the agent did not see when it answered. */
export const WhatWasMissing = ({ run, onWhy }: { run: Manifest; onWhy: () => void }) => {
  const { cut, out, dropped, memories } = leftOutOf(run);
  const [first] = cut;
  const parts = [
    first &&
      (cut.length > 1
        ? t.chat.wereCut(cut.length)
        : t.chat.wasCut(fileName(first.segment.source), first.segment.detail?.cutLine ?? null)),
    out > 0 && t.chat.wereOut(out),
    dropped > 0 && t.chat.wereDropped(dropped),
    memories > 0 && t.chat.wereTrimmed(memories),
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <NoteLine inset>
      <StatusGlyph status={first ? "cut" : "out"} named={false} />
      <span>{parts.join(", ")}.</span>
      <button type="button" onClick={onWhy}>
        {t.chat.why}
      </button>
    </NoteLine>
  );
};
