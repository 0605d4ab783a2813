import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

type Props = { icon: LucideIcon; title: string; children?: ReactNode; actions?: ReactNode };

/** Icon, one bold line, one sentence, one button. */
export const EmptyState = ({ icon, title, children, actions }: Props) => (
  <div className="empty-state">
    <Icon of={icon} size={20} />
    <div className="b">{title}</div>
    {children && <p>{children}</p>}
    {actions && <div className="empty-actions">{actions}</div>}
  </div>
);
