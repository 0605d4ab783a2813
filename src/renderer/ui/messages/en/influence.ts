const sentences = (count: number) => (count === 1 ? "1 sentence" : `${count} sentences`);

export const influence = {
  ask: "Where this is from",
  askMarked: "Where is this from?",
  title: "Where the answer is from",
  text: "Sentences that share words with what was sent are underlined. Mark one to see the passages.",
  loading: "Comparing the answer with what was sent",
  failed: "The answer could not be compared",
  answer: "Sentences of the answer",
  passages: "Passages",
  none: "Nothing that was sent is close to this",
  noneText:
    "No text that was sent shares six words in a row, a rare name or a rare number with it. It can still go back to one, in other words, or to what the model learned before.",
  pick: "No sentence is marked",
  pickText: "Mark a sentence of the answer to see what it shares with what was sent.",
  kinds: {
    run: "same words",
    name: "rare name",
    number: "rare number",
    words: "similar words",
  },
  open: (file: string, line: number | null) =>
    line === null ? `Open ${file}` : `Open ${file} at line ${line}`,
  line: (line: number) => `line ${line}`,
  moved: "not in the file any more",
  sources: {
    soul: "Soul",
    core: "Core file",
    files: "File",
    system: "System prompt",
    tools: "Tools",
    memory: "Memory",
    history: "Earlier message",
    message: "Your message",
    overhead: "Overhead",
  } as Readonly<Record<string, string>>,
  compared: (segments: string, words: string) =>
    `Compared on this computer with ${segments} parts of the prompt, ${words} words. Shared words do not prove that the answer needed them.`,
  upTo: (chars: string) => `The answer is very long: only its first ${chars} characters were compared.`,
  quotedIn: (count: number) => `quoted in ${sentences(count)}`,
  lastQuotes: (count: number) => `The last answer quotes this in ${sentences(count)}.`,
};
