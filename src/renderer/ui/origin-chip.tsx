import type { Origin } from "#shared/model/origin.ts";
import { t } from "./messages/index.ts";
import { originColour } from "./origin-colour.ts";
import { Swatch } from "./swatch.tsx";

/** Where a text came from, in its colour and in a word. */
export const OriginChip = ({ origin }: { origin: Origin }) => (
  <span title={t.origins.about[origin]}>
    <Swatch of={originColour(origin)} spaced />
    {t.origins.names[origin]}
  </span>
);
