import type { Finding } from "#shared/contract/context.ts";
import type { Fix, Manifest, Segment } from "#shared/model/manifest.ts";
import { segmentSize } from "#shared/model/segment-size.ts";
import { numberText, tokensText } from "#shared/model/number-text.ts";

const BAR = 60;
const MARKS: Readonly<Record<string, string>> = {
  soul: "s",
  core: "c",
  files: "f",
  system: "p",
  tools: "t",
  memory: "m",
  history: "h",
  message: "u",
  overhead: "o",
};

/** The bar to scale, a line per segment, and the warnings for the user. */
export const contextTable = (manifest: Manifest, advice: readonly Finding[] = []): string => {
  const { window, layers, segments, warnings, actions } = manifest;
  const count = (tokens: number) => tokensText(tokens, manifest.exact);
  const framing = segments.reduce((sum, segment) => sum + segmentSize(segment).framing, 0);
  const width = Math.max(...segments.map(({ source }) => source.length), 8);
  return [
    `${manifest.profile} · ${manifest.agent} · ${manifest.model ?? "no model"} · ${manifest.encoding}`,
    `${count(window.used)} of ${numberText(window.max)} tokens (${window.percent} %), ${numberText(window.reservedOutput)} kept for the answer, ${count(window.free)} free`,
    "",
    `[${bar(manifest)}]`,
    layers.map((layer) => `${MARKS[layer.id] ?? "?"} ${layer.title} ${count(layer.tokens)}`).join(" · "),
    "",
    `${"segment".padEnd(width)}  ${"raw".padStart(9)}  ${"sent".padStart(9)}  status`,
    ...segments.map((segment) => line(segment, width, count)),
    ...(framing > 0
      ? [row("file headers and marks", count(framing), count(framing), "included", width)]
      : []),
    ...section(
      "What overflow handling did",
      actions.map(
        ({ step, detail, freed, pending }) =>
          `${step}: ${detail} ${pending ? "(pending)" : `(${count(freed)} freed)`}`,
      ),
    ),
    ...section("Warnings", warnings),
    ...section(
      "Advice",
      advice.map(({ text, saves, exact }) => `${text} Saves ${tokensText(saves, exact)} tokens.`),
    ),
    "",
  ].join("\n");
};

/** `.` is free, `=` is reserved for the answer. A layer that is sent has at least one character. */
const bar = ({ layers, window }: Manifest): string => {
  const cells = (tokens: number) => (tokens === 0 ? 0 : Math.max(1, Math.round((tokens / window.max) * BAR)));
  const reserved = "=".repeat(cells(window.reservedOutput));
  const used = layers.map(({ id, tokens }) => (MARKS[id] ?? "?").repeat(cells(tokens))).join("");
  return `${used.slice(0, BAR - reserved.length).padEnd(BAR - reserved.length, ".")}${reserved}`;
};

const line = (segment: Segment, width: number, count: (tokens: number) => string): string => {
  const { source, status, reason, detail } = segment;
  const { raw, sent } = segmentSize(segment);
  const known = segment.detail?.estimated ? `~${numberText(raw)}` : count(raw);
  const line = status === "truncated" && detail?.cutLine !== undefined ? ` at line ${detail.cutLine}` : "";
  const why = reason === null ? status : `${status}${line} (${reason})`;
  const fix = detail?.fix ? `  → ${describeFix(detail.fix)}` : "";
  return row(source, known, count(sent), `${why}${fix}`, width);
};

const row = (name: string, raw: string, sent: string, fate: string, width: number): string =>
  `${name.padEnd(width)}  ${raw.padStart(9)}  ${sent.padStart(9)}  ${fate}`;

const describeFix = (fix: Fix): string => {
  if ("raise" in fix) return `raise ${fix.raise} to ${numberText(fix.to)}`;
  if ("window" in fix) return `a window of ${numberText(fix.window)}`;
  if ("tag" in fix) return `tag it "${fix.tag}"`;
  if ("pin" in fix) return `pin ${fix.pin}`;
  if ("unexclude" in fix) return `take ${fix.unexclude} off the exclude list`;
  return `priority ${fix.priority}`;
};

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ["", `${title}:`, ...lines.map((text) => `  ${text}`)];
