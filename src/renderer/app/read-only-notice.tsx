import { useEffect } from "react";
import { toast } from "sonner";
import { t } from "../ui/messages/index.ts";
import { ToastCard } from "../ui/toast-card.tsx";
import { useApp } from "./workbench-context.ts";

/** Shown as long as a different process owns the project and this one can only read it. */
export const ReadOnlyNotice = () => {
  const owner = useApp((state) => state.project?.readOnly?.owner ?? null);
  useEffect(() => {
    if (owner === null) return;
    const text = t.app.project.readOnly(owner);
    toast.custom(() => <ToastCard role="status">{text}</ToastCard>, { id: "read-only", duration: Infinity });
    return () => void toast.dismiss("read-only");
  }, [owner]);
  return null;
};
