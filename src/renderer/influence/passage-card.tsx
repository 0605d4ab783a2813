import type { Passage } from "#shared/model/quotation.ts";
import { Chip } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import { layerColour } from "../ui/layer-colour.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { t } from "../ui/messages/index.ts";
import { Swatch } from "../ui/swatch.tsx";
import ui from "../ui/basics.module.css";
import styles from "./passage-card.module.css";

type Props = { passage: Passage; onOpen: (path: string, line: number | null) => void };

/** A place in what was sent, with what the sentence shares with it; opens the file there. */
export const PassageCard = ({ passage, onOpen }: Props) => {
  const { layer, kind, path, line } = passage;
  const words = t.influence;
  const name = path === null ? (words.sources[layer] ?? layer) : path.slice(path.lastIndexOf("/") + 1);
  return (
    <li className={styles.card}>
      <header>
        <Swatch of={layerColour(layer)} />
        {path === null ? (
          <span className={classes(ui.strong, ui.ellipsis)}>{name}</span>
        ) : (
          <LinkButton
            className={ui.ellipsis}
            title={path}
            aria-label={words.open(path, line)}
            onClick={() => onOpen(path, line)}
          >
            {name}
          </LinkButton>
        )}
        {path !== null && (
          <span className={classes(ui.quiet, ui.small, ui.num, styles.line)}>
            {line === null ? words.moved : words.line(line)}
          </span>
        )}
        <span className={ui.grow} />
        <Chip kind={kind === "words" ? "outline" : "plain"}>{words.kinds[kind]}</Chip>
      </header>
      <p className={styles.text}>{marked(passage)}</p>
    </li>
  );
};

const marked = ({ text, marks }: Passage) => {
  const pieces = [];
  let at = 0;
  for (const [from, to] of marks.toSorted((a, b) => a[0] - b[0])) {
    if (from < at) continue;
    pieces.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>);
    at = to;
  }
  return [...pieces, text.slice(at)];
};
