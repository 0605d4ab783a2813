import type { HTMLAttributes } from "react";
import { classes } from "./classes.ts";
import { topicOfSentence } from "./failure-help.ts";
import { HelpLink } from "./help-link.tsx";
import type { HelpTopic } from "./help-topics.ts";
import styles from "./problem.module.css";

type Props = HTMLAttributes<HTMLDivElement> &
  ({ failure: string | null; topic?: never } | { topic: HelpTopic; failure?: never });

/**
 * A failure in words, buttons for what can be done about it, and the section of the guide: that of the failure's
 * code, or a given one.
 */
export const Problem = ({ className, children, failure, topic, ...rest }: Props) => (
  <div {...rest} className={classes(styles.problem, className)}>
    {children} <HelpLink topic={topic ?? topicOfSentence(failure ?? null)} />
  </div>
);
