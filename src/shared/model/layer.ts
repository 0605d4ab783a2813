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
    about: "SOUL.md: the character every agent of this project shares.",
  },
  {
    id: "core",
    limit: "files",
    title: "Core files",
    colour: "--l-core",
    text: "steady",
    listed: "each",
    about: "AGENTS.md, USER.md and IDENTITY.md: the rules, the user and the agent itself.",
  },
  {
    id: "files",
    limit: "files",
    title: "Workspace files",
    colour: "--l-files",
    text: "steady",
    listed: "each",
    about: "Files of the workspace that the profile puts into the prompt.",
  },
  {
    id: "system",
    title: "System prompt",
    colour: "--l-system",
    text: "steady",
    listed: "each",
    about: "The agent's own prompt, the list of skills and the sections that ship with the app.",
  },
  {
    id: "tools",
    title: "Tools",
    colour: "--l-tools",
    text: "steady",
    listed: "set",
    about: "The descriptions of the tools that the model may call.",
  },
  {
    id: "memory",
    limit: "memory",
    title: "Memory",
    colour: "--l-memory",
    text: "volatile",
    listed: "by-fate",
    about: "What memory found for this message, or MEMORY.md where the profile sends that file.",
  },
  {
    id: "history",
    limit: "history",
    title: "History",
    colour: "--l-history",
    text: "growing",
    listed: "by-fate",
    about: "The earlier messages of this session.",
  },
  {
    id: "message",
    title: "Your message",
    colour: "--l-message",
    text: "volatile",
    listed: "single",
    about: "The newest message, which is always sent whole.",
  },
  {
    id: "overhead",
    title: "Message overhead",
    colour: "--l-system",
    text: "volatile",
    listed: "each",
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

/** Layers with text of the prompt; the overhead is only counted. */
export const TEXT_LAYERS = LAYERS.filter(({ id }) => id !== "overhead").map(({ id }) => id);

/** The ids of the layers for which `is` holds. */
export const layersWhere = (is: (layer: LayerRow) => boolean): ReadonlySet<string> =>
  new Set(LAYERS.filter(is).map(({ id }) => id));

/** By layer id. */
export const LAYER_TITLES = Object.fromEntries(LAYERS.map(({ id, title }) => [id, title])) as Readonly<
  Record<LayerId, string>
>;
