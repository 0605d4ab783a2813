import { useStore } from "zustand";
import type { ImportItem, ImportItemKind, ImportPlan } from "#shared/model/import-plan.ts";
import { IMPORT_SOURCES } from "#shared/model/import-source.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { formatCount } from "../ui/format.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { t } from "../ui/messages/index.ts";
import ui from "../ui/basics.module.css";
import { type ImportersStore, isOpen } from "./importers-store.ts";
import { PlanNotes } from "./plan-notes.tsx";
import styles from "./import-dialog.module.css";

const words = t.importers;

/** Rows of one kind that are drawn; the tick of the kind covers the others. */
const MAX_ROWS = 200;

type Props = { store: ImportersStore; plan: ImportPlan; onOpenFolder: (folder: string) => void };

/** What would be made, by kind, with a tick for each. */
export const PlanStep = ({ store, plan, onOpenFolder }: Props) => {
  const chosen = useStore(store, (state) => state.chosen);
  const costs = useStore(store, (state) => state.costs);
  const { openInPlace } = plan;
  const kinds = [...Map.groupBy(plan.items, ({ kind }) => kind)];
  return (
    <>
      <Dialog.Description>{words.from(IMPORT_SOURCES[plan.source], plan.name)}</Dialog.Description>
      {openInPlace !== null && (
        <p className={styles.inPlace}>
          {words.inPlace}{" "}
          <LinkButton onClick={() => onOpenFolder(openInPlace)}>{words.openInPlace}</LinkButton>
        </p>
      )}
      <div className={styles.plan}>
        {kinds.map(([kind, items]) => (
          <Kind key={kind} kind={kind} items={items} store={store} chosen={chosen} />
        ))}
        <PlanNotes warnings={plan.warnings} skipped={plan.skipped} duplicates={plan.duplicates} />
      </div>
      <p className={classes(styles.cost, ui.num)} aria-live="polite">
        {costs !== null && costs.length > 0 && (
          <>
            {words.cost}{" "}
            {costs
              .map(({ profile, before, after, exact }) =>
                words.costOf(profile, `${exact ? "" : "~"}${formatCount(after - before)}`),
              )
              .join(", ")}
          </>
        )}
      </p>
      <Dialog.Actions>
        <Button kind="quiet" onClick={() => store.getState().reset()}>
          {words.back}
        </Button>
        <span className={ui.grow} />
        <Dialog.Close asChild>
          <Button>{t.cancel}</Button>
        </Dialog.Close>
        <Button kind="primary" disabled={chosen.size === 0} onClick={() => void store.getState().write()}>
          {chosen.size === 0 ? words.nothing : words.write(chosen.size)}
        </Button>
      </Dialog.Actions>
    </>
  );
};

type KindProps = {
  kind: ImportItemKind;
  items: readonly ImportItem[];
  store: ImportersStore;
  chosen: ReadonlySet<string>;
};

const Kind = ({ kind, items, store, chosen }: KindProps) => {
  const open = items.filter(isOpen);
  const ticked = open.filter(({ key }) => chosen.has(key)).length;
  const name = words.kinds[kind];
  const { choose } = store.getState();
  return (
    <section>
      <label className={styles.kindHead}>
        <input
          type="checkbox"
          aria-label={words.all(name)}
          disabled={open.length === 0}
          checked={open.length > 0 && ticked === open.length}
          ref={(box) => {
            if (box) box.indeterminate = ticked > 0 && ticked < open.length;
          }}
          onChange={(event) =>
            choose(
              open.map(({ key }) => key),
              event.currentTarget.checked,
            )
          }
        />
        <span className={ui.strong}>{name}</span>
        <span className={classes(ui.quiet, ui.num)}>{words.chosen(ticked, items.length)}</span>
      </label>
      <ul className={styles.items} aria-label={words.items(name)}>
        {items.slice(0, MAX_ROWS).map((item) => (
          <li key={item.key}>
            <label className={styles.item} data-open={isOpen(item)}>
              <input
                type="checkbox"
                disabled={!isOpen(item)}
                checked={chosen.has(item.key)}
                onChange={(event) => choose([item.key], event.currentTarget.checked)}
              />
              <span className={styles.itemTitle} title={item.title}>
                {item.title}
              </span>
              <span className={classes(styles.about, ui.quiet, ui.num)}>{aboutOf(item)}</span>
            </label>
          </li>
        ))}
        {items.length > MAX_ROWS && <li className={ui.quiet}>{words.more(items.length - MAX_ROWS)}</li>}
      </ul>
    </section>
  );
};

const aboutOf = ({ date, messages, state, added, why, off }: ImportItem): string =>
  [
    why ?? words.states[state],
    off === null ? "" : words.off[off],
    state === "grown" ? words.added(added) : "",
    messages === null ? "" : words.messages(messages),
    date ?? "",
  ]
    .filter((part) => part !== "")
    .join(" · ");
