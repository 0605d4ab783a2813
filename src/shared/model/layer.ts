import { z } from "zod";

/**
 * The layers of a prompt, in the order in which every list and drawing shows them. This is the only table of
 * layers: ids, titles, colours and how they change all come from here.
 */

type LayerRow = {
  readonly id: string;
  readonly title: string;
  /** The colour token that every drawing uses for it. */
  readonly colour: `--l-${string}`;
  /**
   * From one turn to the next, `steady` text stays the same, `growing` text keeps its beginning and gets
   * longer, and `volatile` text is different each time. A provider can reuse what it read up to the first
   * difference.
   */
  readonly text: "steady" | "growing" | "volatile";
  /**
   * How its segments are listed: `each` on its own, `single` (there is only one, with a different id each turn),
   * all as one `set`, or `by-fate` (those that are sent as one, those that are left out as another).
   */
  readonly listed: "each" | "single" | "set" | "by-fate";
  /**
   * What it consists of. `definitions` are read before the first message, so nothing in a message can change what
   * a provider reuses of them; `nothing` is only counted and has no text.
   */
  readonly holds: "files" | "prompt" | "definitions" | "memories" | "messages" | "nothing";
  /** It has a column of its own in the map of the prompt; the others share one. */
  readonly ownColumn?: true;
  /** The limit that its tokens count towards, where a user can move one. */
  readonly limit?: "files" | "memory" | "history";
  /** One plain sentence that describes it. */
  readonly about: string;
};

export const LAYERS = [
  {
    id: "soul",
    title: "Soul",
    colour: "--l-soul",
    text: "steady",
    listed: "each",
    holds: "files",
    about: "SOUL.md: the character every agent of this project shares.",
  },
  {
    id: "core",
    limit: "files",
    title: "Core files",
    colour: "--l-core",
    text: "steady",
    listed: "each",
    holds: "files",
    about: "AGENTS.md, USER.md and IDENTITY.md: the rules, the user and the agent itself.",
  },
  {
    id: "files",
    limit: "files",
    title: "Workspace files",
    colour: "--l-files",
    text: "steady",
    listed: "each",
    holds: "files",
    ownColumn: true,
    about: "Files of the workspace that the profile puts into the prompt.",
  },
  {
    id: "system",
    title: "System prompt",
    colour: "--l-system",
    text: "steady",
    listed: "each",
    holds: "prompt",
    about: "The agent's own prompt, the list of skills and the sections that ship with the app.",
  },
  {
    id: "tools",
    title: "Tools",
    colour: "--l-tools",
    text: "steady",
    listed: "set",
    holds: "definitions",
    about: "The descriptions of the tools that the model may call.",
  },
  {
    id: "memory",
    limit: "memory",
    title: "Memory",
    colour: "--l-memory",
    text: "volatile",
    listed: "by-fate",
    holds: "memories",
    ownColumn: true,
    about: "What memory found for this message, or MEMORY.md where the profile sends that file.",
  },
  {
    id: "history",
    limit: "history",
    title: "History",
    colour: "--l-history",
    text: "growing",
    listed: "by-fate",
    holds: "messages",
    ownColumn: true,
    about: "The earlier messages of this session.",
  },
  {
    id: "message",
    title: "Your message",
    colour: "--l-message",
    text: "volatile",
    listed: "single",
    holds: "messages",
    about: "The newest message. It is always sent; of long documents in it, the passages that match it.",
  },
  {
    id: "overhead",
    title: "Message overhead",
    colour: "--l-system",
    text: "volatile",
    listed: "each",
    holds: "nothing",
    about: "Tokens that the chat format adds around and between messages.",
  },
] as const satisfies readonly LayerRow[];

export type LayerId = (typeof LAYERS)[number]["id"];
export const layerId = z.enum(LAYERS.map(({ id }) => id));

/** A limit that layers count towards. */
export type LayerLimit = NonNullable<LayerRow["limit"]>;

/** By limit, in the order of the table, the layers that count towards it. */
export const LAYERS_BY_LIMIT: ReadonlyMap<LayerLimit, readonly LayerId[]> = (() => {
  const layers = new Map<LayerLimit, LayerId[]>();
  for (const layer of LAYERS)
    if ("limit" in layer) layers.set(layer.limit, [...(layers.get(layer.limit) ?? []), layer.id]);
  return layers;
})();

/** The sort key; an unknown id comes last. */
export const layerOrder = (id: string): number => {
  const at = LAYERS.findIndex((layer) => layer.id === id);
  return at < 0 ? LAYERS.length : at;
};

/** The ids of the layers for which `is` holds. */
export const layersWhere = (is: (layer: LayerRow) => boolean): ReadonlySet<string> =>
  new Set(LAYERS.filter(is).map(({ id }) => id));

/** Layers with text of the prompt; the overhead is only counted. */
export const TEXT_LAYERS = LAYERS.filter(({ holds }) => holds !== "nothing").map(({ id }) => id);

/** Whether a layer is only counted and has no text. */
export const isCountedOnly = (id: string): boolean => COUNTED_ONLY.has(id);
const COUNTED_ONLY = layersWhere(({ holds }) => holds === "nothing");

/** Layers with text that stays the same from one turn to the next. */
export const STEADY_LAYERS = layersWhere(({ text }) => text === "steady");

/** Those of them that are sent in messages. */
export const STEADY_IN_MESSAGES = layersWhere(
  ({ text, holds }) => text === "steady" && holds !== "definitions",
);

/** Layers of messages that a provider reads again only because something before them changed. */
export const REUSED_IN_MESSAGES = layersWhere(
  ({ text, holds }) => text !== "volatile" && holds !== "definitions",
);

/** Layers whose segments are not listed one by one, and those listed by whether they are sent. */
export const LISTED_TOGETHER = layersWhere(({ listed }) => listed !== "each");
export const LISTED_BY_FATE = layersWhere(({ listed }) => listed === "by-fate");

/** Layers that consist of files. */
export const FILE_LAYERS = layersWhere(({ holds }) => holds === "files");

/** Layers of files that count towards the limit of all files. */
export const LIMITED_FILE_LAYERS = layersWhere(({ limit }) => limit === "files");

type WithColumn = Extract<(typeof LAYERS)[number], { readonly ownColumn: true }>;

/** A column of the map: a layer that has its own, or the one that all others share. */
export type ColumnId = "steady" | WithColumn["id"];

/** The columns of the map from left to right. */
export const MAP_COLUMNS: readonly ColumnId[] = [
  "steady",
  ...LAYERS.filter((layer): layer is WithColumn => "ownColumn" in layer).map(({ id }) => id),
];

/** The column of the map that a layer is drawn in. */
export const columnOf = (layer: string): ColumnId => MAP_COLUMNS.find((id) => id === layer) ?? "steady";

/** By layer id. */
export const LAYER_TITLES = Object.fromEntries(LAYERS.map(({ id, title }) => [id, title])) as Readonly<
  Record<LayerId, string>
>;
