export const app = {
  name: "Satchel",
  views: {
    files: "Files",
    budget: "Budget",
    memory: "Memory",
    agents: "Agents",
    history: "History",
    xray: "X-ray",
    settings: "Settings",
  },
  rail: "Views",
  status: "Status",
  skip: "Skip to the editor",
  search: "Search files, memories and commands",
  showFiles: "Show or hide files",
  showChat: "Show or hide the conversation",
  resizeFiles: "Width of the files",
  resizeChat: "Width of the conversation",
  project: {
    menu: "Project",
    recent: "Opened before",
    open: "Open another folder",
    openTitle: "Open a folder",
    openText:
      "Satchel keeps everything as plain text in a folder of yours. It never overwrites a file that is already there.",
    openDropped: (name: string) =>
      `A browser does not say where a dropped folder is. Choose ${name} here to open it.`,
    folder: "Folder",
    folderExample: "/home/you/Documents/bakery",
    openButton: "Open",
    closeButton: "Close this project",
    opened: (name: string) => `${name} is open`,
    readOnly: (owner: string) =>
      `${owner} has this project open, and this window cannot reach it. You can read everything and change nothing until the other one is closed.`,
    recovered: (name: string) =>
      `The index could not be read. It was set aside as ${name} and built again. None of your files was changed.`,
  },
  away: {
    title: "The folder is away.",
    text: (folder: string) =>
      `It is no longer at ${folder}. Nothing is saved until it is back; what you typed stays here. Put it back, or open it at its new place.`,
    locked: "This folder can only be read.",
    lockedText: (folder: string) =>
      `${folder} cannot be written. You can read, search and see the budget; saving and chatting need a folder that can be written.`,
    open: "Open a folder",
  },
  trust: {
    title: (name: string) => `Do you trust ${name}?`,
    question: (signs: readonly string[]) =>
      `It has files that tell an agent what to do (${signs.join(", ")}): trust it if they are yours, or look at it first with everything that writes, learns or loads skills turned off.`,
    mine: "Trust this folder",
    look: "Look first",
    restricted: "This folder is restricted.",
    off: "You can read it, see its budget and chat. Its files count as from outside; tools that write, skills and learning are off.",
    trust: "Trust this folder",
  },
  start: {
    title: "Where are your files?",
    text: "Satchel keeps everything your agent knows as plain text in a folder of yours. It never overwrites a file that is already there.",
    sample: "Start with the sample",
    sampleButton: "Make it here",
    sampleFolder: "New folder for the sample",
    folder: "Open a folder",
    folderText: "Notes, documents or a project you already have. Missing files are offered, not forced.",
    offline: "Works without a network and without an account.",
  },
  steps: "Places you visited",
  connection: {
    connecting: "Starting",
    connectingText: "Reading the project. This takes a moment.",
    lost: "The connection to Satchel’s engine is lost",
    lostText:
      "Your unsaved text is safe in this window. If the engine is restarting, this takes a few seconds.",
    gone: "Satchel’s engine does not answer",
    goneText:
      "It has stopped, or cannot be reached. In a browser tab it does not start by itself: start Satchel again as you did before. This window keeps trying, and your unsaved text is safe in it.",
    refused: "This page is no longer allowed in",
    refusedText:
      "Satchel was started again with a new address. Open the link it printed. Unsaved text of this window is kept on this machine.",
    back: "Connected again",
  },
  trouble: {
    title: "This part of the window stopped.",
    text: "Your files are safe. Unsaved text is kept.",
    retry: "Show it again",
    reload: "Reload the window",
  },
  statusLine: {
    agent: "Who answers",
    windowText: "Tokens of the next prompt, and the model’s window",
    scopeText: {
      main: "This conversation may use all of the agent’s notes, memory and knowledge",
      shared: "Others may read along, so notes, memory and knowledge stay out",
    },
    scope: (scope: string) => (scope === "shared" ? "shared with others" : "private"),
    position: (line: number, column: number) => `Ln ${line}, Col ${column}`,
    selected: (tokens: string) => `${tokens} tokens selected`,
    tokens: (tokens: string) => `${tokens} tokens`,
    counted: (encoding: string, exact: boolean) =>
      exact ? `exact against ${encoding}` : `estimated (${encoding})`,
    window: (used: string, max: string) => `${used} of ${max}`,
    indexing: (done: string, total: string) => `Indexing ${done} of ${total}`,
    recounting: (done: string, total: string) => `Counting again, ${done} of ${total}`,
    remembering: (done: string, total: string) => `Reading memory, ${done} of ${total}`,
    embedding: (done: string, total: string) => `Preparing search, ${done} of ${total}`,
    importing: (done: string, total: string) => `Importing ${done} of ${total}`,
    here: (name: string) => `${name}, on this machine`,
  },
  progress: {
    titles: {
      indexing: "Reading the files",
      recounting: "Counting again",
      remembering: "Reading memory",
      embedding: "Preparing search",
      importing: "Importing memory",
    },
    of: (done: string, total: string) => `${done} of ${total}`,
    stop: (title: string) => `Cancel: ${title}`,
    indexingStopped: (done: string, total: string) =>
      `Reading stopped at ${done} of ${total} files. The rest is read at the next start.`,
    goOn: "Continue now",
    paused: (done: string, total: string) => `Paused at ${done} of ${total}`,
    resume: (title: string) => `Continue: ${title}`,
    left: (seconds: number) => `about ${aboutTime(seconds)} left`,
  },
  template: {
    title: "No AGENTS.md here",
    text: "A few files tell an agent who it is and how to work. Existing files are not changed.",
    fill: "Add them",
    decline: "Not now",
    done: "The first files were added",
  },
  palette: {
    label: "Files, memories and commands",
    recent: "Chosen last",
    files: "Files",
    commands: "Commands",
    conversations: "Conversations",
    memories: "Memories",
    text: "Text",
    find: (query: string) => `Find “${query}” in all files`,
    nothing: (query: string) => `Nothing matches “${query}”`,
  },
  actions: {
    compact: "Summarise this conversation",
    exportMarkdown: "Export this conversation as Markdown",
    exportJson: "Export this conversation as JSON",
    agent: (agent: string) => `New conversation with ${agent}`,
    model: (agent: string, model: string) => `Let ${model} answer for ${agent}`,
    profile: (agent: string, profile: string) => `Use the profile ${profile} for ${agent}`,
    tour: "Show me around the budget",
    fix: (name: string, isCut: boolean) =>
      isCut ? `Send all of ${name}` : `Bring ${name} back into the prompt`,
    undo: "Undo the last change of a file",
    nothingToUndo: "Nothing was changed yet.",
    settings: (section: string) => `Settings: ${section}`,
  },
  commands: {
    goTo: (view: string) => `Go to ${view}`,
    newFile: "New file",
    newFolder: "New folder",
    save: "Save",
    saveAll: "Save all",
    closeTab: "Close the tab",
    back: "Back to where you were",
    forward: "Forward",
    palette: "Search files, memories and commands",
    toggleFiles: "Show or hide files",
    toggleChat: "Show or hide the conversation",
    filter: "Filter the files",
    find: "Find in all files",
    light: "Light theme",
    dark: "Dark theme",
    system: "System theme",
    zoomIn: "Larger",
    zoomOut: "Smaller",
    zoomReset: "Normal size",
    ask: "Go to the conversation",
    newChat: "New conversation",
    nextPane: "Next pane",
    previousPane: "Previous pane",
    openProject: "Open another folder",
    moveIn: "Move in from another program",
  },
};

/** As a person would say it: 20 seconds, 4 minutes, 2 hours. */
const aboutTime = (seconds: number): string => {
  if (seconds < 90) return `${Math.max(10, Math.ceil(seconds / 10) * 10)} seconds`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} minutes`;
  return `${Math.round(minutes / 60)} hours`;
};
