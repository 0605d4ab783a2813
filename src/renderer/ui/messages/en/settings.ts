import { numberText } from "#shared/model/number-text.ts";

const shortTime = (at: string): string =>
  new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });

export const settings = {
  title: "Settings",
  side: "Sections of the settings",
  /** In the order of the page. */
  sections: {
    appearance: "Appearance",
    you: "You",
    project: "This project",
    models: "Models",
    network: "Network",
    conversations: "Conversations",
    trust: "Trusted folders",
    counts: "Token counts by model",
    tools: "Tool permissions",
    warnings: "Warnings",
    backups: "Backups",
    privacy: "What leaves this machine",
    keys: "Keyboard shortcuts",
    about: "About",
  },
  theme: "Theme",
  themeText: "System follows what your computer is set to.",
  themes: { light: "Light", dark: "Dark", system: "System" },
  autosave: "Save by itself",
  autosaveText: "Writes a file a second after the last key. Each write can be undone under Changes.",
  zoom: "Size",
  zoomText: "Of everything in this window.",
  smaller: "Smaller",
  larger: "Larger",
  percent: (value: number) => `${Math.round(value * 100)} %`,
  userName: "Your name",
  userNameText: "Used only in prompts that ask for it.",
  projectName: "Name",
  projectNameText: "Shown above, and given to prompts. Empty: the folder’s.",
  defaultModel: "Model",
  defaultModelText: "For agents that name none. After a change, all files may be counted again.",
  noModel: "none yet",
  tokenizer: "Its tokenizer",
  tokenizerText:
    "The model’s own tokenizer.json, by its whole path. Its counts are then exact; without it they are estimated where we do not know the model.",
  noTokenizer: "none",
  timeZone: "Time zone",
  timeZoneText: "What “today” means in prompts and notes. Empty: this computer’s.",
  overlay: "Folder of your own files",
  overlayText:
    "Its files are read instead of the workspace’s, and changes go there. Only you see it; it is not part of the project.",
  noOverlay: "none",
  kept: {
    days: "Keep changes for, in days",
    daysText: "Every change that is younger can be undone.",
    count: "Keep at least this many changes",
    countText: "The newest ones are kept even when they are older.",
    size: "Space for changes, in MB",
    sizeText: "The oldest are removed when their texts take more. History shows how much is used.",
    trashDays: "Keep deleted files for, in days",
    trashDaysText: "Older ones leave the project’s trash when it is opened.",
    trashSize: "Space for the trash, in MB",
    trashSizeText: "The oldest are removed when it holds more.",
    wrong: "A whole number above 0 is needed. Empty: the default.",
  },
  noCalibrations:
    "Nothing to compare yet. After a turn, what the model’s server counted is compared with Satchel’s count.",
  calibration: (ratio: number, samples: number) =>
    `Its server counts ${ratio.toFixed(2)} tokens where Satchel counts 1. Seen in ${samples === 1 ? "1 turn" : `${samples} turns`}.`,
  reset: "Reset",
  resetOf: (model: string) => `Reset the counts of ${model}`,
  noApprovals: "None yet. A tool that writes asks each time until you say always or never.",
  approval: (agent: string, verdict: "always" | "deny", folder: string | null) => {
    if (verdict === "deny") return `${agent} may never use it`;
    if (folder === null) return `${agent} may use it without asking`;
    return `${agent} may use it without asking for documents directly in ${folder === "." ? "the project’s top folder" : `${folder}/`}`;
  },
  revoke: "Ask again",
  revokeOf: (tool: string) => `Ask again about ${tool}`,
  revoked: (tool: string) => `You will be asked about ${tool} again`,
  trust: {
    none: "Nothing yet. You are asked when you open a folder that has files for agents.",
    trusted: "Trusted: its files count as yours, and its skills and tools that write can be used",
    restricted: "Restricted: its files count as from outside, and nothing in it is run or learned",
    forget: "Ask again",
    forgetOf: (folder: string) => `Ask again about ${folder}`,
  },
  backups: {
    about:
      "Your files are files. What only the database knows (prompts that were sent, the graph, workflows, pins) is backed up: the last 7 days, 4 weeks, and before each update.",
    none: "No backup yet. The first one is written when this project is closed, or after half an hour.",
    title: (name: string | null, at: string) =>
      name === null
        ? `Newest, ${shortTime(at)}`
        : name.startsWith("before-")
          ? `Before an update, ${shortTime(at)}`
          : `As it was before ${name}`,
    holds: (rows: number, name: string) => `${numberText(rows)} ${name}`,
    more: (kinds: number) => `, and ${kinds} more ${kinds === 1 ? "kind" : "kinds"}`,
    look: "Restore…",
    lookOf: (title: string) => `Restore from: ${title}`,
    dialogTitle: (title: string) => `Restore: ${title}`,
    nothing: "Everything in this backup is in the database. There is nothing to restore.",
    explains: "These entries are missing and would be added. What is there now stays as it is.",
    adds: (rows: number, name: string) => `${numberText(rows)} ${name}`,
    restore: "Restore",
    cancel: "Cancel",
    close: "Close",
    restored: (rows: number) => (rows === 1 ? "1 entry was restored" : `${rows} entries were restored`),
    undo: "Undo",
    undone: (removed: number, kept: number) =>
      kept === 0
        ? "The state before is back"
        : `${removed} entries were removed again; ${kept} were changed since and stay`,
    tables: {
      runs: "prompts",
      run_texts: "texts of prompts",
      run_text_uses: "places of texts",
      recall_events: "recalls",
      dream_promotions: "dreamed facts",
      memory_pins: "pins",
      memory_profiles: "user documents",
      graph_entities: "names of the graph",
      graph_relations: "relations of the graph",
      procedures: "workflows",
      learned: "readings",
      offered_messages: "messages that were read",
      token_calibrations: "calibrations",
      prefill_speeds: "speeds of models",
    },
  },
  noWarnings: "No warnings. Every file and setting of this project is valid.",
  place: (path: string, line: number) => `${path}, line ${line}`,
  proxy: "Proxy",
  proxyText: "For remote servers; those on this machine are always reached directly.",
  noProxy: "none",
  certificates: "Extra certificates",
  certificatesText: "A PEM file with certificates to trust, such as your company’s.",
  noCertificates: "none",
  patience: "Minutes to wait for a silent server",
  patienceText: "A model on this machine may read a long prompt for many minutes before its first word.",
  wrongMinutes: (most: number) => `Enter whole minutes, from 1 to ${most}.`,
  wrongTimeZone: (typed: string) => `“${typed}” is not a time zone. Example: Europe/London`,
  wrongScheme: "The address must start with http:// or https://.",
  wrongAddress: "Not a valid address. Example: http://127.0.0.1:8080",
  wrongPath: "Enter the full path, such as /home/you/… or C:\\….",
  redact: "Take secrets out before they are written",
  redactText: "Keys, tokens and the name of your home folder become [REDACTED] in what is kept on disk.",
  privacyTexts: [
    "Nothing, until you choose a model on a remote server. There is no account, no telemetry and no update check.",
    "With such a model, to the address you entered: the prompt of each answer, and, once you allow it, the conversation itself for summaries and for notes to keep. Every call is listed under Budget, “As sent”, with what was sent and what it cost.",
    "Keys stay in your own data folder or the system’s keychain, each bound to the address it was entered for. A project can neither read nor redirect them.",
    "Counting, search and memory work on this machine.",
  ],
  version: (version: string, host: string) => `Satchel ${version} in ${host}`,
  hosts: { electron: "its own window", web: "a browser tab", cli: "a terminal" },
  saved: "Kept for you on this machine, never in a project.",
  notSaved: "Settings cannot be stored here. They apply in this browser only.",
};
