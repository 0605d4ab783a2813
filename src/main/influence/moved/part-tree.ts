import { LAYERS, layersWhere } from "#shared/model/layer.ts";
import type { Message, Segment } from "#shared/model/manifest.ts";
import { type SentSegment, sentSegments } from "../sent-texts.ts";
import { cutSections } from "./cut-sections.ts";
import type { Cut, PartNode } from "./part-node.ts";

/** A part with more neighbours than this is looked for in groups of them. */
const MAX_CHILDREN = 5;
/** Groups of a row of neighbours that is too long. Few, because each costs one reading of what comes after it. */
const GROUPS = 4;

/**
 * Everything that can be left out of a prompt: layers, their files (and memories, and messages), their sections. The
 * question stays: without it there is nothing to answer. What is sent beside the messages (tools) is not in it.
 */
export const partTree = (messages: readonly Message[], segments: readonly Segment[]): readonly PartNode[] => {
  const sent = sentSegments(messages, segments).filter(
    ({ segment, text }) => !STAYS.has(segment.layer) && text.trim() !== "",
  );
  return LAYERS.flatMap(({ id, title }) => {
    const leaves = sent.filter(({ segment }) => segment.layer === id).map((each) => segmentNode(each, sent));
    if (leaves.length === 0) return [];
    // A layer of one file is that file.
    if (leaves.length === 1) return leaves;
    return [joined(`layer:${id}`, "layer", title, grouped(leaves, `layer:${id}`))];
  });
};

/** Without the question, or with different tools, it would be a different question. */
const STAYS = layersWhere(
  ({ holds, listed }) => holds === "definitions" || holds === "nothing" || listed === "single",
);

const segmentNode = ({ segment, text }: SentSegment, sent: readonly SentSegment[]): PartNode => {
  const { id, layer, source, detail } = segment;
  const cuts = cutsOf(segment, sent);
  const size = cuts.reduce((chars, { from, to }) => chars + to - from, 0);
  const name = detail?.title ?? nameOf(source);
  const node = { layer, source, segments: [id], tokens: segment.sent.tokens };
  const [cut] = cuts;
  // With something of another segment inside, the places of sections are not those of the text.
  const sections = cuts.length === 1 && cut ? cutSections(text) : [];
  const children = sections.map(({ title, from, to }, index): PartNode => {
    const part = { message: cut?.message ?? 0, from: (cut?.from ?? 0) + from, to: (cut?.from ?? 0) + to };
    const tokens = Math.round((segment.sent.tokens * (to - from)) / Math.max(1, size));
    return { ...node, id: `${id}#${index + 1}`, kind: "section", title, cuts: [part], tokens, children: [] };
  });
  return { ...node, id, kind: "file", title: name, cuts, children: grouped(children, id) };
};

/** The range of a segment without what other segments have of it. */
const cutsOf = ({ id, message, range }: Segment, sent: readonly SentSegment[]): readonly Cut[] => {
  if (message === null || range === null) return [];
  const inner = sent
    .map(({ segment }) => segment)
    .filter((other) => other.id !== id && other.message === message && isInside(other.range, range))
    .toSorted((a, b) => (a.range?.[0] ?? 0) - (b.range?.[0] ?? 0));
  const cuts: Cut[] = [];
  let from = range[0];
  for (const { range: hole } of inner) {
    if (hole && hole[0] > from) cuts.push({ message, from, to: hole[0] });
    from = Math.max(from, hole?.[1] ?? from);
  }
  if (range[1] > from) cuts.push({ message, from, to: range[1] });
  return cuts;
};

const isInside = (inner: Segment["range"], outer: readonly [number, number]): boolean =>
  inner !== null && inner[0] >= outer[0] && inner[1] <= outer[1] && inner[1] - inner[0] < outer[1] - outer[0];

/** Neighbours in groups, and groups of groups, so that none has more than a few. */
const grouped = (nodes: readonly PartNode[], id: string): readonly PartNode[] => {
  if (nodes.length <= MAX_CHILDREN) return nodes;
  const size = Math.ceil(nodes.length / GROUPS);
  return Array.from({ length: Math.ceil(nodes.length / size) }, (_, index) => {
    const some = nodes.slice(index * size, (index + 1) * size);
    const own = `${id}/${index + 1}`;
    const title = `${some[0]?.title} … ${some.at(-1)?.title}`;
    return joined(own, "group", title, grouped(some, own));
  });
};

const joined = (
  id: string,
  kind: "layer" | "group",
  title: string,
  children: readonly PartNode[],
): PartNode => ({
  id,
  kind,
  title,
  layer: children[0]?.layer ?? "files",
  source: children[0]?.source ?? "",
  segments: [...new Set(children.flatMap(({ segments }) => segments))],
  cuts: children.flatMap(({ cuts }) => cuts),
  tokens: children.reduce((sum, { tokens }) => sum + tokens, 0),
  children,
});

const nameOf = (source: string): string => source.slice(source.lastIndexOf("/") + 1);

/** The smallest parts. */
export const leavesIn = (nodes: readonly PartNode[]): readonly PartNode[] =>
  allParts(nodes).filter(({ children }) => children.length === 0);

/** All parts, each before its own parts. */
export const allParts = (nodes: readonly PartNode[]): readonly PartNode[] =>
  nodes.flatMap((node) => [node, ...allParts(node.children)]);
