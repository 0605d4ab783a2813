import { memo, useMemo } from "react";
import { Chip } from "../ui/chip.tsx";
import { t } from "../ui/messages/index.ts";
import { notePropertiesOf, type Property } from "./note-properties.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./properties.module.css";

/** What the top of the note says about it, as a quiet table. */
export const Properties = memo(({ text }: { text: string }) => {
  const { properties, problem } = useMemo(() => notePropertiesOf(text), [text]);
  if (properties.length === 0 && !problem) return null;
  return (
    <div className={styles.properties}>
      {properties.length > 0 && (
        <table className={styles.table} aria-label={t.editor.note.properties}>
          <tbody>
            {properties.map((property) => (
              <tr key={property.key}>
                <th scope="row">{property.key}</th>
                <td>
                  <Values of={property} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {problem && (
        <p className={classes(ui.small, ui.warn)} role="note">
          {t.editor.note.brokenYaml(problem.line, problem.text)}
        </p>
      )}
    </div>
  );
});

const Values = ({ of: { values, isList } }: { of: Property }) => {
  if (!isList) return values[0] ?? <span className={ui.quiet}>{t.editor.note.empty}</span>;
  return (
    <span className={styles.chips}>
      {values.map((value, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a list can say the same twice.
        <Chip key={index} kind="outline">
          {value}
        </Chip>
      ))}
    </span>
  );
};
