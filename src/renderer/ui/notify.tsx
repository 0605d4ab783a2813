import { Check, CircleAlert, X } from "lucide-react";
import { toast } from "sonner";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { t } from "./messages/index.ts";

type Options = { kind?: "done" | "bad"; action?: { label: string; run: () => void } };

/** Six seconds to take something back; an alarm stays until it is closed. */
export const notify = (message: string, { kind = "done", action }: Options = {}): void => {
  toast.custom(
    (id) => (
      <div className="toast" data-kind={kind} role={kind === "bad" ? "alert" : "status"}>
        <Icon of={kind === "bad" ? CircleAlert : Check} size={15} />
        <span className="grow num">{message}</span>
        {action && (
          <Button
            kind="quiet"
            size="small"
            onClick={() => {
              action.run();
              toast.dismiss(id);
            }}
          >
            {action.label}
          </Button>
        )}
        <button type="button" className="icon-btn" aria-label={t.close} onClick={() => toast.dismiss(id)}>
          <Icon of={X} size={14} />
        </button>
      </div>
    ),
    { duration: kind === "bad" ? Number.POSITIVE_INFINITY : 6000 },
  );
};
