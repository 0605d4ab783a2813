import "./settings.css";
import { Minus, Plus } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useStore } from "zustand";
import type { FileWarning } from "#shared/contract/project.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { Segmented } from "../ui/segmented.tsx";
import type { Shortcut } from "../ui/shortcut.ts";
import { told } from "../ui/told.ts";
import { Approvals } from "./approvals.tsx";
import { Calibrations } from "./calibrations.tsx";
import { checkPath, checkTimeZone } from "./checks.ts";
import { SectionList, SectionTitle, type SettingsSection, showSection } from "./sections.tsx";
import { Setting, TextSetting } from "./setting.tsx";
import type { SettingsStore } from "./settings-store.ts";

type Props = {
  store: SettingsStore;
  info: { readonly version: string; readonly host: "electron" | "web" | "cli" } | null;
  /** The open project's folder; null when none is open. */
  folder: string | null;
  /** Of the project's files, on top of those of the settings themselves. */
  warnings: readonly FileWarning[];
  models: readonly string[];
  keys: readonly { readonly label: string; readonly shortcut: Shortcut }[];
  /** Where to begin; asked for anew when `at` changes. */
  begin: { readonly section: SettingsSection; readonly at: number } | null;
  onOpen: (path: string) => void;
  /** Sections of other rooms, after the project's. */
  children?: ReactNode;
};

const themes = (["light", "dark", "system"] as const).map((value) => ({
  value,
  label: t.settings.themes[value],
}));

export const SettingsPane = (props: Props) => {
  const { store, info, folder, warnings, models, keys, begin, onOpen, children } = props;
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (begin) showSection(begin.section);
  }, [begin]);
  const { theme, zoom, saved, user, project, setTheme, setZoom, change, ...state } = useStore(store);
  const words = t.settings;
  const all = eachOnce([...state.warnings, ...warnings]);
  return (
    <div className="settings-page">
      <SectionList page={page} hasProject={project !== null && folder !== null} warnings={all.length} />
      <div className="settings-main" ref={page}>
        <div className="settings">
          <SectionTitle section="appearance" />
          <Setting title={words.theme} text={words.themeText}>
            <Segmented label={words.theme} value={theme} options={themes} onChange={setTheme} />
          </Setting>
          <Setting title={words.zoom} text={words.zoomText}>
            <IconButton
              icon={Minus}
              label={words.smaller}
              disabled={zoom <= 0.5}
              onClick={() => setZoom(zoom - 0.1)}
            />
            <output className="num settings-zoom" aria-label={words.zoom}>
              {words.percent(zoom)}
            </output>
            <IconButton
              icon={Plus}
              label={words.larger}
              disabled={zoom >= 3}
              onClick={() => setZoom(zoom + 0.1)}
            />
          </Setting>
          <SectionTitle section="you" />
          <TextSetting
            title={words.userName}
            text={words.userNameText}
            value={user?.user.name ?? ""}
            disabled={!user}
            onSave={(name) => change({ user: { user: { name } } })}
          />
          <p className="s t12">{saved ? words.saved : words.notSaved}</p>
          {project && folder !== null && (
            <>
              <SectionTitle section="project" />
              <TextSetting
                title={words.projectName}
                text={words.projectNameText}
                value={project.name ?? ""}
                placeholder={folder.split(/[\\/]/).at(-1) ?? ""}
                onSave={(name) => change({ project: { name: name || null } })}
              />
              <TextSetting
                title={words.defaultModel}
                text={words.defaultModelText}
                value={project.defaultModel ?? ""}
                placeholder={words.noModel}
                offers={models}
                onSave={(model) => change({ project: { defaultModel: model || null } })}
              />
              {user && project.defaultModel !== undefined && (
                <TextSetting
                  title={words.tokenizer}
                  text={words.tokenizerText}
                  value={user.tokenizers[project.defaultModel] ?? ""}
                  placeholder={words.noTokenizer}
                  check={checkPath}
                  onSave={(file) =>
                    change({ user: { tokenizers: { [project.defaultModel as string]: file || null } } })
                  }
                />
              )}
              <TextSetting
                title={words.timeZone}
                text={words.timeZoneText}
                value={project.timeZone ?? ""}
                placeholder={ownTimeZone}
                offers={timeZones}
                check={checkTimeZone}
                onSave={(timeZone) => change({ project: { timeZone: timeZone || null } })}
              />
              <TextSetting
                title={words.overlay}
                text={words.overlayText}
                value={user?.overlays[folder] ?? ""}
                placeholder={words.noOverlay}
                check={checkPath}
                onSave={(overlay) => change({ user: { overlays: { [folder]: overlay || null } } })}
              />
            </>
          )}
          {children}
          {project && folder !== null && (
            <>
              <SectionTitle section="counts" />
              <Calibrations
                calibrations={state.calibrations}
                load={state.loadCalibrations}
                onReset={(model) => told(state.resetCalibration(model))}
              />
              <SectionTitle section="tools" />
              <Approvals
                approvals={user?.approvals ?? {}}
                folder={folder}
                onRevoke={(agent, tool) =>
                  told(
                    change({ user: { approvals: { [folder]: { [agent]: { [tool]: null } } } } }).then(() =>
                      notify(words.revoked(tool)),
                    ),
                  )
                }
              />
              <SectionTitle section="warnings" />
              {all.length === 0 && <p className="m t12">{words.noWarnings}</p>}
              <ul>
                {all.map((warning) => (
                  <Warning
                    key={`${warning.path}:${warning.line}:${warning.message}`}
                    warning={warning}
                    onOpen={onOpen}
                  />
                ))}
              </ul>
            </>
          )}
          <SectionTitle section="privacy" />
          <ul className="settings-privacy">
            {words.privacyTexts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <SectionTitle section="keys" />
          <ul className="settings-keys">
            {keys.map(({ label, shortcut }) => (
              <li key={label} className="row">
                <span className="grow">{label}</span>
                <Kbd shortcut={shortcut} />
              </li>
            ))}
          </ul>
          <SectionTitle section="about" />
          {info && <p className="m num">{words.version(info.version, words.hosts[info.host])}</p>}
        </div>
      </div>
    </div>
  );
};

/** A project's warnings hold those of its settings, too. */
const eachOnce = (warnings: readonly FileWarning[]): readonly FileWarning[] => [
  ...new Map(warnings.map((warning) => [JSON.stringify(warning), warning])).values(),
];

type WarningProps = { warning: FileWarning; onOpen: (path: string) => void };

const Warning = ({ warning: { path, line, message }, onOpen }: WarningProps) => (
  <li className="setting">
    <div className="grow">
      <div>{message}</div>
      {path !== "" && (
        <button type="button" className="link t12 num" onClick={() => onOpen(path)}>
          {line === null ? path : t.settings.place(path, line)}
        </button>
      )}
    </div>
  </li>
);

const ownTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const timeZones = Intl.supportedValuesOf("timeZone");
