import { isCountedOnly, layerOrder } from "#shared/model/layer.ts";
import { ORIGINS } from "#shared/model/origin.ts";
import { t } from "../../ui/messages/index.ts";
import { originOfPart } from "./part-origin.ts";
import type { Part } from "./parts.ts";

export type SortKey = "title" | "layer" | "origin" | "raw" | "sent" | "removed" | "priority" | "prompt";
export type Sort = { readonly key: SortKey; readonly down: boolean };

/** Missing parts first, unless the user chose a different order. Equal parts stay in the order of the prompt. */
export const sortParts = (parts: readonly Part[], { key, down }: Sort, filter = ""): readonly Part[] => {
  const wanted = filter.trim().toLowerCase();
  const found = parts.filter(
    (part) =>
      !isCountedOnly(part.layer) &&
      (wanted === "" ||
        part.title.toLowerCase().includes(wanted) ||
        (t.budget.layers[part.layer] ?? "").toLowerCase().includes(wanted)),
  );
  if (key === "prompt") return down ? found.toReversed() : found;
  const sign = down ? -1 : 1;
  return found.sort((a, b) => sign * compare(valueOf(a, key), valueOf(b, key)));
};

const valueOf = (part: Part, key: Exclude<SortKey, "prompt">): string | number => {
  switch (key) {
    case "title":
      return part.title.toLowerCase();
    case "layer":
      return layerOrder(part.layer);
    case "origin":
      return ORIGINS.indexOf(originOfPart(part));
    case "priority":
      return part.priority ?? Number.MAX_SAFE_INTEGER;
    case "removed":
      return part.missing;
    default:
      return part[key];
  }
};

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
