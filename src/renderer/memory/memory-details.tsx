import { type ReactNode, useState } from "react";
import type { Memory, MemoryHit } from "#shared/contract/memory.ts";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { useMemoryActions } from "./memory-actions.ts";
import { placeOf } from "./place.ts";
import { ink, listShades } from "./score-bar.tsx";
import { ageOf, points, sharesOf } from "./why.ts";
import { Swatch } from "../ui/swatch.tsx";
import { TextArea } from "../ui/field.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import memoryTableStyles from "./memory-table.module.css";
import styles from "./memory-details.module.css";

type Props = {
  memory: Memory;
  hit?: MemoryHit;
  /** Why it was found, in words. */
  why?: string;
};

const words = t.memory;

/** Below a row: why the memory was found, further details, and actions. */
export const MemoryDetails = ({ memory, hit, why }: Props) => {
  const { open, pin, edit, share, forget } = useMemoryActions();
  const [editing, setEditing] = useState(false);
  const [numbers, setNumbers] = useState(false);
  const place = placeOf(memory);
  const canEdit = memory.tier !== "session";
  if (editing) {
    return (
      <Editing
        text={memory.text}
        onCancel={() => setEditing(false)}
        onSave={(text) => {
          setEditing(false);
          edit(memory, text);
        }}
      />
    );
  }
  return (
    <section className={styles.memoryDetails} aria-label={why ? words.why.label : words.details}>
      <div className={styles.memoryDetailsHead}>
        <div className={ui.grow}>{why ?? <Facts memory={memory} />}</div>
        <div className={styles.memoryDetailsActions}>
          {hit && (
            <Button kind="quiet" size="small" aria-expanded={numbers} onClick={() => setNumbers(!numbers)}>
              {numbers ? words.why.hide : words.why.numbers}
            </Button>
          )}
          {place && (
            <Button kind="quiet" size="small" onClick={() => open(memory)}>
              {place.kind === "session" ? words.actions.openConversation : words.actions.open}
            </Button>
          )}
          <Button
            kind="quiet"
            size="small"
            aria-pressed={memory.pinned}
            onClick={() => pin(memory, !memory.pinned)}
          >
            {memory.pinned ? words.actions.unpin : words.actions.pin}
          </Button>
          {canEdit && (
            <Button kind="quiet" size="small" onClick={() => setEditing(true)}>
              {words.actions.edit}
            </Button>
          )}
          {share && (
            <Button kind="quiet" size="small" onClick={() => share(memory)}>
              {t.team.share.menu}
            </Button>
          )}
          <Button kind="quiet" size="small" onClick={() => forget(memory)}>
            {words.actions.forget}
          </Button>
        </div>
      </div>
      {hit && numbers && <Numbers hit={hit} />}
      {why && <Facts memory={memory} />}
      {!canEdit && <p className={classes(ui.quiet, ui.small)}>{words.notEditable}</p>}
    </section>
  );
};

const Facts = ({ memory: { tier, line, heading, kind, tags, date } }: { memory: Memory }) => (
  <dl className={styles.memoryFacts}>
    {heading && <Fact name={words.heading}>{heading}</Fact>}
    {kind && <Fact name={words.kind}>{kind}</Fact>}
    {date && (
      <Fact name={line !== null && tier !== "daily" ? words.changedOn : words.written}>
        {date.slice(0, 10)}
      </Fact>
    )}
    {tags.length > 0 && <Fact name={words.about}>{tags.join(", ")}</Fact>}
  </dl>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** The text alternative of the bar: what each list contributed, and the effect of tier and age. */
const Numbers = ({ hit }: { hit: MemoryHit }) => {
  const { columns, none, table, tier, age, total } = words.why;
  return (
    <table className={classes(memoryTableStyles.memoryTable, ui.num)}>
      <caption className={ui.spoken}>{table}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.list}</th>
          <th scope="col">{columns.rank}</th>
          <th scope="col">{columns.score}</th>
          <th scope="col">{columns.adds}</th>
        </tr>
      </thead>
      <tbody>
        {sharesOf(hit).map(({ list, rank, score, share }) => (
          <tr key={list}>
            <th scope="row">
              <Swatch of={ink(listShades[list])} spaced />
              {words.listNames[list]}
            </th>
            <td>{rank ?? none}</td>
            <td className={ui.muted}>{score === null ? none : score.toFixed(2)}</td>
            <td>{rank === null ? none : points(share)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{tier}</th>
          <td />
          <td />
          <td>× {hit.boost.toFixed(1)}</td>
        </tr>
        <tr>
          <th scope="row">{age}</th>
          <td />
          <td />
          <td>× {ageOf(hit).toFixed(2)}</td>
        </tr>
        <tr data-total>
          <th scope="row">{total}</th>
          <td />
          <td />
          <td>{points(hit.score)}</td>
        </tr>
      </tbody>
    </table>
  );
};

type EditingProps = { text: string; onSave: (text: string) => void; onCancel: () => void };

const Editing = ({ text, onSave, onCancel }: EditingProps) => {
  const [typed, setTyped] = useState(text);
  const canSave = typed.trim() !== "" && typed.trim() !== text;
  return (
    <form
      className={styles.memoryDetails}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) onSave(typed.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && canSave) onSave(typed.trim());
      }}
    >
      <TextArea
        aria-label={words.text}
        rows={3}
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={styles.memoryDetailsActions}>
        <Button size="small" onClick={onCancel}>
          {t.cancel}
        </Button>
        <Button size="small" kind="primary" type="submit" disabled={!canSave}>
          {words.actions.save}
        </Button>
      </div>
    </form>
  );
};
