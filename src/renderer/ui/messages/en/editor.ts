import { bytesText } from "#shared/model/number-text.ts";
import { MAX_PAGE_PICTURE_BYTES } from "#shared/model/size-limit.ts";

export const editor = {
  tabs: "Open files",
  unsaved: "unsaved",
  closeTab: (name: string) => `Close ${name}`,
  text: (name: string) => `Text of ${name}`,
  nothingOpen: "No file is open",
  nothingOpenText: "Choose one from the files, or search by name.",
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
  removedText: "Its text is kept here until you close it.",
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
        ? "There are no conflicts: the right side contains both changes. Check it, then save it."
        : "Both changed the same lines. Each conflict is between markers on the right. Keep what you want and remove the markers.",
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
  consequence: {
    fallsOut: (size: string, name: string, others: number) =>
      `${size} tokens: ${name}${others > 0 ? ` and ${others} more` : ""} ${others > 0 ? "fall" : "falls"} out.`,
    isCut: (size: string, name: string, others: number) =>
      `${size} tokens: ${name}${others > 0 ? ` and ${others} more` : ""} ${others > 0 ? "are" : "is"} cut.`,
    breaksCache: (size: string, cached: string) =>
      `${size} tokens: the cache breaks here, ${cached} tokens are read again.`,
    room: "Make room",
    show: "Show",
    noRoom: (name: string) =>
      `There is no way to keep ${name} by one change. The budget shows what takes the room.`,
  },
  split: "Show two files side by side",
  unsplit: "Show one file",
  previewTab: (path: string) => `${path}. Double-click to keep it open.`,
  aside: {
    title: "Outline and links",
    close: "Close outline and links",
    outline: "Outline",
    noHeadings: "This file has no headings.",
    backlinks: "Links to this note",
    noBacklinks: "No other note links here.",
  },
  note: {
    missing: (target: string) => `There is no note called “${target}” yet. Click to create it.`,
    create: (target: string) => `Create “${target}”?`,
    createText:
      "No file has this name. It is created beside the note that links to it, unless you say where.",
    createPath: "Path of the new note",
    createButton: "Create",
    loading: (path: string) => `Loading ${path}`,
    embedded: (name: string) => `From ${name}`,
    cycle: "(contains this note, so it is not shown here again)",
    tooDeep: "(too many notes in each other to show it here)",
    noText: "(cannot be shown here)",
    noHeading: "The note has no such heading.",
    shortened: "This is the beginning of a long note. Open it to read all of it.",
    tooManyPictures: (path: string) =>
      `${path} is not shown: this page has more than ${bytesText(MAX_PAGE_PICTURE_BYTES)} of pictures.`,
    task: "Done",
    properties: "Properties",
    empty: "empty",
    brokenYaml: (line: number, why: string) =>
      `The YAML at the top has an error in line ${line}. ${why} What could be read is shown, and all of it stays out of prompts.`,
  },
  cut: (agent: string) => `${agent} reads up to here`,
  cutBy: (share: string) => `cut by ${share}`,
  goToCut: "Go to where it is cut",
  cutSize: (sent: string, raw: string) => `${sent} of ${raw} tokens.`,
};
