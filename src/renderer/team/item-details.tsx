import { type ComponentType, useEffect, useState } from "react";
import type { TeamFile, TeamItem, TeamVersion } from "#shared/model/team.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { FailedState } from "../ui/failed-state.tsx";
import { failureText } from "../ui/failure-text.ts";
import { t } from "../ui/messages/index.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { formatWhen } from "../ui/when.ts";
import type { DiffProps } from "./proposal-card.tsx";
import ui from "../ui/basics.module.css";
import styles from "./team-pane.module.css";

type Props = {
  item: TeamItem;
  /** The version that the user saw last; compared at once. */
  since: number | null;
  /** Of files and skills: what prompts here use. */
  file: TeamFile | null;
  onPin: (version: number | null) => void;
  read: () => Promise<readonly TeamVersion[]>;
  readWhole: () => Promise<string | null>;
  Diff: ComponentType<DiffProps>;
};

const words = t.team.items;

/** The texts that an item had, and one of them beside the present one. */
export const ItemDetails = ({ item, since, file, onPin, read, readWhole, Diff }: Props) => {
  const [versions, setVersions] = useState<readonly TeamVersion[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [compared, setCompared] = useState(since);
  const [now, setNow] = useState(item.body);
  const load = () => {
    setFailure(null);
    Promise.all([read(), item.isCut ? readWhole() : item.body]).then(
      ([found, whole]) => {
        setVersions(found);
        setNow(whole ?? item.body);
      },
      (error: unknown) => setFailure(failureText(error)),
    );
  };
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- A newer version of the item is a new component.
  useEffect(load, []);
  if (failure !== null) return <FailedState title={words.versions} failure={failure} onRetry={load} />;
  if (versions === null) return <Skeleton label={words.loading} rows={3} />;
  const before = versions.find(({ version }) => version === compared);
  return (
    <section aria-label={words.details(item.path ?? item.heading)}>
      {file && (
        <p className={classes(ui.muted, ui.small, ui.num)}>
          {file.pinned ? words.pinned(file.used) : words.newest}{" "}
          {file.hiddenBy !== null && words.hidden(file.hiddenBy)}
        </p>
      )}
      <ul>
        {versions.map(({ version, madeBy, madeAt }) => (
          <li key={version} className={classes(styles.version, ui.small, ui.num)}>
            <span className={ui.grow}>{words.version(version, madeBy, formatWhen(madeAt))}</span>
            {file && !(file.pinned && file.used === version) && (
              <Button kind="quiet" size="small" onClick={() => onPin(version)}>
                {words.pin(version)}
              </Button>
            )}
            {file?.pinned && file.used === version && (
              <Button kind="quiet" size="small" onClick={() => onPin(null)}>
                {words.unpin}
              </Button>
            )}
            {version !== item.version && (
              <Button
                kind="quiet"
                size="small"
                aria-pressed={version === compared}
                aria-label={words.compare(version)}
                onClick={() => setCompared(version === compared ? null : version)}
              >
                {t.team.inbox.showChange}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {before && (
        <div className={styles.diff}>
          <Diff
            name={item.path ?? "item.md"}
            before={before.body}
            after={now}
            labels={{ before: words.before(before.version), after: words.now(item.version) }}
          />
        </div>
      )}
    </section>
  );
};
