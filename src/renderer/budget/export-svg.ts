import { TEXT_LAYERS } from "#shared/model/layer.ts";
import type { RunShape } from "#shared/contract/context.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { formatTokens, formatShort } from "../ui/format.ts";
import { layerColour } from "../ui/layer-colour.ts";
import { turnNames } from "./timeline/turn-names.ts";
import { t } from "../ui/messages/index.ts";
import { barLayout } from "./next/bar-layout.ts";
import { mapLayout } from "./map/map-layout.ts";
import type { Part } from "./map/parts.ts";
import { timelineLayout } from "./timeline/timeline-layout.ts";

/** Colours by the name of their variable, as the page has them now. */
export type Palette = (variable: string) => string;

export const pagePalette = (): Palette => {
  const style = getComputedStyle(document.documentElement);
  return (variable) => style.getPropertyValue(variable.replace(/^var\((.*)\)$/, "$1")).trim();
};

/** The bar as a standalone picture that needs no style sheet. */
export const barSvg = (manifest: Manifest, palette: Palette, width = 1000): string => {
  const layout = barLayout(manifest, width);
  const of = (layer: string) => palette(layerColour(layer));
  const pieces = layout.pieces.map(
    ({ layer, x, width: wide }) =>
      `<rect x="${round(x)}" y="34" width="${round(Math.max(1, wide - 1.5))}" height="40" fill="${of(layer)}"/>`,
  );
  let at = 0;
  const legend = manifest.layers
    .filter(({ tokens }) => tokens > 0)
    .map(({ id, title, tokens }) => {
      const text = `${t.budget.layers[id] ?? title} ${formatTokens(tokens, manifest.exact)}`;
      const item = `<rect x="${at}" y="112" width="8" height="8" rx="2" fill="${of(id)}"/>${label(at + 13, 120, text, palette("--fg-2"))}`;
      at += 30 + text.length * 6.4;
      return item;
    });
  return picture(t.budget.export.titles.bar, width, 130, palette, [
    label(
      0,
      18,
      `${formatTokens(manifest.window.used, manifest.exact)} ${t.budget.ofWindow(manifest.window.max, manifest.window.percent)}`,
      palette("--fg"),
      15,
    ),
    `<rect y="34" width="${width}" height="40" fill="${palette("--well")}"/>`,
    `<rect x="${round(layout.reservedX)}" y="34" width="${round(width - layout.reservedX)}" height="40" fill="${palette("--reserved")}"/>`,
    ...pieces,
    `<path d="M.5 80v5h${round(layout.prefix.x)}v-5" fill="none" stroke="${palette("--fg-3")}"/>`,
    label(
      0,
      100,
      `${t.budget.windowBar.prefix} ${formatTokens(layout.prefix.tokens, manifest.exact)}`,
      palette("--fg-3"),
    ),
    ...legend,
  ]);
};

export const mapSvg = (parts: readonly Part[], palette: Palette, width = 1000, height = 320): string => {
  const layout = mapLayout(parts, width, height);
  const byId = new Map(parts.map((part) => [part.id, part]));
  const exact = parts[0]?.exact ?? true;
  const body = layout.columns.flatMap((column) => [
    label(column.x, 14, t.budget.map.columns[column.id], palette("--fg")),
    ...column.tiles.map((tile) => {
      const now = tile.parts.map((part) => byId.get(part.id) ?? part);
      const missing = now.reduce((sum, part) => sum + part.missing, 0);
      const sent = now.reduce((sum, part) => sum + part.sent, 0);
      const share = missing + sent === 0 ? 0 : missing / (missing + sent);
      const colour = palette(layerColour(tile.layer));
      const box = `x="${round(tile.x)}" y="${tile.y}" width="${round(tile.width)}" height="${tile.height}"`;
      const cut = tile.height * share;
      const title =
        tile.parts.length === 1 ? (tile.parts[0]?.title ?? "") : t.budget.map.others(tile.parts.length);
      return [
        `<g fill="${colour}"><title>${escaped(t.budget.map.tile(title, t.budget.status[sent === 0 ? "out" : cut > 0 ? "cut" : "in"], formatTokens(sent, exact), formatTokens(sent + missing, exact)))}</title>`,
        `<rect ${box} rx="3" fill="none" stroke="${colour}"${sent === 0 ? ' stroke-dasharray="3 2"' : ""}/>`,
        sent > 0
          ? `<rect x="${round(tile.x)}" y="${tile.y}" width="${round(tile.width)}" height="${round(tile.height - cut)}" rx="3" fill-opacity=".26"/>`
          : "",
        sent > 0 && cut > 1
          ? `<rect x="${round(tile.x)}" y="${round(tile.y + tile.height - cut)}" width="${round(tile.width)}" height="${round(cut)}" style="color:${colour}" fill="url(#hatch-${tile.layer})"/>`
          : "",
        tile.width > 44 && tile.height > 24
          ? tileLabel(tile, [title, sizeOf(sent, missing, exact)], palette)
          : "",
        "</g>",
      ].join("");
    }),
  ]);
  const layers = [...new Set(parts.map(({ layer }) => layer))];
  const patterns = layers.map(
    (layer) =>
      `<pattern id="hatch-${layer}" width="5.5" height="5.5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="1.25" height="5.5" fill="${palette(layerColour(layer))}" fill-opacity=".62"/></pattern>`,
  );
  return picture(t.budget.export.titles.map, width, height, palette, [
    `<defs>${patterns.join("")}</defs>`,
    ...body,
  ]);
};

/** Turns as stacked layers, to the scale of the largest window, with compactions marked. */
export const timelineSvg = (runs: readonly RunShape[], palette: Palette, width = 1000): string => {
  const height = 260;
  const layout = timelineLayout(runs, width, height);
  const { x, y, top, max } = layout;
  const end = x(runs.length);
  const grid = layout.ticks.map(
    (tick) =>
      `<path d="M${round(x(0))} ${round(y(tick))}H${round(end)}" stroke="${palette("--line")}"/>` +
      label(0, y(tick) + 4, formatShort(Math.round(tick)), palette("--fg-3")),
  );
  const bands = layout.bands.map(
    ({ layer, path }) =>
      `<path d="${path}" fill="${palette(layerColour(layer))}"><title>${escaped(t.budget.layers[layer] ?? layer)}</title></path>`,
  );
  const marks = runs.flatMap(({ compacted, exact }, index) =>
    compacted === null
      ? []
      : [
          `<path d="M${round(x(index))} ${top - 4}V${round(y(0))}" stroke="${palette("--fg")}" stroke-width="1.5"/>`,
          label(
            x(index) + 4,
            top - 8,
            t.budget.timeline.summarised(formatTokens(compacted, exact)),
            palette("--fg"),
          ),
        ],
  );
  const every = Math.max(1, Math.ceil(28 / layout.step));
  const turns = turnNames(runs).flatMap((name, index) =>
    index % every === 0
      ? [label(x(index + 0.5) - 3, y(0) + 18, t.budget.timeline.tick(name), palette("--fg-3"))]
      : [],
  );
  const shown = TEXT_LAYERS.filter((layer) =>
    runs.some(({ layers }) => layers.some(({ id, tokens }) => id === layer && tokens > 0)),
  );
  let at = 0;
  const legend = shown.map((layer) => {
    const name = t.budget.layers[layer] ?? layer;
    const item = `<rect x="${at}" y="${top + height + 32}" width="8" height="8" rx="2" fill="${palette(layerColour(layer))}"/>${label(at + 13, top + height + 40, name, palette("--fg-2"))}`;
    at += 30 + name.length * 6.4;
    return item;
  });
  const full = `<path d="M${round(x(0))} ${round(y(max))}H${round(end)}" stroke="${palette("--fg-3")}"/>`;
  return picture(t.budget.export.titles.timeline, width, top + height + 50, palette, [
    ...grid,
    ...bands,
    full,
    ...marks,
    ...turns,
    ...legend,
  ]);
};

/** Pixels around a picture, and for its title. */
const PADDING = 28;
const TITLE = 34;

const picture = (
  title: string,
  width: number,
  height: number,
  palette: Palette,
  body: readonly string[],
): string => {
  const [wide, tall] = [width + 2 * PADDING, height + TITLE + 2 * PADDING];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${tall}" viewBox="0 0 ${wide} ${tall}" role="img" font-family="Inter, system-ui, sans-serif">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${wide}" height="${tall}" fill="${palette("--surface")}"/>`,
    `<text x="${PADDING}" y="${PADDING + 14}" font-size="17" font-weight="600" fill="${palette("--fg")}">${escaped(title)}</text>`,
    `<g transform="translate(${PADDING} ${PADDING + TITLE})">`,
    ...body,
    "</g>",
    "</svg>\n",
  ].join("\n");
};

/** What is left out has its own size, not 0. */
const sizeOf = (sent: number, missing: number, exact: boolean): string => {
  if (sent === 0) return `${formatTokens(missing, exact)} ${t.budget.map.out}`;
  if (missing === 0) return formatTokens(sent, exact);
  return t.budget.map.part(formatTokens(sent, exact), formatTokens(sent + missing, exact));
};

/** A name and a size, each cut where the tile ends. */
const tileLabel = (
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  [name, size]: readonly [string, string],
  palette: Palette,
): string => {
  const room = Math.floor((width - 12) / CHAR_WIDTH);
  const first = label(x + 7, y + 16, fitted(name, room), palette("--fg"));
  return height > 40 ? first + label(x + 7, y + 31, fitted(size, room), palette("--fg-2")) : first;
};

/** Pixels of an average character at 12 px, a little more than in Inter, because a viewer may use another font. */
const CHAR_WIDTH = 7;

const fitted = (text: string, room: number): string =>
  text.length <= room ? text : `${text.slice(0, Math.max(1, room - 1))}…`;

const label = (x: number, y: number, text: string, fill: string, size = 12): string =>
  `<text x="${round(x)}" y="${y}" font-size="${size}" fill="${fill}">${escaped(text)}</text>`;

const round = (value: number) => Math.round(value * 10) / 10;

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
