import { Activity } from "lucide-react";
import type { TeamActivity } from "#shared/model/team.ts";
import { classes } from "../ui/classes.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { t } from "../ui/messages/index.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { formatWhen } from "../ui/when.ts";
import type { Desk } from "./team-state.ts";
import { nameOf } from "./team-words.ts";
import ui from "../ui/basics.module.css";
import styles from "./team-pane.module.css";

const words = t.team.activity;

/** Who did what and when, newest first. Of what was forgotten there is no text. */
export const ActivityList = ({ desk }: { desk: Desk }) => {
  const { activity, failure } = desk;
  if (activity === null) return failure === null ? <Skeleton label={words.loading} rows={8} /> : null;
  if (activity.length === 0) return <EmptyState topic="team" icon={Activity} title={words.empty} />;
  return (
    <ol className={styles.activity} aria-label={words.list}>
      {activity.map((one) => (
        <li key={one.id}>
          <time dateTime={one.at} className={classes(ui.muted, ui.small, ui.num)}>
            {formatWhen(one.at)}
          </time>
          <span>{activityText(one, desk)}</span>
        </li>
      ))}
    </ol>
  );
};

/** Items and proposals are named while they are there. */
export const activityText = (
  { what, memberName, about, item, proposal }: TeamActivity,
  { members, items, proposals }: Pick<Desk, "members" | "items" | "proposals">,
): string => {
  const personOf = (id: string | null) => members?.find((each) => each.id === id)?.name ?? words.someone;
  const said =
    new Map(Object.entries(words.said(memberName || words.someone, personOf(about)))).get(what) ?? what;
  const named = items?.find(({ id }) => id === item) ?? proposals?.find(({ id }) => id === proposal) ?? null;
  return named ? `${said}: ${nameOf(named)}` : said;
};
