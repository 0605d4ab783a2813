import { Minus, Plus } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useStore } from "zustand";
import type { FileWarning } from "#shared/contract/project.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "#shared/model/language.ts";
import { Select } from "../ui/field.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { type LanguageChoice, t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { Segmented } from "../ui/segmented.tsx";
import type { Shortcut } from "../ui/shortcut.ts";
import { Switch } from "../ui/switch.tsx";
import { told } from "../ui/told.ts";
import { Approvals } from "./approvals.tsx";
import { Calibrations } from "./calibrations.tsx";
import { checkPath, checkTimeZone } from "./checks.ts";
import { KeptLimits } from "./kept-limits.tsx";
import { eachOnce } from "./each-once.ts";
import { SectionList, SectionTitle, type SettingsSection, showSection } from "./sections.tsx";
import { Setting, TextSetting } from "./setting.tsx";
import type { SettingsState, SettingsStore } from "./settings-store.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import settingStyles from "./setting.module.css";
import styles from "./settings-pane.module.css";

type Info = {
  readonly version: string;
  readonly host: "electron" | "web" | "cli";
  readonly platform: string;
};

type Props = {
  store: SettingsStore;
  info: Info | null;
  /** The open project's folder; null when none is open. */
  folder: string | null;
  /** Warnings of the project's files, in addition to those of the settings. */
  warnings: readonly FileWarning[];
  models: readonly string[];
  /** The name that an agent is shown with. */
  agentName: (id: string) => string;
  keys: readonly { readonly label: string; readonly shortcut: Shortcut }[];
  /** The section to open; applied again when `at` changes. */
  begin: { readonly section: SettingsSection; readonly at: number } | null;
  onOpen: (path: string) => void;
  /** The backups of the open project. */
  backups?: ReactNode;
  /** Sections of other rooms, after the project's. */
  children?: ReactNode;
};

const themes = () =>
  (["light", "dark", "system"] as const).map((value) => ({
    value,
    label: t.settings.themes[value],
  }));

export const SettingsPane = (props: Props) => {
  const { store, folder, begin, children } = props;
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (begin) showSection(begin.section);
  }, [begin]);
  const state = useStore(store);
  const warnings = eachOnce([...state.warnings, ...props.warnings]);
  const project = folder === null || state.project === null ? null : { ...state.project, folder };
  return (
    <div className={styles.settingsPage}>
      <SectionList page={page} hasProject={project !== null} warnings={warnings.length} />
      <div className={styles.settingsMain} ref={page}>
        <div className={styles.settings}>
          <OfPerson state={state} info={props.info} />
          <p className={classes(ui.quiet, ui.small)}>{state.saved ? words.saved : words.notSaved}</p>
          {project && <OfProject state={state} project={project} models={props.models} />}
          {children}
          {project && (
            <Decided
              state={state}
              folder={project.folder}
              warnings={warnings}
              agentName={props.agentName}
              onOpen={props.onOpen}
            />
          )}
          {project && props.backups}
          <About keys={props.keys} info={props.info} state={state} />
        </div>
      </div>
    </div>
  );
};

const words = t.settings;

type StateProps = { state: SettingsState };

const OfPerson = ({
  state: { theme, zoom, language, user, setTheme, setZoom, setLanguage, change },
  info,
}: StateProps & Pick<Props, "info">) => (
  <>
    <SectionTitle section="appearance" />
    <Setting title={words.theme} text={words.themeText}>
      <Segmented label={words.theme} value={theme} options={themes()} onChange={setTheme} />
    </Setting>
    <Setting title={words.language} text={words.languageText}>
      <Select
        id="language"
        className={settingStyles.settingLine}
        aria-label={words.language}
        value={language}
        onChange={(event) => setLanguage(event.currentTarget.value as LanguageChoice)}
      >
        <option value="system">{words.languageOfSystem}</option>
        {LANGUAGES.map((code) => (
          <option key={code} value={code} lang={code}>
            {LANGUAGE_NAMES[code]}
          </option>
        ))}
      </Select>
    </Setting>
    <Setting title={words.autosave} text={words.autosaveText}>
      <Switch
        aria-label={words.autosave}
        checked={user?.autosave ?? false}
        onChange={(event) => told(change({ user: { autosave: event.currentTarget.checked } }))}
      />
    </Setting>
    {info?.host === "electron" && (
      <Setting
        title={words.spelling}
        text={info.platform === "darwin" ? words.spellingTextMac : words.spellingText}
      >
        <Switch
          aria-label={words.spelling}
          checked={user?.spellCheck ?? false}
          onChange={(event) => told(change({ user: { spellCheck: event.currentTarget.checked } }))}
        />
      </Setting>
    )}
    <Setting title={words.zoom} text={words.zoomText}>
      <IconButton
        icon={Minus}
        label={words.smaller}
        disabled={zoom <= 0.5}
        onClick={() => setZoom(zoom - 0.1)}
      />
      <output className={classes(ui.num, styles.settingsZoom)} aria-label={words.zoom}>
        {words.percent(zoom)}
      </output>
      <IconButton icon={Plus} label={words.larger} disabled={zoom >= 3} onClick={() => setZoom(zoom + 0.1)} />
    </Setting>
    <SectionTitle section="you" />
    <TextSetting
      title={words.userName}
      text={words.userNameText}
      value={user?.user.name ?? ""}
      disabled={!user}
      onSave={(name) => change({ user: { user: { name } } })}
    />
  </>
);

type ProjectProps = StateProps & {
  project: NonNullable<SettingsState["project"]> & { readonly folder: string };
  models: readonly string[];
};

const OfProject = ({ state: { user, change }, project, models }: ProjectProps) => {
  const { folder } = project;
  return (
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
      <KeptLimits project={project} change={change} />
    </>
  );
};

type DecidedProps = StateProps & {
  folder: string;
  warnings: readonly FileWarning[];
  agentName: (id: string) => string;
  onOpen: (path: string) => void;
};

/** What was learned and allowed in the project, and the warnings about its files. */
const Decided = ({ state, folder, warnings, agentName, onOpen }: DecidedProps) => (
  <>
    <SectionTitle section="counts" />
    <Calibrations
      calibrations={state.calibrations}
      load={state.loadCalibrations}
      onReset={(model) => told(state.resetCalibration(model))}
    />
    <SectionTitle section="tools" />
    <Approvals
      approvals={state.user?.approvals ?? {}}
      folder={folder}
      nameOf={agentName}
      onRevoke={(agent, tool) =>
        told(
          state
            .change({ user: { approvals: { [folder]: { [agent]: { [tool]: null } } } } })
            .then(() => notify(words.revoked(tool))),
        )
      }
    />
    <SectionTitle section="warnings" />
    {warnings.length === 0 && <p className={classes(ui.muted, ui.small)}>{words.noWarnings}</p>}
    <ul>
      {warnings.map((warning) => (
        <Warning
          key={`${warning.path}:${warning.line}:${warning.message}`}
          warning={warning}
          onOpen={onOpen}
        />
      ))}
    </ul>
  </>
);

const About = ({ keys, info, state }: Pick<Props, "keys" | "info"> & StateProps) => (
  <>
    <SectionTitle section="privacy" />
    <ul className={styles.settingsPrivacy}>
      {words.privacyTexts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
    <SectionTitle section="keys" />
    <ul className={styles.settingsKeys}>
      {keys.map(({ label, shortcut }) => (
        <li key={label} className={ui.row}>
          <span className={ui.grow}>{label}</span>
          <Kbd shortcut={shortcut} />
        </li>
      ))}
    </ul>
    <SectionTitle section="about" />
    {info && (
      <p className={classes(ui.muted, ui.num)}>{words.version(info.version, words.hosts[info.host])}</p>
    )}
    {info?.host === "electron" && (
      <Setting title={words.updates} text={words.updatesText}>
        <Switch
          aria-label={words.updates}
          checked={state.user?.updates.look === "on"}
          onChange={(event) =>
            told(state.change({ user: { updates: { look: event.currentTarget.checked ? "on" : "off" } } }))
          }
        />
      </Setting>
    )}
  </>
);

type WarningProps = { warning: FileWarning; onOpen: (path: string) => void };

const Warning = ({ warning: { path, line, message }, onOpen }: WarningProps) => (
  <li className={settingStyles.setting}>
    <div className={ui.grow}>
      <div>{message}</div>
      {path !== "" && (
        <LinkButton className={classes(ui.small, ui.num)} onClick={() => onOpen(path)}>
          {line === null ? path : t.settings.place(path, line)}
        </LinkButton>
      )}
    </div>
  </li>
);

const ownTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const timeZones = Intl.supportedValuesOf("timeZone");
