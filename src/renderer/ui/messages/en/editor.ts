export const editor = {
  tabs: "Open files",
  unsaved: "unsaved",
  closeTab: (name: string) => `Close ${name}`,
  text: (name: string) => `Text of ${name}`,
  nothingOpen: "No file is open",
  nothingOpenText: "Choose one on the left, or search by name.",
  search: "Search files",
  loading: "Opening the file",
  write: "Write",
  read: "Read",
  mode: "Write or read",
  priority: (value: number) => `priority ${value}`,
  tags: (value: string) => `tags ${value}`,
  readOnly: "read only",
  saved: (name: string) => `${name} is saved`,
  savedAll: (names: readonly string[]) =>
    names.length === 1 ? `${names[0]} is saved` : `${names.length} files are saved`,
  savedToSend: (names: readonly string[]) =>
    names.length === 1
      ? `${names[0]} was saved before sending`
      : `${names.length} files were saved before sending`,
  sendSaves: (names: readonly string[]) =>
    `${names.length === 1 ? names[0] : `${names.length} files`} will be saved when you send. The unsaved text is counted.`,
  saveFailed: (name: string, why: string) => `${name} was not saved. ${why}`,
  removed: (name: string) => `${name} is no longer on disk.`,
  removedText: "What you see is kept here until you close it.",
  keep: "Write it again",
  close: "Close",
  openFailed: (name: string) => `${name} could not be opened.`,
  tryAgain: "Try again",
  conflict: {
    title: (name: string) => `${name} was changed by another program`,
    text: "On disk on the left, yours on the right. The right side can still be edited.",
    disk: "On disk",
    mine: "Yours",
    merge: "Merge both",
    merged: (clashes: number) =>
      clashes === 0
        ? "Nothing clashes: the right side has the changes of both. Look it over, then save it."
        : "Both changed the same lines; they stand between marks on the right. Leave what you want and take the marks out.",
    clashes: (count: number) => (count === 1 ? "1 place to decide" : `${count} places to decide`),
    saveMerged: "Save the right side",
    savedMerged: (name: string) => `${name} is saved with both`,
    keepMine: "Keep mine",
    takeTheirs: "Take the disk’s",
    keptMine: (name: string) => `Your version of ${name} is saved`,
    tookTheirs: (name: string) => `${name} is as on disk`,
  },
  unsavedClose: (name: string) => `${name} was closed without saving`,
  drafts: (count: number) =>
    count === 1 ? "One unsaved file was brought back" : `${count} unsaved files were brought back`,
  frontMatter: {
    priority: {
      title: "Place among the files",
      text: "A whole number, 0 comes first. Files without one have 100; when there is not enough room, the last ones are left out first.",
      example: "10",
    },
    tags: {
      title: "Tags",
      text: "Separated by commas. An agent with “only these tags” gets files that have one of them.",
      example: "kitchen, shared",
    },
  },
  cut: (agent: string) => `${agent} reads up to here`,
  cutBy: (percent: number) => `cut by ${percent} %`,
  goToCut: "Go to where it is cut",
  cutSize: (sent: string, raw: string) => `${sent} of ${raw} tokens.`,
};
