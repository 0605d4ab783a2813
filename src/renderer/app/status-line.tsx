import { Bot, Lock, Play, TriangleAlert, X } from "lucide-react";
import { useMemo } from "react";
import { useStore } from "zustand";
import { encodingName } from "#shared/model/encoding-name.ts";
import { fileStatuses } from "#shared/model/file-status.ts";
import { formatCount, formatTokens } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { eachOnce } from "../settings/each-once.ts";
import { t } from "../ui/messages/index.ts";
import { StatusGlyph } from "../ui/status-glyph.tsx";
import { Ring } from "../ui/ring.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { viewShortcuts } from "./commands.ts";
import { ModelSwitch } from "./model-switch.tsx";
import type { Progress } from "./app-store.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";
import { Chip } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./status-line.module.css";

export const StatusLine = () => {
  const { preview, settings } = useWorkbench();
  const ofSettings = useStore(settings, (state) => state.warnings);
  const manifest = useStore(preview, (state) => state.manifest);
  const project = useApp((state) => state.project);
  const jobs = useApp((state) => state.jobs);
  const go = useApp((state) => state.go);
  const openSettings = useApp((state) => state.openSettings);
  const isWriting = useApp(({ view }) => view === "files");
  const warnings = project ? eachOnce([...ofSettings, ...project.warnings]).length : 0;
  const agent = project?.agents.find(({ id }) => id === manifest?.agent) ?? project?.agents[0];
  const words = t.app.statusLine;
  return (
    <footer className={styles.status} aria-label={t.app.status}>
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
            <Chip className={styles.statusChip}>
              <Icon of={Lock} size={10} />
              {words.scope(manifest.scope)}
            </Chip>
          </Tooltip>
        </span>
      )}
      {warnings > 0 && (
        <Tooltip label={words.warningsText} side="top">
          <button type="button" className={ui.warn} onClick={() => openSettings("warnings")}>
            <Icon of={TriangleAlert} size={13} />
            {words.warnings(warnings)}
          </button>
        </Tooltip>
      )}
      {Object.values(jobs).map((job) => (
        <JobPart key={job.kind} job={job} />
      ))}
      <span className={ui.grow} />
      {isWriting && <EditorPart />}
      {manifest && (
        <Tooltip label={words.windowText} shortcut={viewShortcuts.budget} side="top">
          <button type="button" className={ui.num} onClick={() => go("budget")}>
            <Ring
              used={manifest.window.used}
              reserved={manifest.window.reservedOutput}
              max={manifest.window.max}
              exact={manifest.exact}
              size={13}
            />
            {words.window(
              formatTokens(manifest.window.used, manifest.exact),
              formatCount(manifest.window.max),
            )}
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
      {cursor && (
        <span className={classes(ui.quiet, ui.num)}>{words.position(cursor.line, cursor.column)}</span>
      )}
      {selected && (
        <span className={classes(ui.quiet, ui.num)}>
          {words.selected(formatTokens(selected.tokens, selected.exact))}
        </span>
      )}
      {count && (
        <span
          className={classes(ui.quiet, ui.num)}
          title={words.counted(encodingName(count.encoding), count.exact)}
        >
          {words.tokens(formatTokens(count.tokens, count.exact))}
        </span>
      )}
    </>
  );
};

/** Work that can be stopped also has a notice; this line is always shown. */
const JobPart = ({ job: { kind, done, total, secondsLeft, cancel, resume } }: { job: Progress }) => (
  <span className={classes(ui.quiet, ui.num, styles.job)} {...(kind === "indexing" && { role: "status" })}>
    <span className={styles.statusBar} aria-hidden="true">
      <i style={{ width: `${total > 0 ? (100 * done) / total : 0}%` }} />
    </span>
    <span className={styles.jobText}>
      {resume
        ? t.app.progress.paused(formatCount(done), formatCount(total))
        : t.app.statusLine[kind](formatCount(done), formatCount(total))}
      {secondsLeft !== null && `, ${t.app.progress.left(secondsLeft)}`}
    </span>
    {resume && (
      <IconButton
        icon={Play}
        size={12}
        className={classes(ui.iconButton, styles.statusCancel)}
        label={t.app.progress.resume(t.app.progress.titles[kind])}
        onClick={resume}
      />
    )}
    {kind === "indexing" && cancel && (
      <IconButton
        icon={X}
        size={12}
        className={classes(ui.iconButton, styles.statusCancel)}
        label={t.app.progress.stop(t.app.progress.titles[kind])}
        onClick={cancel}
      />
    )}
  </span>
);
