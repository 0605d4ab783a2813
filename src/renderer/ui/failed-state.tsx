import { Button } from "./button.tsx";
import { t } from "./messages/index.ts";
import { Problem } from "./problem.tsx";
import ui from "./basics.module.css";

type Props = { title: string; failure: string | null; onRetry: () => void };

/** A pane that could not be read: why, and another try. */
export const FailedState = ({ title, failure, onRetry }: Props) => (
  <div className={ui.padded}>
    <Problem role="alert" failure={failure}>
      <span className={ui.strong}>{title}</span> <span className={ui.muted}>{failure}</span>
      <div className={ui.row}>
        <Button size="small" onClick={onRetry}>
          {t.tryAgain}
        </Button>
      </div>
    </Problem>
  </div>
);
