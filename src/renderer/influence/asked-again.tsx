import type { MovedResult } from "#shared/model/moved-result.ts";
import { t } from "../ui/messages/index.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./moved-tab.module.css";

/** What asking the model again said of some parts. */
export const AskedAgain = ({ result }: { result: MovedResult }) => (
  <section className={styles.asked} aria-label={t.influence.movedTab.askedAgain}>
    <h3 className={ui.strong}>{t.influence.movedTab.askedAgain}</h3>
    {result.problem !== null && <p className={ui.warn}>{result.problem}</p>}
    <ul>
      {result.parts.map((part) => (
        <li key={part.id} className={classes(ui.small, ui.num)}>
          <span className={ui.strong}>{part.title}</span> {t.influence.again.outcome(part)}
        </li>
      ))}
    </ul>
  </section>
);
