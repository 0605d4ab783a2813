import type { Origin } from "#shared/model/origin.ts";
import { t } from "../ui/messages/index.ts";
import { originColour } from "../ui/origin-colour.ts";
import { Swatch } from "../ui/swatch.tsx";

/** Where a text came from, as its author's program said. “You” would be the wrong word: somebody else wrote it. */
export const TeamOrigin = ({ origin }: { origin: Origin }) => (
  <span>
    <Swatch of={originColour(origin)} spaced />
    {t.team.origins[origin]}
  </span>
);
