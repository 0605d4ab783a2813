import { z } from "zod";

/** Dollars per million tokens. */
const price = z.object({ input: z.number(), output: z.number() });

const entry = z.object({
  /** A prefix of the model's id, without a vendor's path (`anthropic/`). The longest match wins. */
  match: z.string(),
  vendor: z.string(),
  window: z.number().int().positive().nullable(),
  price: price.nullable(),
  /** Whether it sees pictures; absent where it is not known. */
  vision: z.boolean().optional(),
});

export const catalogueFile = z.object({
  /** The date on which these were last checked. */
  date: z.iso.date(),
  /** Share of the input price that a cached token saves, by vendor. */
  cacheDiscount: z.record(z.string(), z.number().min(0).max(1)),
  models: z.array(entry),
});
export type Catalogue = z.output<typeof catalogueFile>;

export type CatalogueEntry = {
  readonly window: number | null;
  readonly price: { readonly input: number; readonly output: number; readonly cachedInput: number } | null;
  readonly sees: boolean | undefined;
  readonly date: string;
};

/** What the bundled catalogue says about a model; null when the model is not in it. */
export const lookUp = (catalogue: Catalogue, model: string): CatalogueEntry | null => {
  const bare = model.slice(model.lastIndexOf("/") + 1).toLowerCase();
  const found = catalogue.models
    .filter(({ match }) => bare.startsWith(match))
    .sort((a, b) => b.match.length - a.match.length)[0];
  if (!found) return null;
  const discount = catalogue.cacheDiscount[found.vendor] ?? 0;
  return {
    window: found.window,
    sees: found.vision,
    price: found.price && { ...found.price, cachedInput: found.price.input * (1 - discount) },
    date: catalogue.date,
  };
};
