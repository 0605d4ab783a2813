import { lowestOrigin, type Origin, ORIGINS } from "#shared/model/origin.ts";
import { layerColour } from "../../ui/layer-colour.ts";
import { originColour } from "../../ui/origin-colour.ts";
import type { Part } from "./parts.ts";

/** What the colours of a prompt stand for. */
export type Lens = "layer" | "origin";

/** The lowest of a part's segments; what frames them ships with Satchel. */
export const originOfPart = ({ segments }: Pick<Part, "segments">): Origin =>
  lowestOrigin(...segments.map(({ origin }) => origin ?? "you"));

export const partColour = (part: Pick<Part, "layer" | "segments">, lens: Lens): string =>
  lens === "origin" ? originColour(originOfPart(part)) : layerColour(part.layer);

/** Tokens that are sent, by origin: the highest first, and none that has nothing. */
export const tokensByOrigin = (
  parts: readonly Part[],
): readonly { readonly origin: Origin; readonly tokens: number; readonly parts: number }[] =>
  ORIGINS.toReversed().flatMap((origin) => {
    const own = parts.filter((part) => part.sent > 0 && originOfPart(part) === origin);
    const tokens = own.reduce((sum, { sent }) => sum + sent, 0);
    return tokens === 0 ? [] : [{ origin, tokens, parts: own.length }];
  });
