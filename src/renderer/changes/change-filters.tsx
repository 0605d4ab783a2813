import { X } from "lucide-react";
import type { ChangeActor } from "#shared/model/change.ts";
import { Chip } from "../ui/chip.tsx";
import { Select } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { SearchField } from "../ui/search-field.tsx";
import type { Filter, Overview } from "./changes-store.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./change-filters.module.css";

type Props = {
  filter: Filter;
  overview: Overview | null;
  nameOf: (actor: ChangeActor) => string;
  onFilter: (filter: Partial<Filter>) => void;
};

const words = t.changes;

/** Which changes are listed: of a file, of somebody, of a conversation. */
export const ChangeFilters = ({ filter, overview, nameOf, onFilter }: Props) => (
  <div className={styles.filters} role="group" aria-label={words.filters}>
    <SearchField
      type="search"
      size="small"
      aria-label={words.search}
      placeholder={words.search}
      value={filter.text}
      onChange={(event) => onFilter({ text: event.currentTarget.value })}
    />
    <div className={styles.choices}>
      <Select
        aria-label={words.actor}
        value={filter.actor}
        onChange={(event) => onFilter({ actor: event.currentTarget.value })}
      >
        <option value="">{words.anyActor}</option>
        {withChosen(overview?.actors ?? [], filter.actor).map((actor) => (
          <option key={actor} value={actor}>
            {nameOf(actor)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={words.session}
        value={filter.session}
        onChange={(event) => onFilter({ session: event.currentTarget.value })}
      >
        <option value="">{words.anySession}</option>
        {overview?.sessions.map(({ id, title }) => (
          <option key={id} value={id}>
            {title || words.removedSession}
          </option>
        ))}
      </Select>
    </div>
    {filter.path && (
      <Chip as="button" type="button" title={words.clearPath} onClick={() => onFilter({ path: "" })}>
        <span className={classes(ui.ellipsis, styles.path)}>{words.onlyPath(filter.path)}</span>
        <Icon of={X} size={12} />
      </Chip>
    )}
  </div>
);

/** What is chosen stays in the list when its last change is gone. */
const withChosen = (actors: readonly string[], chosen: string): readonly string[] =>
  chosen === "" || actors.includes(chosen) ? actors : [...actors, chosen];
