import { SHORT_DESCRIPTION_CHARS } from "#shared/model/short-description.ts";
import { LAYER_TITLES } from "#shared/model/layer.ts";
import { numberText as n } from "#shared/model/number-text.ts";

type Figures = { readonly max: number; readonly reserved: number; readonly used: string };

const memoryLimits = (tokens: number | null, hits: number | null): string => {
  if (tokens === null) return "The share of memories is full.";
  return `Memories may use ${n(tokens)} tokens${hits === null ? "" : ` and ${n(hits)} lines`}.`;
};

const plural = (count: number, one: string, many: string) => `${n(count)} ${count === 1 ? one : many}`;
const list = (names: readonly string[], most = 3) =>
  names.length <= most
    ? names.join(", ")
    : `${names.slice(0, most).join(", ")} and ${n(names.length - most)} more`;

/** One thing, unless its name is a number of things: "14 memories". */
const isOne = ([first = "", ...others]: readonly string[]) =>
  others.length === 0 && !/^[\d,]+ (tools|memories|messages)$/.test(first);

export const budget = {
  meter: "Window in use",
  usedOf: (used: string, max: string) => `${used} of ${max} tokens`,
  status: {
    in: "sent",
    cut: "cut",
    out: "left out",
    ask: "on demand",
  },
  reasons: {
    "per-file-limit": "The file limit cuts the rest.",
    "total-limit": "All files together reached their limit.",
    "tag-filter": "Its tags are not among those this agent takes.",
    "explicit-exclude": "This agent's settings leave it out.",
    scope: "A shared session does not get it.",
    "memory-budget": "The memory budget is used up.",
    "file-limit": "The number of files is limited.",
    "char-limit": "The character limit cuts the rest.",
    window: "The window is full.",
    empty: "It is empty.",
    traversal: "It lies outside the workspace.",
    shelf: "It is on the shelf: the agent finds it when it needs it.",
    passages: "Only the passages of its documents that match the question are sent.",
    pictures: "Its pictures are not sent.",
  },
  title: "Budget",
  tabs: { next: "Next turn", timeline: "Timeline", sent: "As sent", compare: "Compare", watch: "Watch" },
  tabsLabel: "Parts of the budget",
  previewNote: "Preview of the next turn, nothing has been sent",
  tryingNote: "Tried out on the next turn, nothing is saved",
  tour: "Show me around",
  waiting: "Counting the next prompt",
  failed: "The prompt could not be put together.",
  tooSmall: "This window is too small for what can never be left out.",
  tooSmallText: (needed: string, usable: string) =>
    `The soul, the agent’s prompt and your message need ${needed} tokens, and only ${usable} are there for them. Nothing would be sent.`,
  backToSaved: "Back to what is saved",
  layers: LAYER_TITLES as Readonly<Record<string, string>>,
  segmentNames: {
    "system:prompt": LAYER_TITLES.system,
    "system:skills": "Skills list",
    "message:new": LAYER_TITLES.message,
    "overhead:messages": LAYER_TITLES.overhead,
    "overhead:headers": "File headers and marks",
  } as Readonly<Record<string, string>>,
  headers: "File headers and marks",
  groups: (layer: string, count: number, id: string) => {
    if (id === "tools/shelf") return `${plural(count, "tool", "tools")} on the shelf`;
    if (layer === "tools") return plural(count, "tool", "tools");
    if (layer === "memory") return plural(count, "memory", "memories");
    return plural(count, "message", "messages");
  },
  ofWindow: (max: number, percent: number) => `of a window of ${n(max)} tokens, ${Math.round(percent)} %`,
  againstSaved: "against what is saved",
  baseline: { set: "Set as baseline", drop: "Drop the baseline", against: "against the baseline" },
  mapSize: {
    label: "Size",
    names: {
      disk: "whole text",
      sent: "sent",
      billed: "billed after cache",
      moved: "moved the last answer",
    },
  },
  searched: (files: string, tokens: string) =>
    `Passages that fit a question are added from ${files}, up to ${tokens} tokens. Write a question in the conversation to see them here.`,
  free: "Free",
  kept: "Kept for the answer",
  leftOut: "Left out",
  windowBar: {
    readsWell: (tokens: string) => `Measured: up to ${tokens} tokens are read well`,
    label: "The model’s window, to scale",
    text: (parts: readonly string[]) => parts.join(", "),
    freeSpace: (count: string) => `free ${count}`,
    answer: (count: number) => `answer ${n(count)}`,
    saved: "Saved",
    overflow: (count: number) => `${n(count)} too many`,
    prefix: "Cached prefix",
    prefixText: "read once, then reused until one of these files changes",
    expectedText: "will be read once, then reused until one of these files changes",
    brokenBy: (what: string) => `read again from ${what} on, which changed since the last turn`,
    compact: (percent: number) => `history is summarised at ${percent} %`,
    compactShort: (percent: number) => `summary at ${percent} %`,
    limits: {
      files: "Files limit",
      memory: "Memory limit",
      history: "History limit",
      reserved: "Kept for the answer",
    } as Readonly<Record<string, string>>,
    limitValue: (value: number, effect: string) =>
      effect === "" ? `${n(value)} tokens` : `${n(value)} tokens, ${effect}`,
    comesIn: (names: readonly string[]) => `${list(names, 2)} ${isOne(names) ? "comes in" : "come in"}`,
    fallsOut: (names: readonly string[]) => `${list(names, 2)} ${isOne(names) ? "falls out" : "fall out"}`,
    shortened: (names: readonly string[]) => `${list(names, 2)} ${isOne(names) ? "gets" : "get"} shorter`,
    unchanged: "changes nothing",
  },
  map: {
    title: "What is in, what is missing",
    label: "Every part of the prompt by size",
    sent: "sent",
    cut: "cut off",
    out: "left out",
    columns: { ...LAYER_TITLES, steady: "Every turn" },
    part: (sent: string, raw: string) => `${sent} of ${raw}`,
    notSent: "Not sent",
    fromLine: (missing: string, line: number) => `${missing} tokens from line ${line}`,
    missing: (missing: string) => `${missing} tokens`,
    comesIn: (tokens: string) => `+${tokens} comes in`,
    others: (count: number) => `${n(count)} small ones`,
    sentOf: (sent: string, raw: string) => `${sent} of ${raw} tokens sent`,
    together: "Too small to be drawn one by one; the table below has each of them.",
    tile: (title: string, status: string, sent: string, raw: string) =>
      `${title}, ${status}, ${sent} of ${raw} tokens`,
  },
  table: {
    title: "Parts of the prompt",
    count: (count: number) => n(count),
    sorted: (column: string) => `sorted by ${column}`,
    fate: "Status",
    filter: "Filter",
    filterLabel: "Filter the parts",
    nothing: (filter: string) => `Nothing is called “${filter}”.`,
    columns: {
      title: "Name",
      layer: "Layer",
      origin: "Origin",
      raw: "On disk",
      sent: "Sent",
      removed: "Removed",
      priority: "Priority",
      why: "Why",
    },
    sortNames: {
      title: "name",
      layer: "layer",
      origin: "origin",
      raw: "size on disk",
      sent: "what is sent",
      removed: "what is missing",
      priority: "priority",
      prompt: "place in the prompt",
    },
    pin: (title: string) => `Always send ${title}`,
    unpin: (title: string) => `Stop always sending ${title}`,
    exclude: (title: string) => `Leave ${title} out`,
    include: (title: string) => `Bring ${title} back`,
    priority: (title: string) => `Priority of ${title}`,
    notPriority: (text: string) => `“${text}” is not a priority. Enter a whole number from 0.`,
    whole: "Sent whole",
    fits: "Fits now",
  },
  why: {
    "per-file-limit": (limit: number, unit: "tokens" | "chars") =>
      `Longer than the ${n(limit)}${unit === "chars" ? " characters" : ""} a file may use`,
    "total-limit": "The files’ share is full",
    "tag-filter": "Has none of the agent’s tags",
    "explicit-exclude": "On the list of files to leave out",
    scope: "Not for a shared conversation",
    "memory-budget": "The memories’ share is full",
    "file-limit": "The limit on the number of files",
    "char-limit": "The share of characters is full",
    window: "The window is full",
    empty: "There is nothing in it",
    traversal: "Lies outside the workspace",
    shelf: "On the shelf, found when needed",
    passages: "Passages of a document",
    pictures: "Without its pictures",
    summarised: "Summarised to save room",
  },
  inspector: "Details",
  pick: "Pick a part of the prompt",
  pickText:
    "Choose a tile, a row or a colour of the bar to see why it is there or not, and what to do about it.",
  openFile: "Open",
  chips: {
    in: "sent whole",
    cut: (share: string) => `cut by ${share}`,
    out: "left out",
    estimated: "estimated",
    exact: "exact",
  },
  sentences: {
    whole: (agent: string, tokens: string) => `${agent} sees all of it, ${tokens} tokens.`,
    steady: (tokens: string) => `It goes with every turn and takes ${tokens} tokens.`,
    near: (share: string) => `It is at ${share} of what one file may use, so a little more and it is cut.`,
    headers:
      "The line with its name above each file, the blank line before it, and the mark where a file is cut.",
    framing: (tokens: string, isCut: boolean) =>
      isCut ? `Its header and the mark at the cut take ${tokens} more.` : `Its header takes ${tokens} more.`,
    stops: (line: number, heading: string | null) =>
      heading === null ? `It stops at line ${line}.` : `It stops at line ${line}, in “${heading}”.`,
    because: {
      perFile: (agent: string, kept: string, raw: string, limit: number, unit: "tokens" | "chars") =>
        `${agent} sees ${kept} of ${raw} tokens, because no file may be longer than ${n(limit)}${unit === "chars" ? " characters" : ""}.`,
      total: (
        agent: string,
        { limit, core, files, own }: { limit: number; core: string; files: string; own: string },
      ) =>
        `${agent} does not see it: core files and workspace files together may use ${n(limit)} tokens. Core files use ${core} and the workspace files that are sent ${files}, so its ${own} do not fit.`,
      totalBehind: (agent: string, limit: number, first: string) =>
        `${agent} does not see it: core files and workspace files together may use ${n(limit)} tokens. ${first} comes before it and does not fit, and no later file takes its place.`,
      totalUsedUp: (agent: string, isCut: boolean) =>
        `${agent} ${isCut ? "sees only the beginning" : "does not see it"}: the files before it use up what all files may use together.`,
      window: (agent: string, { max, reserved, used, own }: Figures & { own: string }) =>
        `${agent} does not see it: the window holds ${n(max)} tokens. ${n(reserved)} are kept for the answer and ${used} are used, so its ${own} do not fit.`,
      windowBehind: (agent: string, max: number, first: string) =>
        `${agent} does not see it: ${first} comes before it and does not fit the window of ${n(max)} tokens, and no later file takes its place.`,
      windowCut: (agent: string, kept: string, raw: string, { max, reserved, used }: Figures) =>
        `${agent} sees ${kept} of ${raw} tokens: the window holds ${n(max)}, ${n(reserved)} are kept for the answer and ${used} are used.`,
      gaveWay: (agent: string, max: number) =>
        `${agent} does not see it: the window holds ${n(max)} tokens, and this makes room before what is sent.`,
      memoriesGaveWay: (count: number, max: number) =>
        `The window holds ${n(max)} tokens, and memories are the first to make room, so ${plural(count, "memory stays", "memories stay")} out.`,
      skills: (kept: string, raw: string, limit: number) =>
        `The list of skills may use ${n(limit)} tokens, a twentieth of what the prompt may use. ${kept} of its ${raw} are sent; descriptions are shortened.`,
      toolsShortened: (max: number) =>
        `The window of ${n(max)} tokens is full, so the descriptions of tools are cut to ${SHORT_DESCRIPTION_CHARS} characters for this turn.`,
      toolsOut: (count: number, max: number) =>
        `The window of ${n(max)} tokens is full, so ${plural(count, "tool is", "tools are")} left out for this turn.`,
      toolsShelf: (count: number, limit: number, freed: string) =>
        `Tool descriptions may use ${n(limit)} tokens of a prompt, and all together use more. So ${plural(count, "tool waits", "tools wait")} on the shelf: the prompt has the names, and the agent finds what it needs. That saves ${freed} tokens. Settings, Tool servers keeps a tool in every prompt.`,
      memories: (count: number, tokens: number | null, hits: number | null) =>
        `${memoryLimits(tokens, hits)} The better ones come first, so ${plural(count, "memory stays", "memories stay")} out.`,
      memoryFile: (agent: string, kept: string, raw: string, limit: number | null) =>
        `${agent} sees ${kept} of ${raw} tokens: it gets what the other files leave${limit === null ? "" : ` of ${n(4 * limit)} characters`}.`,
      files: (agent: string, max: number) =>
        `${agent} gets at most ${n(max)} files at once, and as many come before this one.`,
      chars: (agent: string, max: number, used: number, own: number) =>
        `${agent} gets at most ${n(max)} characters of files at once. ${n(used)} are used, so its ${n(own)} do not fit.`,
      charsBehind: (agent: string, max: number) =>
        `${agent} gets at most ${n(max)} characters of files at once, and a file before this one does not fit.`,
      passages: (file: string, count: number, places: readonly string[], kept: number, chars: number) =>
        `Of ${file}, ${plural(count, "passage that matches", "passages that match")} the question ${count === 1 ? "is" : "are"} sent${
          places.length === 0 ? "" : ` (${list(places, 8)})`
        }: ${n(kept)} of ${n(chars)} characters.`,
      noPassage: (file: string) => `No passage of ${file} matches the question, so nothing of it is sent.`,
      unseen: (file: string) => `${file} is not sent: this model is not known to see pictures.`,
      pictureGone: (file: string) => `${file} is not sent: its file is not there any more.`,
      turns: (count: number) =>
        `${plural(count, "old message", "old messages")} no longer fit and are left out.`,
    },
    "tag-filter": (agent: string, tags: string) =>
      `${agent} takes only files with the tag ${tags}. This one has none of them.`,
    "explicit-exclude": (agent: string) => `It is on the list of files that ${agent} never gets.`,
    scope: (agent: string) => `${agent} speaks with others here, and this is private, so it stays out.`,
    empty: "There is nothing in it, so there is nothing to send.",
    traversal: "It lies outside the workspace, where an agent may not look.",
    summarised: "These were summarised to save room. The summary goes in their place.",
    tools: (count: number) =>
      `What ${plural(count, "tool", "tools")} can do has to be explained to the model on every turn.`,
    memories: (count: number) =>
      `${plural(count, "memory", "memories")} were found for this message and go with it.`,
    turns: (count: number) =>
      `${plural(count, "message", "messages")} of this conversation go with every turn.`,
    message: "What you are writing now.",
    picture: (file: string, size: string, tokens: string) =>
      `${file} (${size} pixels) takes about ${tokens} tokens by its size; only the server knows exactly.`,
    overhead: "Roles and separators that the model’s format needs.",
    prompt: (agent: string) => `Who ${agent} is and how it should answer, from agents.yaml.`,
    skills: "Names and descriptions of skills. Their texts are loaded only when needed.",
    soul: (agent: string) => `What ${agent} never does and always does. It is sent whole, whatever happens.`,
  },
  fix: {
    title: "What you can do",
    button: {
      raise: "Do it",
      window: "Do it",
      unexclude: "Bring back",
      tag: "Tag",
      priority: "Move",
      pin: "Pin",
      exclude: "Leave out",
    },
    raise: {
      perFile: (to: number) => `Send the whole file, up to ${n(to)} tokens`,
      total: (to: number) => `Give the files more room: ${n(to)}`,
      other: (field: string, to: number) => `Raise ${field} to ${n(to)}`,
    },
    window: (to: number) => `Use a window of ${n(to)}`,
    unexclude: "Take it off the list",
    tag: (tag: string) => `Tag it “${tag}”`,
    priority: (to: number) => `Send it first, keep the limit: priority ${n(to)}`,
    pin: "Always send it",
    exclude: "Leave it out",
    trying: "Trying it out",
    uses: (tokens: string) => `Adds ${tokens} tokens to the prompt`,
    frees: (tokens: string) => `Frees ${tokens}`,
    reallyFrees: (tokens: string, names: readonly string[]) =>
      `Really frees ${tokens}, because ${list(names, 3)} would move in`,
    freesNothing: (names: readonly string[]) => `Frees nothing, because ${list(names, 3)} would move in`,
    same: "Takes no more room",
    nothing: "Changes nothing now, but keeps it in when room gets scarce",
    onlyPart: (kept: string, raw: string) => `Sends ${kept} of its ${raw} tokens`,
    notEnough: "Does not bring it back on its own",
    pushesNothing: "Pushes out nothing",
    pushes: (names: readonly string[]) =>
      names.length === 1 ? "Pushes out" : `Pushes out ${n(names.length)}`,
    shortens: (names: readonly string[]) => `Shortens ${list(names)}`,
    summarises: "Old turns get summarised",
    brings: (names: readonly string[]) => `Brings in ${list(names)}`,
    refused: "Would not fit at all",
  },
  copyNote: (profile: string, agent: string) =>
    `“${profile}” ships with Satchel and stays as it is. A change makes a copy for ${agent} and uses that.`,
  written: {
    profile: (name: string) => `Saved in the profile ${name}`,
    copy: (name: string) => `Saved in a copy of its own, ${name}`,
    agents: (name: string) => `Saved in ${name}`,
    file: (name: string) => `Saved at the top of ${name}`,
  },
  /** What an edit changed, before where it was saved. */
  edited: {
    limit: (to: number) => `The limit is now ${n(to)} tokens`,
    limits: (count: number) => `${n(count)} limits are changed`,
    pin: (file: string, isOn: boolean) =>
      isOn ? `${file} is always sent now` : `${file} is no longer pinned`,
    exclude: (file: string, isOn: boolean) =>
      isOn ? `${file} is left out now` : `${file} may be sent again`,
    priority: (file: string, to: number) => `${file} has priority ${n(to)}`,
    tag: (file: string, tag: string) => `${file} has the tag ${tag}`,
    window: (to: number) => `The window is now ${n(to)} tokens`,
    model: (name: string) => `The model is now ${name}`,
    profileOf: (name: string) => `The profile is now ${name}`,
    tools: (count: number | null) =>
      count === null ? "Every tool may be used" : `${plural(count, "tool is", "tools are")} left`,
    dateLast: "The date is at the end of the prompt now",
    several: (count: number) => `${n(count)} things are changed`,
  },
  notWritten: (why: string) => `Nothing was changed. ${why}`,
  whatIf: {
    title: "What if",
    compare: "Compare side by side",
    agent: "Agent",
    model: "Model",
    window: "Window",
    profile: "Profile",
    asSet: "As set",
    noModel: "none, Built-in answers",
    from: (name: string) => `from ${name}`,
    nothingLost: (agent: string) => `${agent} would see everything it sees now.`,
    lost: (agent: string, names: readonly string[]) => `${agent} would no longer see ${list(names, 8)}.`,
    shorter: (agent: string, names: readonly string[]) => `${agent} would see less of ${list(names, 8)}.`,
    gained: (agent: string, names: readonly string[]) => `${agent} would also see ${list(names, 8)}.`,
    missing: (tokens: string) => `${tokens} tokens would be left out in all.`,
    use: "Use this from now on",
    trial: "Try in a trial",
    unsaved: "The prompt has texts that are not saved yet.",
    trialName: (changes: readonly string[]) => `With ${list(changes, 3)}`,
    trialWindow: (tokens: string) => `${tokens} tokens`,
    trialTexts: "unsaved texts",
    reset: "Back to what is saved",
  },
  numbers: {
    title: "Numbers",
    counted: "Counted with",
    exact: "exact",
    against: (encoding: string) => `exact against ${encoding}`,
    estimated: "estimated",
    countedBy: (provider: string) => `Counted by ${provider}`,
    partsEstimated: "The whole prompt is exact. Its parts are estimates.",
    notCounted: (problem: string) => `The server did not count this prompt, so it is an estimate: ${problem}`,
    read: (model: string) => `${model} read last turn`,
    off: (read: number, percent: string) => `${n(read)}, off by ${percent} %`,
    noTurn: "no turn yet",
    reading: "Reading it takes",
    seconds: (all: string, cached: string) => `about ${all} s, cached ${cached} s`,
    notTimed: "not known before a first turn",
    timed: (turns: number) => `Estimated from ${plural(turns, "turn", "turns")} timed on this machine`,
    costs: "Costs",
    local: "nothing, it runs here",
    price: (all: string, cached: string) => `${all}, cached ${cached}`,
    priceDate: (date: string) => `Prices of ${date}`,
    noPrice: "no price in the catalogue",
    noModel: "no model chosen",
    alarm: (read: string, sent: string) =>
      `The server read ${read} of the ${sent} tokens that were sent. Its window is smaller than believed.`,
  },
  advice: {
    title: "Advice",
    none: "Nothing to save right now.",
    saves: (tokens: string) => `−${tokens}`,
    savesLabel: (tokens: string) => `saves ${tokens} tokens`,
    show: (name: string) => `Show ${name}`,
    /** What the button does about a finding. */
    act: {
      date: () => "Move it to the end",
      "broken-cache": (_: string, file: string) => `Send ${file} last`,
      "shared-lines": (_: string, file: string) => `Leave ${file} out`,
      duplicate: (_: string, file: string) => `Leave ${file} out`,
      "near-limit": () => "Raise the limit",
      "unused-tools": (agent: string) => `Switch them off for ${agent}`,
    },
  },
  export: {
    button: "Export",
    titles: {
      bar: "The next prompt in the model’s window",
      map: "What is in the prompt, what is missing",
      timeline: "Tokens of each turn by layer",
    },
    bar: "The bar as SVG",
    map: "The map as SVG",
    timeline: "The timeline as SVG",
    manifest: "The account as JSON",
    sentJson: "The messages as JSON",
    sentMarkdown: "The messages as Markdown",
  },
  timeline: {
    conversation: "Conversation",
    turns: (count: number) => plural(count, "turn", "turns"),
    all: "All turns",
    untitled: "Untitled conversation",
    empty: "No turn has been sent yet",
    emptyText: "After the first answer every turn is drawn here, and any two can be compared.",
    chart: "Tokens of each turn by layer",
    table: "Tokens of each turn by layer, as a table",
    tableTurn: "Turn",
    tableSum: "All layers",
    summarised: (freed: string) => `Summarised −${freed}`,
    keptFor: "kept for the answer",
    compactAt: (percent: number) => `summarise at ${percent} %`,
    turn: ({ turn, call }: { readonly turn: number; readonly call: number }) =>
      call === 1 ? `turn ${n(turn)}` : `turn ${n(turn)}, call ${n(call)}`,
    pick: "Pick two turns",
    pickText: "Click a turn for A and another for B, or use the arrow keys and A and B.",
    from: (a: string, b: string) => `From A, ${a}, to B, ${b}`,
    same: "Both were sent the same.",
    sizes: (before: string, after: string) => `${before} to ${after},`,
    unchanged: "Unchanged",
    columns: { kind: "Kind of change", segment: "Part", a: "A", b: "B", change: "Change", why: "Why" },
    changeNames: { added: "added", removed: "removed", changed: "changed", same: "unchanged" },
    why: {
      message: "Another question",
      memory: (before: number, after: number) =>
        before === after
          ? `Another question recalls ${n(after)} others`
          : `Another question recalls ${n(after)}, not ${n(before)}`,
      said: (count: number) =>
        count === 1 ? "1 message was said since" : `${n(count)} messages were said since`,
      summarised: (count: number) => (count === 1 ? "1 was summarised" : `${n(count)} were summarised`),
      dropped: (count: number) => (count === 1 ? "1 no longer fits" : `${n(count)} no longer fit`),
      otherHistory: "Another part of the conversation",
      tools: (more: number) =>
        more > 0 ? `${plural(more, "tool", "tools")} more` : `${plural(-more, "tool", "tools")} fewer`,
      shortTools: "Their descriptions were shortened to fit",
      otherTools: "Their descriptions changed",
      overhead: "Follows from the other changes",
      added: "Was not there at A",
      removed: "Is not there any more",
      text: "Its text was changed",
      limit: "Its limit was changed",
      shorter: "Shorter now, so it is sent whole",
      moreRoom: "There is room for all of it now",
      becameCut: (why: string) => (why === "" ? "Cut now" : `Cut: ${why}`),
      becameOut: (why: string) => (why === "" ? "Left out now" : `Left out: ${why}`),
      becameIn: (why: string) => (why === "" ? "Sent now" : `Sent now; before: ${why}`),
      reasons: {
        "per-file-limit": "longer than a file may be",
        "total-limit": "the files’ share is full",
        "tag-filter": "has none of the agent’s tags",
        "explicit-exclude": "on the list of files to leave out",
        scope: "not for a shared conversation",
        "memory-budget": "the memories’ share is full",
        "file-limit": "the number of files is limited",
        "char-limit": "the share of characters is full",
        window: "the window is full",
        empty: "there is nothing in it",
        traversal: "lies outside the workspace",
        shelf: "on the shelf",
        passages: "passages of a document",
        pictures: "without its pictures",
      },
    },
    read: (turns: readonly number[]) =>
      `The cached prefix was read again at ${turns.length === 1 ? "turn" : "turns"} ${list(turns.map(String), 6)}.`,
    label: (turn: string, used: string, time: string) =>
      `${turn.replace("turn", "Turn")}, ${used} tokens, ${time}`,
    tick: ({ turn, call }: { readonly turn: number; readonly call: number }) =>
      call === 1 ? n(turn) : `${n(turn)}·${n(call)}`,
    a: "A",
    b: "B",
  },
  sent: {
    title: "As sent",
    next: "The next turn",
    nextTitle: "As it would be sent",
    of: (turn: string) => `As sent, ${turn}`,
    earlier: "another turn",
    size: (tokens: string, messages: number) =>
      `${tokens} tokens, ${plural(messages, "message", "messages")}`,
    search: "Search the messages",
    placeholder: "Search",
    found: (at: number, of: number) => `${n(at)} of ${n(of)}`,
    notFound: "not found",
    previous: "Previous match",
    nextMatch: "Next match",
    copy: "Copy everything",
    copied: "Copied",
    notCopied: "The text could not be put on the clipboard.",
    message: (index: number) => `message ${n(index)}`,
    roles: { system: "system", user: "user", assistant: "assistant", tool: "tool" },
    tokens: (tokens: string) => `${tokens} tokens`,
    part: (sent: string, raw: string) => `${sent} of ${raw} tokens`,
    which: "Which turn",
    text: "Text",
    loading: "Reading the messages",
  },
  calls: {
    title: "Also asked",
    text: "What a model was asked besides answers: summaries and notes to keep of this conversation, and work on the memory of this project.",
    reply: "reply",
    local: "runs here",
    noPrice: "price unknown",
    cost: (dollars: number) => `$${dollars < 0.01 ? dollars.toFixed(4) : dollars.toFixed(2)}`,
    outcome: (code: string) => (code === "stopped" ? "stopped" : `failed (${code})`),
  },
  compare: {
    kinds: { models: "Models", profiles: "Profiles", agents: "Agents", turns: "Turns" },
    kind: "What to compare",
    a: "A",
    b: "B",
    model: (side: string) => `Model of ${side}`,
    profile: (side: string) => `Profile of ${side}`,
    agent: (side: string) => `Agent of ${side}`,
    turn: (side: string) => `Turn of ${side}`,
    window: (side: string) => `Window of ${side}`,
    differ: (count: number, of: number) => `from A to B, ${n(count)} of ${n(of)} differ`,
    swap: "Swap",
    same: "same",
    sameText: "same text",
    neither: "in neither",
    leftOut: "left out",
    free: (count: string) => `free ${count}`,
    keep: "Keep A",
    use: "Use B from now on",
    without: (names: readonly string[]) => `B would answer without ${list(names)}`,
    cuts: (names: readonly string[]) => `B would see only a part of ${list(names)}`,
    nothingLost: "B sees everything that A sees",
    gains: (names: readonly string[]) => `It would also see ${list(names)}.`,
    absent: "not there",
    shortened: "descriptions shortened",
    counted: (count: number) => `then ${n(count)}`,
    loading: "Counting both",
    none: "There are no two turns to compare yet.",
  },
  guide: {
    label: "Tour of the budget",
    step: (at: number, of: number) => `${at} of ${of}`,
    next: "Next",
    back: "Back",
    done: "Done",
    skip: "Skip the tour",
    steps: [
      {
        title: "Layers",
        text: "The bar is everything the model can hold. Each colour is a layer: who the agent is, your files, what it remembers, the conversation. Dots at the end are kept for the answer.",
      },
      {
        title: "Limits",
        text: "Drag a divider, or use the arrow keys on it. The real prompt is counted while you move: files that no longer fit turn into outlines. Nothing is written until you let go, and undo removes it.",
      },
      {
        title: "Priority",
        text: "Files go in by their number, smallest first, until their share is full. Change the number in the table and see who falls out instead.",
      },
      {
        title: "Cache",
        text: "The bracket marks what the model reads once and then reuses. Change something early and everything after it is read again, which costs time or money.",
      },
      {
        title: "Fixing a cut",
        text: "Hatching is text the agent never sees. Pick it: on the right it says why in one sentence, what would bring it back, and what that pushes out. One click does it.",
      },
    ],
  },
};
