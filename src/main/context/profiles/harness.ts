import type { LayerId } from "#shared/model/layer.ts";
import { withoutExcluded } from "../gather/exclude-files.ts";
import { harnessProfile, type HarnessProfile } from "#shared/model/profile.ts";
import { bodyOf } from "../plan/body.ts";
import { harnessBlock, ownTags, type HarnessInput, harnessSize } from "../plan/harness-block.ts";
import { builtInCandidate, fileCandidate, type PieceFile, withoutText } from "../plan/plan-pieces.ts";
import type { Piece } from "../plan/piece.ts";
import { planPrompt, type PlannedPrompt, PROMPT_ID, SKILLS_ID } from "../plan/plan-prompt.ts";
import type { Allowance, Candidate, Gathered, Meter, SourceFile } from "../types.ts";
import { cutForWindow, wholeOf } from "../fit/window-cut.ts";
import { commonDefaults, defineProfile } from "./profile-kind.ts";

/**
 * The agent's prompt, then one block with the session's facts and `<loaded_context>`. MEMORY.md takes what
 * the other parts leave of one budget, in units of four characters.
 */

const shipped: HarnessProfile = {
  ...commonDefaults,
  id: "harness",
  title: "Harness",
  kind: "harness",
  history: { ...commonDefaults.history },
  pin: [],
  exclude: [],
  layers: [
    { id: "system", role: "system" },
    { id: "core", role: "system" },
    { id: "memory", role: "system" },
    { id: "files", role: "system" },
  ],
  unit: "quarter-chars",
  injection: { maxContextTokens: 8_000 },
  marker: "\n[truncated at {limit} tokens]",
  identity: "none",
};

export const harness = defineProfile({
  shipped,
  schema: harnessProfile,
  needs: ["knowledge-list"],
  gather: async (read) => ({
    knowledgePaths: await read.knowledgePaths(),
    additional: await read.additional(),
  }),
  sharing: { byTag: true },
  ranksFiles: false,
  limits: [],
  budgets: { memory: "injection.maxContextTokens", history: "history.maxTokens" },
  plan: (everything, profile, allowance, meter) => {
    const gathered = withoutExcluded(everything, profile);
    const files = filesOf(gathered, profile, allowance, meter);
    const pieces = harnessBlock(blockInput(gathered, files, profile.injection.maxContextTokens));
    const memoryId = idOf("memory", gathered.memoryFile);
    const printed = printedText(pieces, memoryId, gathered.memoryFile);
    const memory = { text: printed, tokens: meter.tokens(printed) };
    const prompt = planPrompt(gathered, true, memory, !allowance.out.has(SKILLS_ID), meter);

    let separator = prompt.candidates.some((each) => each.text !== "") ? "\n" : "";
    const block = pieces.map((piece): Candidate => {
      const file = files.find((each) => each.id === piece.source);
      const text = separator + piece.text;
      if (!file && isPrivate(piece.source) && gathered.machine === null) {
        return withoutText(builtInCandidate(piece.source, piece.text, meter));
      }
      if (text !== "") separator = "";
      if (!file) return builtInCandidate(piece.source, text, meter);
      if (file.id !== memoryId) return fileCandidate(file, { ...piece, text }, meter);
      const detail = memoryDetail(gathered, files, piece);
      const candidate = fileCandidate(file, { ...piece, text }, meter, detail);
      return prompt.usesMemory && printed !== "" ? insideHost(candidate, printed, prompt, meter) : candidate;
    });
    const framed = block.flatMap((each) => withEmptyTag(each, meter));
    const tags = ownTags(files.flatMap(({ asked }) => asked ?? []));
    const warnings = [...prompt.warnings, ...tagWarnings(files, tags)];
    return { candidates: [...prompt.candidates, ...framed], warnings, frames: true };
  },
});

/** A built-in tag is not part of its file. It stays when the file is not sent or the prompt prints it. */
const withEmptyTag = (candidate: Candidate, meter: Meter): readonly Candidate[] => {
  const { layer, text, status, inside } = candidate;
  const tag = (empty: string) => builtInCandidate(`${layer}-tag`, empty, meter);
  if (inside) return [candidate, tag(EMPTY_MEMORY)];
  if (text === "" || status === "included" || status === "truncated") return [candidate];
  return [{ ...candidate, text: "", tokens: 0 }, tag(text)];
};

const tagWarnings = (files: readonly HarnessFile[], tags: RegExp): readonly string[] =>
  files
    .filter(({ file }) => (file.text ?? "").search(tags) >= 0)
    .map(({ file }) => `${file.path} holds a tag of this profile; its "<" is sent as "&lt;".`);

const EMPTY_MEMORY = "  <memory_context></memory_context>\n";

/** Says where the user's files are, and that memory can be searched. */
const isPrivate = (source: string) => source === "session-context" || source === "guidance";

const idOf = (layer: LayerId, file: SourceFile) => `${layer}:${file.path}`;

type HarnessFile = PieceFile & { readonly asked?: string };

const filesOf = (
  gathered: Gathered,
  profile: HarnessProfile,
  allowance: Allowance,
  meter: Meter,
): readonly HarnessFile[] => {
  const entry = (
    id: string,
    file: SourceFile,
    layer: LayerId,
    hold: PieceFile["hold"],
    asked?: string,
  ): HarnessFile => ({
    id,
    file,
    layer,
    hold,
    cut: cutForWindow(file, id, hold, allowance, profile.marker, meter),
    ...(asked === undefined ? {} : { asked }),
  });
  const agents = gathered.files.filter((file) => file.role === "agents");
  const loaded = new Set([...agents, gathered.memoryFile, gathered.knowledge].map((file) => file.path));
  const additional = gathered.additional.filter(({ file }) => {
    const isNew = !loaded.has(file.path);
    loaded.add(file.path);
    return isNew;
  });
  return [
    ...agents.map((file) => entry(idOf("core", file), file, "core", "priority")),
    entry(idOf("memory", gathered.memoryFile), gathered.memoryFile, "memory", "file"),
    entry(idOf("files", gathered.knowledge), gathered.knowledge, "files", "file"),
    ...additional.map(({ asked, file }) =>
      file.role === "soul"
        ? entry(idOf("soul", file), file, "soul", "fixed", asked)
        : entry(idOf("files", file), file, "files", "file", asked),
    ),
  ];
};

const blockInput = (gathered: Gathered, files: readonly HarnessFile[], max: number): HarnessInput => {
  const named = (layer: LayerId, path: string | undefined) => {
    const found = files.find((each) => each.layer === layer && each.file.path === path);
    return { source: `${layer}:${path}`, text: found?.cut.text ?? null, ...(found ? wholeOf(found) : {}) };
  };
  const agents = files.find((each) => each.layer === "core");
  return {
    session: {
      agent: gathered.agent.displayName,
      date: gathered.date,
      operatingSystem: gathered.machine?.operatingSystem ?? "",
      workspace: gathered.machine?.workspace ?? "",
      session: gathered.session,
    },
    agents: named("core", agents?.file.path),
    memory: named("memory", gathered.memoryFile.path),
    knowledge: { ...named("files", gathered.knowledge.path), files: gathered.knowledgePaths },
    additional: files.flatMap((each) =>
      each.asked === undefined
        ? []
        : [{ source: each.id, text: each.cut.text, ...wholeOf(each), path: each.asked }],
    ),
    maxContextTokens: max,
    memoryTools: gathered.memoryTools,
  };
};

/** The text of MEMORY.md within its budget, for a prompt that prints it itself. */
const printedText = (pieces: readonly Piece[], id: string, file: SourceFile): string => {
  const piece = pieces.find((each) => each.source === id);
  if (!piece || piece.status === "missing" || piece.status === "excluded") return "";
  const body = bodyOf(file);
  return piece.status === "truncated" ? body.slice(0, piece.keptChars) : body;
};

const insideHost = (candidate: Candidate, text: string, prompt: PlannedPrompt, meter: Meter): Candidate => ({
  ...candidate,
  text,
  tokens: meter.tokens(text),
  inside: { host: PROMPT_ID, at: prompt.memoryAt },
});

/** The budget that would hold all of MEMORY.md: it comes last, so everything else counts. */
const memoryDetail = (
  gathered: Gathered,
  files: readonly HarnessFile[],
  piece: Piece,
): Candidate["detail"] => {
  if (piece.status !== "truncated") return {};
  const free = harnessBlock(blockInput(gathered, files, PLENTY)).find(
    (each) => each.source === idOf("memory", gathered.memoryFile),
  );
  const others = PLENTY - (free?.limit ?? 0) / 4;
  const to = others + harnessSize(bodyOf(gathered.memoryFile));
  return { fix: { raise: "injection.maxContextTokens", to } };
};

const PLENTY = 2 ** 40;
