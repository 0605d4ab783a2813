import { Check, CircleAlert, X } from "lucide-react";
import { toast } from "sonner";
import { Button } from "./button.tsx";
import { type Corner, CORNERS, freeCorner, noticePlaces, shownControls } from "./free-corner.ts";
import { topicOfSentence } from "./failure-help.ts";
import { HelpLink } from "./help-link.tsx";
import { Icon } from "./icon.tsx";
import { t } from "./messages/index.ts";
import { keepUndo } from "./recent-undos.ts";
import { ToastCard } from "./toast-card.tsx";
import { classes } from "./classes.ts";
import ui from "./basics.module.css";

type Options = { kind?: "done" | "bad"; action?: { label: string; run: () => void } };

/** Long enough to read twice; a pointer on it holds it. */
const ALARM_MS = 20_000;

/**
 * Six seconds for a notice, twenty for an alarm; both can be closed before. What it offers to undo stays in the
 * palette.
 */
export const notify = (message: string, { kind = "done", action }: Options = {}): void => {
  // An undo outlives its notice; other actions are offered elsewhere.
  const run = action?.label === t.undo ? keepUndo(message, action.run) : action?.run;
  toast.custom(
    (id) => (
      <ToastCard data-kind={kind} role={kind === "bad" ? "alert" : "status"}>
        <Icon of={kind === "bad" ? CircleAlert : Check} size={15} />
        <span className={classes(ui.grow, ui.num)}>{message}</span>
        {action && (
          <Button
            kind="quiet"
            size="small"
            onClick={() => {
              run?.();
              toast.dismiss(id);
            }}
          >
            {action.label}
          </Button>
        )}
        {kind === "bad" && <HelpLink topic={topicOfSentence(message)} />}
        <button
          type="button"
          className={ui.iconButton}
          aria-label={t.close}
          onClick={() => toast.dismiss(id)}
        >
          <Icon of={X} size={14} />
        </button>
      </ToastCard>
    ),
    { duration: kind === "bad" ? ALARM_MS : 6000, position: cornerNow() },
  );
};

/** A new notice joins those that are still shown, unless it would cover a control there. */
const cornerNow = (): Corner => {
  const shown = document.querySelector<HTMLElement>("[data-sonner-toast]");
  const { yPosition, xPosition } = shown?.dataset ?? {};
  const joined = CORNERS.find((corner) => corner === `${yPosition}-${xPosition}`);
  const conversation = document.querySelector('[data-pane="chat"]')?.getBoundingClientRect();
  const left = conversation && conversation.width > 0 ? conversation.left : window.innerWidth;
  return freeCorner(noticePlaces(left), shownControls(), joined);
};
