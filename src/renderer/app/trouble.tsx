import { Component, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { Problem } from "../ui/problem.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./trouble.module.css";

type Props = { children: ReactNode };

/** Catches a part of the window that crashed, and offers two ways out. */
export class Trouble extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div className={styles.troubleScreen}>
        <Problem topic="damage" role="alert">
          <span className={ui.strong}>{t.app.trouble.title}</span>{" "}
          <span className={ui.muted}>{t.app.trouble.text}</span>
          <p className={classes(ui.quiet, ui.small)}>{error.message}</p>
          <div className={ui.row}>
            <Button size="small" onClick={() => this.setState({ error: null })}>
              {t.app.trouble.retry}
            </Button>
            <Button size="small" onClick={() => location.reload()}>
              {t.app.trouble.reload}
            </Button>
          </div>
        </Problem>
      </div>
    );
  }
}
