import type { Manifest } from "#shared/model/manifest.ts";
import { fileStatuses } from "../ui/file-status.ts";
import { t } from "../ui/messages/index.ts";
import { StatusGlyph } from "../ui/status-glyph.tsx";
import { NoteLine } from "../ui/note-line.tsx";

/** One line that says what the agent will not see. */
export const WhatIsMissing = ({ manifest, onWhy }: { manifest: Manifest; onWhy: () => void }) => {
  const files = [...fileStatuses(manifest).entries()];
  const cut = files.filter(([, { status }]) => status === "cut");
  const out = files.filter(([, { status }]) => status === "out").length;
  const parts = [cutText(cut), out > 0 ? t.chat.out(out) : null].filter((part) => part !== null);
  if (parts.length === 0) return null;
  return (
    <NoteLine>
      <StatusGlyph status={cut.length > 0 ? "cut" : "out"} named={false} />
      <span>{parts.join(", ")}.</span>
      <button type="button" onClick={onWhy}>
        {t.chat.why}
      </button>
    </NoteLine>
  );
};

const cutText = (cut: readonly [string, unknown][]): string | null => {
  const [first] = cut;
  if (!first) return null;
  return cut.length > 1 ? t.chat.cuts(cut.length) : t.chat.cut(first[0].slice(first[0].lastIndexOf("/") + 1));
};
