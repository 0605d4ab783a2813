import { classes } from "./classes.ts";
import { openHelp } from "./help.ts";
import { HELP, type HelpTopic } from "./help-topics.ts";
import { LinkButton } from "./link-button.tsx";
import { t } from "./messages/index.ts";
import ui from "./basics.module.css";
import styles from "./help-link.module.css";

type Props = { topic: HelpTopic };

/** Leads to the section of the guide about what is shown. */
export const HelpLink = ({ topic }: Props) => (
  <LinkButton
    className={classes(ui.small, styles.help)}
    aria-haspopup="dialog"
    data-help={HELP[topic]}
    onClick={() => openHelp(topic)}
  >
    {t.help.link}
  </LinkButton>
);
