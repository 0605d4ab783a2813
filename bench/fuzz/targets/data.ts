import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectSettings, userSettings } from "../../../src/shared/contract/settings.ts";
import { clientFrame, serverFrame } from "../../../src/shared/wire/frames.ts";
import { saveAgentInText } from "../../../src/main/agents/edit-agents.ts";
import { isValues } from "../../../src/main/agents/merge-values.ts";
import { readAgents } from "../../../src/main/agents/read-agents.ts";
import { KeptFiles } from "../../../src/main/base/kept-files.ts";
import { Journal } from "../../../src/main/changes/journal.ts";
import { deriveProfile } from "../../../src/main/context/profiles/resolve-profile.ts";
import { parseEntries } from "../../../src/main/sessions/entry-file.ts";
import { joinEntries } from "../../../src/main/sessions/join-entries.ts";
import { parseSettings, unknownKey } from "../../../src/main/settings/parse-settings.ts";
import { restoreTables } from "../../../src/main/store/export-tables.ts";
import { openStore } from "../../../src/main/store/open-store.ts";
import { createFileEncoder } from "../../../src/main/tokens/file-encoder.ts";
import { isAllowed } from "../../../src/shared/model/allowed-tools.ts";
import { IgnoreRules } from "../../../src/main/workspace/ignore-rules.ts";
import { matchesGlob } from "../../../src/main/workspace/match-glob.ts";
import { retryAfter } from "../../../src/main/providers/provider-failure.ts";
import { promise, type Target } from "../target.ts";

/** One folder per worker; what a run writes there the next one replaces. */
let made: string | null = null;
const folder = (): string => {
  if (made !== null) return made;
  const path = mkdtempSync(join(tmpdir(), "satchel-fuzz-"));
  process.on("exit", () => rmSync(path, { recursive: true, force: true }));
  made = path;
  return path;
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const JSON_WORDS = [
  "{",
  "}",
  "[",
  "]",
  '"',
  ":",
  ",",
  "null",
  "true",
  "1",
  "-0",
  "1e400",
  '"id":',
  '"a"',
  '"__proto__":{"x":1}',
  '"constructor":',
  "\n",
  "\\u0000",
  "\\ud800",
];

const YAML = `# team
agents:
  - id: juno
    displayName: "Juno"
    workspace: workspace
    allowedTools: [read_file, "memory_*"]
    workspaceFiles: {include: ["**/*.md"], exclude: [x.md]}
    systemPromptTemplate: |
      You are {{agent.name}}.
  - {id: bo, model: tiny}
`;

const agents: Target = {
  name: "agents-yaml",
  words: [
    "agents:",
    "\n",
    "  ",
    "- ",
    "id: ",
    "a",
    "[",
    "]",
    "{",
    "}",
    "&a ",
    "*a",
    "<<: ",
    "!!js ",
    "|",
    ">",
    '"',
    "'",
    "#",
    "? ",
    "%YAML 1.2\n---\n",
    ": ",
    "\t",
    "allowedTools: ",
    "workspace: ../x",
  ],
  examples: [YAML],
  run: (text) => {
    const { agents: found, warnings } = readAgents(text);
    promise(found.length > 0, "there is no agent");
    promise(new Set(found.map(({ id }) => id)).size === found.length, "two agents have one id");
    promise(warnings.length <= 5_000, "there are too many warnings");
    const saved = saveAgentInText(text, "zoe", { displayName: "Zoe" });
    promise(
      readAgents(saved).agents.some(({ id, displayName }) => id === "zoe" && displayName === "Zoe"),
      "a saved agent is not read",
    );
  },
};

const profiles: Target = {
  name: "profiles",
  words: [...JSON_WORDS, '"from":"layered"', '"from":"p"', '"layers":', '"history":', '"maxTokens":'],
  examples: [
    '{"id":"p","from":"layered","title":"Mine","history":{"maxMessages":5}}',
    '{"id":"q","from":"snapshot"}',
  ],
  run: (text) => {
    const value = jsonOf(text);
    if (!isValues(value)) return;
    deriveProfile(value, [value]);
  },
};

const settings: Target = {
  name: "settings",
  words: [...JSON_WORDS, '"providers":', '"tokenizers":', '"appearance":', '"dreaming":', '"name":'],
  examples: [
    '{"name":"x","dreaming":{"enabled":true}}',
    '{"providers":[{"id":"a","kind":"ollama"}],"appearance":{"theme":"dark"}}',
  ],
  run: (text) => {
    const value = jsonOf(text);
    if (!isValues(value)) return;
    for (const schema of [projectSettings, userSettings]) {
      const { settings: read } = parseSettings<unknown>(schema, value);
      promise(isValues(read), "the settings are no object");
      unknownKey(schema, value);
    }
  },
};

const ENTRY =
  '{"id":"m1","parentId":null,"type":"message","timestamp":"2026-11-17T10:00:00.000Z","role":"user","content":"Hi"}\n';
const sessions: Target = {
  name: "sessions",
  words: [
    ...JSON_WORDS,
    ENTRY,
    '{"id":"m2","parentId":"m1","type":"message","timestamp":"x","role":"assistant","content":"a"}\n',
    '{"id":"c","parentId":null,"type":"compaction","timestamp":"x"}\n',
    "\uFEFF",
  ],
  examples: [
    ENTRY + ENTRY,
    '{"format":"satchel-session","version":1,"session":{"title":"T"},"entries":[{"id":"m1"}]}',
  ],
  run: (text) => {
    const { entries, broken } = parseEntries(text);
    promise(entries.length + broken.length <= text.split("\n").length, "there are more entries than lines");
    const half = entries.slice(entries.length >> 1);
    const many = entries.flatMap((entry) => [entry, { ...entry, id: `${entry.id}x` }]);
    promise(joinEntries(half, many).entries.length >= half.length, "joining lost entries");
  },
};

const frames: Target = {
  name: "wire-frames",
  words: [
    ...JSON_WORDS,
    '"type":"request"',
    '"type":"hello"',
    '"token":',
    '"oldest":1',
    '"method":',
    '"input":',
    '"seen":null',
  ],
  examples: [
    '{"type":"request","id":1,"oldest":1,"method":"app.info","input":{}}',
    '{"type":"hello","token":"t","session":"12345678","seen":null}',
  ],
  run: (text) => {
    const value = jsonOf(text);
    clientFrame.safeParse(value);
    serverFrame.safeParse(value);
  },
};

const TOKENIZER = JSON.stringify({
  version: "1.0",
  added_tokens: [],
  normalizer: null,
  pre_tokenizer: { type: "Whitespace" },
  decoder: null,
  model: { type: "BPE", vocab: { a: 0, b: 1, ab: 2 }, merges: ["a b"] },
});

const tokenizers: Target = {
  name: "tokenizer-files",
  words: [
    ...JSON_WORDS,
    '"type":"BPE"',
    '"vocab":',
    '"merges":',
    '"a b"',
    '"pre_tokenizer":',
    '"Regex":"(a+)+$"',
    '"normalizer":',
  ],
  examples: [TOKENIZER],
  run: (text) => {
    // A file that is none is refused with any error: the worker that tries it says so to the settings.
    let encoder;
    try {
      encoder = createFileEncoder(Buffer.from(text));
      encoder.count("a b ab", () => {});
    } catch {
      return;
    }
  },
};

const ignores: Target = {
  name: "gitignore",
  words: [
    "**/",
    "*",
    "a/",
    "/",
    "!",
    "\\",
    "[",
    "]",
    "[a-z]",
    "[!",
    "?",
    "#",
    "\n",
    "**",
    "a",
    "b",
    ".md",
    "{a,b}",
    "\\/",
    "**/a/",
    "(a+)+",
    "$",
  ],
  examples: ["node_modules/\n*.log\n!keep.log\n/build\n**/tmp/**\n", "**/a/**/a/**/a/**/b\n"],
  run: (text) => {
    const root = folder();
    mkdirSync(join(root, ".git"), { recursive: true });
    writeFileSync(join(root, ".gitignore"), text);
    const rules = new IgnoreRules(root, () => []);
    for (const path of ["a.md", "node_modules/x/y.js", `${"a/".repeat(38)}c.md`, "a".repeat(250)]) {
      rules.ignoresDeep(path, false);
    }
  },
};

const globs: Target = {
  name: "globs",
  words: ["*", "**", "/", "?", "a", "!", "**/", "[a]", "."],
  examples: ["memory_*", "**/*.md"],
  run: (text) => {
    const glob = text.slice(0, 4_000);
    for (const path of ["a".repeat(200), `${"a/".repeat(60)}b.md`, "notes/x.md"]) {
      matchesGlob(path, glob);
      isAllowed(path, [glob]);
    }
    promise(isAllowed(glob, [glob]), "a pattern does not match itself");
  },
};

const journals: Target = {
  name: "changes-journal",
  words: [
    ...JSON_WORDS,
    '{"id":"c1","gone":true}\n',
    '{"id":"c1","group":"open"}\n',
    '"files":[',
    '"before":',
    '"after":',
  ],
  examples: [
    '{"id":"c1","at":"2026-11-17T10:00:00.000Z","actor":"you","title":"Saved","kind":"write","files":[{"path":"a.md","layer":"base","before":null,"after":"x","kept":true}]}\n',
  ],
  run: async (text) => {
    const root = folder();
    mkdirSync(join(root, ".satchel", "versions"), { recursive: true });
    writeFileSync(join(root, ".satchel", "versions", "journal.jsonl"), text);
    const journal = new Journal(new KeptFiles(root));
    await journal.refresh();
    promise(
      journal.all().every(({ id }) => typeof id === "string"),
      "a change has no id",
    );
  },
};

const ROW =
  '{"id":"p1","agent":"main","name":"n","steps":"[]","source":"","created_at":"x","updated_at":"x"}\n';
const backups: Target = {
  name: "backups",
  words: [...JSON_WORDS, ROW, '{"$rowid":1,', '"$blob":"AAAA"', '"$int":"99999999999999999999"', "\u2028"],
  examples: [ROW],
  run: async (text) => {
    const root = join(folder(), "store");
    mkdirSync(join(root, "backup"), { recursive: true });
    for (const name of ["procedures", "memory_pins", "runs"]) {
      writeFileSync(join(root, "backup", `${name}.jsonl`), text);
    }
    const store = openStore(join(root, "index.db"));
    try {
      const restored = await restoreTables(store.file, join(root, "backup"));
      promise(
        restored.every(({ rows, skipped }) => rows >= 0 && skipped >= 0),
        "a negative number of rows",
      );
      promise(store.db.pragma("integrity_check", { simple: true }) === "ok", "the database is damaged");
      store.db.exec("delete from procedures; delete from memory_pins; delete from runs");
    } finally {
      store.close();
    }
  },
};

const headers: Target = {
  name: "retry-after",
  words: ["1", "e", "-", "Wed, 18 Nov 2026 10:00:00 GMT", "s", "ms", ".", " ", "Infinity", "99999999999999"],
  examples: ["30", "Wed, 18 Nov 2026 10:00:00 GMT"],
  run: (text) => {
    const wait = retryAfter(text, 0);
    promise(wait === null || (Number.isFinite(wait) && wait >= 0), `waits ${String(wait)}`);
  },
};

export const dataTargets: readonly Target[] = [
  agents,
  profiles,
  settings,
  sessions,
  frames,
  tokenizers,
  ignores,
  globs,
  journals,
  backups,
  headers,
];
