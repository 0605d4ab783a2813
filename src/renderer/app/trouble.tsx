import { Component, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";

type Props = { children: ReactNode };

/** Catches a part of the window that stopped, and offers the two ways out. */
export class Trouble extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div className="trouble-screen">
        <div className="trouble" role="alert">
          <span className="b">{t.app.trouble.title}</span> <span className="m">{t.app.trouble.text}</span>
          <p className="s t12">{error.message}</p>
          <div className="row">
            <Button size="small" onClick={() => this.setState({ error: null })}>
              {t.app.trouble.retry}
            </Button>
            <Button size="small" onClick={() => location.reload()}>
              {t.app.trouble.reload}
            </Button>
          </div>
        </div>
      </div>
    );
  }
}
