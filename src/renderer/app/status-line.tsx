import { Bot, Lock, X } from "lucide-react";
import { useMemo } from "react";
import { useStore } from "zustand";
import { encodingName } from "#shared/model/encoding-name.ts";
import { fileStatuses } from "../ui/file-status.ts";
import { formatCount } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import { StatusGlyph } from "../ui/status-glyph.tsx";
import { Ring } from "../ui/ring.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { viewShortcuts } from "./commands.ts";
import { ModelSwitch } from "./model-switch.tsx";
import type { Progress } from "./app-store.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";

export const StatusLine = () => {
  const { preview } = useWorkbench();
  const manifest = useStore(preview, (state) => state.manifest);
  const project = useApp((state) => state.project);
  const jobs = useApp((state) => state.jobs);
  const go = useApp((state) => state.go);
  const agent = project?.agents.find(({ id }) => id === manifest?.agent) ?? project?.agents[0];
  const words = t.app.statusLine;
  return (
    <footer className="status" aria-label={t.app.status}>
      {agent && (
        <Tooltip label={words.agent} side="top">
          <button type="button" onClick={() => go("agents")}>
            <Icon of={Bot} size={13} />
            {agent.displayName}
          </button>
        </Tooltip>
      )}
      <ModelSwitch place="status" />
      {manifest && (
        <span>
          <Tooltip label={words.scopeText[manifest.scope === "main" ? "main" : "shared"]} side="top">
            <span className="chip">
              <Icon of={Lock} size={10} />
              {words.scope(manifest.scope)}
            </span>
          </Tooltip>
        </span>
      )}
      {Object.values(jobs).map((job) => (
        <JobPart key={job.kind} job={job} />
      ))}
      <span className="grow" />
      <EditorPart />
      {manifest && (
        <Tooltip label={words.windowText} shortcut={viewShortcuts.budget} side="top">
          <button type="button" className="num" onClick={() => go("budget")}>
            <Ring
              used={manifest.window.used}
              reserved={manifest.window.reservedOutput}
              max={manifest.window.max}
              size={13}
            />
            {words.window(formatCount(manifest.window.used), formatCount(manifest.window.max))}
          </button>
        </Tooltip>
      )}
    </footer>
  );
};

const EditorPart = () => {
  const { editor, preview, showWhy } = useWorkbench();
  const { cursor, count, selected, active } = useStore(editor);
  const manifest = useStore(preview, (state) => state.manifest);
  const status = useMemo(
    () => (active ? fileStatuses(manifest).get(active)?.status : undefined),
    [manifest, active],
  );
  if (!active) return null;
  const words = t.app.statusLine;
  return (
    <>
      {status && status !== "in" && (
        <Tooltip label={t.files.why[status]} side="top">
          <button type="button" onClick={() => showWhy(active)}>
            <StatusGlyph status={status} named={false} />
            {t.budget.status[status]}
          </button>
        </Tooltip>
      )}
      {cursor && <span className="s num">{words.position(cursor.line, cursor.column)}</span>}
      {selected && <span className="s num">{words.selected(formatCount(selected.tokens))}</span>}
      {count && (
        <span className="s num" title={words.counted(encodingName(count.encoding), count.exact)}>
          {words.tokens(formatCount(count.tokens), count.exact)}
        </span>
      )}
    </>
  );
};

/** Also told by a notice where it can be stopped; here it is always. */
const JobPart = ({ job: { kind, done, total, secondsLeft, cancel } }: { job: Progress }) => (
  <span className="s num" {...(kind === "indexing" && { role: "status" })}>
    <span className="status-bar" aria-hidden="true">
      <i style={{ width: `${total > 0 ? (100 * done) / total : 0}%` }} />
    </span>
    {t.app.statusLine[kind](formatCount(done), formatCount(total))}
    {secondsLeft !== null && `, ${t.app.progress.left(secondsLeft)}`}
    {kind === "indexing" && cancel && (
      <IconButton
        icon={X}
        size={12}
        className="icon-btn status-cancel"
        label={t.app.progress.stop(t.app.progress.titles[kind])}
        onClick={cancel}
      />
    )}
  </span>
);
