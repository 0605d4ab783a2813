import type { Manifest } from "#shared/model/manifest.ts";
import { fileStatuses } from "../ui/file-status.ts";
import { t } from "../ui/messages/index.ts";
import { StatusGlyph } from "../ui/status-glyph.tsx";
import { NoteLine } from "../ui/note-line.tsx";

/** One line under the conversation: what the agent did not see when it answered. */
export const WhatWasMissing = ({ run, onWhy }: { run: Manifest; onWhy: () => void }) => {
  const files = [...fileStatuses(run).values()];
  const cut = files.filter(({ status }) => status === "cut");
  const out = files.filter(({ status }) => status === "out").length;
  const [first] = cut;
  const parts = [
    first && cut.length === 1
      ? t.chat.wasCut(nameOf(first.segment.source), first.segment.detail?.cutLine ?? null)
      : null,
    cut.length > 1 ? t.chat.wereCut(cut.length) : null,
    out > 0 ? t.chat.wereOut(out) : null,
  ].filter((part) => part !== null);
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

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
