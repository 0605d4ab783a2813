import type { MovedPart, MovedResult } from "#shared/model/moved-result.ts";
import { RefreshCw } from "lucide-react";
import { Chip } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import { formatTokens } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { layerColour } from "../ui/layer-colour.ts";
import { t } from "../ui/messages/index.ts";
import { Swatch } from "../ui/swatch.tsx";
import ui from "../ui/basics.module.css";
import styles from "./moved-parts.module.css";

type Props = {
  result: MovedResult;
  /** Sentences of the answer that quote a segment, by its id. */
  quoted: ReadonlyMap<string, number>;
  onAgain: (part: MovedPart) => void;
};

/** The parts that were left out, the one that moved the answer the most first. */
export const MovedParts = ({ result, quoted, onAgain }: Props) => {
  const words = t.influence.movedTab;
  const shown = result.parts.filter(({ kind, id }) => kind !== "group" || !hasParts(result, id));
  const most = Math.max(1, ...shown.map(({ drop }) => drop));
  // What did not move the answer has no rank: its figures are noise. It stays in the order of the prompt.
  const rows = [
    ...shown.filter(({ moved }) => moved).toSorted((a, b) => b.drop - a.drop),
    ...shown.filter(({ moved }) => !moved),
  ];
  if (rows.length === 0) return <p className={ui.muted}>{words.nothingYet}</p>;
  return (
    <>
      <table className={styles.parts}>
        <thead>
          <tr>
            <th scope="col">{words.part}</th>
            <th scope="col" className={ui.right}>
              {words.sent}
            </th>
            <th scope="col">{words.without}</th>
            <th scope="col">{words.quoted}</th>
            <th scope="col">
              <span className={ui.spoken}>{words.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((part) => (
            <Row key={part.id} part={part} most={most} quotedIn={quotedIn(part, quoted)} onAgain={onAgain} />
          ))}
        </tbody>
      </table>
      {result.failed.map(({ id, title, problem }) => (
        <p key={id} className={classes(ui.small, ui.warn)}>
          {words.notWeighed(title, problem)}
        </p>
      ))}
    </>
  );
};

/** Whether parts of it were weighed, too: then they say more. */
const hasParts = ({ parts }: MovedResult, id: string): boolean =>
  parts.some((part) => part.id.startsWith(`${id}/`));

const quotedIn = ({ kind, segments }: MovedPart, quoted: ReadonlyMap<string, number>): number =>
  kind === "file" ? segments.reduce((sum, id) => sum + (quoted.get(id) ?? 0), 0) : 0;

type RowProps = { part: MovedPart; most: number; quotedIn: number; onAgain: Props["onAgain"] };

const Row = ({ part, most, quotedIn: sentences, onAgain }: RowProps) => {
  const words = t.influence.movedTab;
  const { layer, title, kind, tokens, drop, low, high, moved, basis, parts } = part;
  return (
    <tr data-moved={moved}>
      <th scope="row">
        <span className={styles.name}>
          <Swatch of={layerColour(layer)} />
          <span className={ui.ellipsis} title={part.source}>
            {title}
          </span>
          {kind !== "file" && <Chip kind="outline">{words.kinds[kind]}</Chip>}
        </span>
        {!moved && parts > 1 && (
          <p className={classes(ui.quiet, ui.small, ui.num)}>{words.notOpened(parts)}</p>
        )}
      </th>
      <td className={classes(ui.num, ui.right, ui.muted)}>{formatTokens(tokens, false)}</td>
      <td>
        <span className={styles.drop}>
          <i
            className={styles.bar}
            style={{ "--share": Math.max(0, drop) / most, "--c": layerColour(layer) } as React.CSSProperties}
          />
          <span className={classes(ui.num, moved ? ui.strong : ui.muted)}>
            {moved || drop < 0 ? words.lessLikely(drop) : words.notMoved}
          </span>
          <span className={classes(ui.num, ui.quiet, ui.small)}>
            {words.interval(low, high)}
            {basis === "reduced" && ` ${words.reduced}`}
          </span>
        </span>
      </td>
      <td className={classes(ui.num, ui.muted)}>{sentences > 0 ? t.influence.quotedIn(sentences) : ""}</td>
      <td className={ui.right}>
        <IconButton
          icon={RefreshCw}
          size={13}
          label={words.againWithoutPart(title)}
          onClick={() => onAgain(part)}
        />
      </td>
    </tr>
  );
};
