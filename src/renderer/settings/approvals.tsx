import type { UserSettings } from "#shared/contract/settings.ts";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import settingStyles from "./setting.module.css";

type Approval = {
  readonly agent: string;
  /** The key it is stored under: `write_file`, or `write_file in orders` for one folder. */
  readonly tool: string;
  readonly verdict: "always" | "deny";
};

type Props = {
  approvals: UserSettings["approvals"];
  /** The open project's folder: only its approvals are shown. */
  folder: string;
  nameOf: (agent: string) => string;
  onRevoke: (agent: string, tool: string) => void;
};

/** Tools that run without approval, with a button that requires it again. */
export const Approvals = ({ approvals, folder, nameOf, onRevoke }: Props) => {
  const given = approvalsOf(approvals, folder);
  if (given.length === 0) return <p className={classes(ui.muted, ui.small)}>{t.settings.noApprovals}</p>;
  return (
    <ul>
      {given.map(({ agent, tool, verdict }) => (
        <li key={`${agent} ${tool}`} className={settingStyles.setting}>
          <div className={ui.grow}>
            <div className={ui.strong}>{toolOf(tool).name}</div>
            <div className={classes(ui.muted, ui.small)}>
              {t.settings.approval(nameOf(agent), verdict, toolOf(tool).folder)}
            </div>
          </div>
          <Button size="small" aria-label={t.settings.revokeOf(tool)} onClick={() => onRevoke(agent, tool)}>
            {t.settings.revoke}
          </Button>
        </li>
      ))}
    </ul>
  );
};

const toolOf = (key: string): { name: string; folder: string | null } => {
  const at = key.indexOf(" in ");
  return at < 0 ? { name: key, folder: null } : { name: key.slice(0, at), folder: key.slice(at + 4) };
};

export const approvalsOf = (approvals: UserSettings["approvals"], folder: string): readonly Approval[] =>
  Object.entries(approvals[folder] ?? {}).flatMap(([agent, tools]) =>
    Object.entries(tools).map(([tool, verdict]) => ({ agent, tool, verdict })),
  );
