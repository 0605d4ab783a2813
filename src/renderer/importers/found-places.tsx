import { useStore } from "zustand";
import { IMPORT_SOURCES } from "#shared/model/import-source.ts";
import { shortDayText } from "../ui/dates.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { t } from "../ui/messages/index.ts";
import type { ImportersStore } from "./importers-store.ts";
import styles from "./import-dialog.module.css";

const words = t.importers;

type Props = { store: ImportersStore; onPick: (path: string) => void };

/** Folders of other programs, looked for only when the user asks. */
export const FoundPlaces = ({ store, onPick }: Props) => {
  const { places, findPlaces } = useStore(store);
  if (places === null)
    return (
      <p className={styles.find} title={words.findPlacesText}>
        <LinkButton onClick={() => void findPlaces()}>{words.findPlaces}</LinkButton>
      </p>
    );
  if (places.length === 0) return <p className={styles.find}>{words.noPlaces}</p>;
  return (
    <ul className={styles.places} aria-label={words.places}>
      {places.map(({ source, path, oldestGoes }) => (
        <li key={path}>
          <LinkButton onClick={() => onPick(path)}>{IMPORT_SOURCES[source]}</LinkButton>{" "}
          <span className={styles.placePath}>{path}</span>
          {oldestGoes !== null && <p>{words.goes(shortDayText(oldestGoes))}</p>}
        </li>
      ))}
    </ul>
  );
};
