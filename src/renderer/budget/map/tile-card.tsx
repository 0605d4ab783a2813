import type { Manifest } from "#shared/model/manifest.ts";
import { formatTokens } from "../../ui/format.ts";
import { t } from "../../ui/messages/index.ts";
import type { Profile } from "#shared/model/profile.ts";
import type { PromptEdit } from "#shared/model/prompt-edit.ts";
import { FixRow } from "./fix-row.tsx";
import { type AskOffers, useOffers } from "./use-offers.ts";
import type { Part } from "./parts.ts";
import { FateChip } from "./part-card.tsx";
import { tileTitle } from "./tile-box.tsx";
import type { TileLook } from "./tile-look.ts";
import { type WhyAgent, whySentence } from "./why.ts";
import { classes } from "../../ui/classes.ts";
import ui from "../../ui/basics.module.css";
import partCardStyles from "./part-card.module.css";
import styles from "./tile-card.module.css";

/** What a card needs from the prompt besides the tile. */
export type CardContext = {
  readonly manifest: Manifest;
  readonly agent: WhyAgent | null;
  readonly profile: Profile | null;
  /** Changes with the saved prompt. */
  readonly revision: string;
  /** Null where the card only explains. */
  readonly changes: { readonly ask: AskOffers; readonly apply: (edit: PromptEdit) => void } | null;
};

type Props = {
  id: string;
  look: TileLook;
  /** The current state of the tile's only part; null when several parts share the tile. */
  part: Part | null;
  /** Size of the map in pixels; the card stays inside. */
  room: { readonly width: number; readonly height: number };
  context: CardContext;
  onStay: () => void;
  onLeave: () => void;
  onDone: () => void;
};

/** The card beside a tile: how it is sent, in numbers and in a sentence, and the first possible change. */
export const TileCard = ({ id, look, part, room, context, onStay, onLeave, onDone }: Props) => {
  const { manifest, agent, profile, revision, changes } = context;
  const [offer] = useOffers(changes?.ask ?? askNobody, part?.fate === "in" ? null : part, revision, 1) ?? [];
  const title = tileTitle(look.tile);
  return (
    <div
      id={id}
      data-tile-card
      className={classes(ui.pop, styles.tileCard)}
      role="group"
      aria-label={title}
      style={placeOf(look.tile, room)}
      onPointerEnter={onStay}
      onPointerLeave={onLeave}
    >
      <div className={classes(ui.row, partCardStyles.cardHead)}>
        <b className={ui.ellipsis}>{title}</b>
        <span className={ui.grow} />
        {part && <FateChip part={part} />}
      </div>
      <p className={classes(ui.num, ui.small, ui.strong)}>
        {t.budget.map.sentOf(
          formatTokens(look.sent, look.exact),
          formatTokens(look.sent + look.missing, look.exact),
        )}
      </p>
      <p className={classes(ui.muted, ui.small)}>
        {part ? whySentence(part, { manifest, agent, profile }) : t.budget.map.together}
      </p>
      {offer && part && (
        <ul aria-label={t.budget.fix.title}>
          <FixRow
            key={`${part.id}/${offer.id}`}
            offer={offer}
            isFirst
            isBack
            part={part}
            onApply={(edit) => {
              onDone();
              changes?.apply(edit);
            }}
          />
        </ul>
      )}
    </div>
  );
};

const askNobody: AskOffers = async () => [];

/** On the side that has room, otherwise over the tile; always within the height of the map. */
const placeOf = ({ x, y, width }: TileLook["tile"], room: Props["room"]): React.CSSProperties => {
  const right = x + width + GAP;
  const left = x - GAP - WIDTH;
  const side = right + WIDTH <= room.width ? right : left >= 0 ? left : Math.max(0, room.width - WIDTH);
  return { left: side, top: Math.max(0, Math.min(y, room.height - LEAST)), width: WIDTH };
};

const WIDTH = 300;
const GAP = 8;
/** The smallest height of a card, in pixels. */
const LEAST = 150;
