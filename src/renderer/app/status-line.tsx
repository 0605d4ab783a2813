import { Bot, Lock, X } from "lucide-react";
import { useStore } from "zustand";
import { encodingName } from "#shared/model/encoding-name.ts";
import { formatCount } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import { Ring } from "../ui/ring.tsx";
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
        <span>
          <Icon of={Bot} size={13} />
          {agent.displayName}
        </span>
      )}
      <ModelSwitch place="status" />
      {manifest && (
        <span>
          <span className="chip">
            <Icon of={Lock} size={10} />
            {words.scope(manifest.scope)}
          </span>
        </span>
      )}
      {Object.values(jobs).map((job) => (
        <JobPart key={job.kind} job={job} />
      ))}
      <span className="grow" />
      <EditorPart />
      {manifest && (
        <button type="button" className="num" onClick={() => go("budget")}>
          <Ring
            used={manifest.window.used}
            reserved={manifest.window.reservedOutput}
            max={manifest.window.max}
            size={13}
          />
          {words.window(formatCount(manifest.window.used), formatCount(manifest.window.max))}
        </button>
      )}
    </footer>
  );
};

const EditorPart = () => {
  const { editor } = useWorkbench();
  const { cursor, count, selected, active } = useStore(editor);
  if (!active) return null;
  const words = t.app.statusLine;
  return (
    <>
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
