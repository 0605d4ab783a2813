import { Library } from "lucide-react";
import { type ComponentType, useState } from "react";
import { TEAM_KINDS, type TeamItem, type TeamKind } from "#shared/model/team.ts";
import { Chip } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { t } from "../ui/messages/index.ts";
import { Segmented } from "../ui/segmented.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { told } from "../ui/told.ts";
import { formatWhen } from "../ui/when.ts";
import { FoldedText } from "./folded-text.tsx";
import { ItemDetails } from "./item-details.tsx";
import type { DiffProps } from "./proposal-card.tsx";
import { lookAt } from "./seen.ts";
import type { Space, TeamState } from "./team-state.ts";
import { decides, nameOf, roleIn, tellArrival } from "./team-words.ts";
import ui from "../ui/basics.module.css";
import { TeamOrigin } from "./team-origin.tsx";
import styles from "./team-pane.module.css";

type Props = {
  space: Space;
  state: Pick<
    TeamState,
    "desk" | "seen" | "look" | "versionsOf" | "wholeItem" | "pin" | "retire" | "forget" | "begin"
  >;
  Diff: ComponentType<DiffProps>;
};

const words = t.team.items;
const filters = () =>
  (["all", ...TEAM_KINDS] as const).map((value) => ({
    value,
    label: value === "all" ? words.all : t.team.kinds[value],
  }));

/** Everything that the space has: whose it is, its version, and what changed since the user looked. */
export const ItemsList = ({ space, state, Diff }: Props) => {
  const { desk, seen, look, versionsOf, wholeItem, pin, retire, forget, begin } = state;
  const { items, files, members, failure } = desk;
  const [kind, setKind] = useState<TeamKind | "all">("all");
  /** The item whose details are open, and the version that was seen before they were opened. */
  const [open, setOpen] = useState<{ readonly id: string; readonly seen: number | null } | null>(null);
  const [forgetting, setForgetting] = useState<TeamItem | null>(null);
  if (items === null) return failure === null ? <Skeleton label={words.loading} rows={8} /> : null;
  if (items.length === 0)
    return (
      <EmptyState topic="team" icon={Library} title={words.empty}>
        {words.emptyText}
      </EmptyState>
    );
  const role = roleIn(space, members);
  const toggle = (item: TeamItem) => {
    if (open?.id === item.id) return setOpen(null);
    const before = lookAt(seen, space.space, item);
    setOpen({ id: item.id, seen: before.kind === "changed" ? before.seen : null });
    look(item);
  };
  return (
    <>
      <div>
        <Segmented label={words.filter} value={kind} options={filters()} onChange={setKind} />
      </div>
      <ul className={styles.list} aria-label={words.list}>
        {items
          .filter((item) => kind === "all" || item.kind === kind)
          .map((item) => (
            <li key={item.id} className={styles.card} aria-label={nameOf(item)}>
              <Facts item={item} look={lookAt(seen, space.space, item)} />
              {(item.path ?? item.heading) !== "" && <h2 className={ui.strong}>{nameOf(item)}</h2>}
              <FoldedText
                text={item.body}
                bytes={item.isCut ? item.bytes : null}
                readWhole={() => wholeItem(item.id)}
              />
              <div className={styles.actions}>
                <Button
                  size="small"
                  aria-expanded={open?.id === item.id}
                  aria-label={words.details(nameOf(item))}
                  onClick={() => toggle(item)}
                >
                  {words.versions}
                </Button>
                {role !== "reader" && item.state === "accepted" && (
                  <Button size="small" onClick={() => begin({ from: "item", item: item.id })}>
                    {words.change}
                  </Button>
                )}
                {decides(role) && item.state === "accepted" && (
                  <Button
                    size="small"
                    title={words.retireText}
                    onClick={() =>
                      told(retire(item).then((arrival) => tellArrival(arrival, words.retiredNow)))
                    }
                  >
                    {words.retire}
                  </Button>
                )}
                {decides(role) && (
                  <Button size="small" kind="quiet" onClick={() => setForgetting(item)}>
                    {words.forget}
                  </Button>
                )}
              </div>
              {open?.id === item.id && (
                <ItemDetails
                  // A newer version is read again.
                  key={item.version}
                  item={item}
                  since={open.seen}
                  file={files.find((each) => each.item === item.id) ?? null}
                  onPin={(version) => told(pin(item.id, version))}
                  read={() => versionsOf(item.id)}
                  readWhole={() => wholeItem(item.id)}
                  Diff={Diff}
                />
              )}
            </li>
          ))}
      </ul>
      {forgetting && (
        <ForgetForAll
          item={forgetting}
          onForget={() => {
            setForgetting(null);
            told(forget(forgetting.id).then((arrival) => tellArrival(arrival, words.forgotten)));
          }}
          onClose={() => setForgetting(null)}
        />
      )}
    </>
  );
};

const Facts = ({ item, look }: { item: TeamItem; look: ReturnType<typeof lookAt> }) => (
  <div className={classes(styles.facts, ui.muted, ui.small, ui.num)}>
    <Chip>{t.team.kinds[item.kind]}</Chip>
    <span>{words.of(item.authorName, item.version, formatWhen(item.updatedAt))}</span>
    <TeamOrigin origin={item.origin} />
    {item.state === "retired" && <Chip kind="outline">{words.retired}</Chip>}
    {item.forAll && <Chip kind="outline">{words.forAll}</Chip>}
    {look.kind === "new" && <Chip kind="ok">{words.isNew}</Chip>}
    {look.kind === "changed" && <Chip kind="ok">{words.changedSince(look.seen)}</Chip>}
  </div>
);

type ForgetProps = { item: TeamItem; onForget: () => void; onClose: () => void };

const ForgetForAll = ({ item, onForget, onClose }: ForgetProps) => (
  <Dialog.Root open onOpenChange={onClose}>
    <Dialog.Portal>
      <Dialog.Overlay />
      <Dialog.Content>
        <Dialog.Title>{words.forgetTitle}</Dialog.Title>
        <p className={classes(ui.strong, styles.text)}>{nameOf(item)}</p>
        <Dialog.Description>{words.forgetText}</Dialog.Description>
        <Dialog.Actions>
          <Dialog.Close asChild>
            <Button>{t.cancel}</Button>
          </Dialog.Close>
          <Button kind="primary" onClick={onForget}>
            {words.forgetButton}
          </Button>
        </Dialog.Actions>
      </Dialog.Content>
    </Dialog.Portal>
  </Dialog.Root>
);
