import type { UserSettings } from "#shared/contract/settings.ts";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";

type Approval = { readonly agent: string; readonly tool: string; readonly verdict: "always" | "deny" };

type Props = {
  approvals: UserSettings["approvals"];
  /** The open project's folder: only its approvals are shown. */
  folder: string;
  onRevoke: (agent: string, tool: string) => void;
};

/** What need not be asked about again, and the way to be asked again. */
export const Approvals = ({ approvals, folder, onRevoke }: Props) => {
  const given = approvalsOf(approvals, folder);
  if (given.length === 0) return <p className="m t12">{t.settings.noApprovals}</p>;
  return (
    <ul>
      {given.map(({ agent, tool, verdict }) => (
        <li key={`${agent} ${tool}`} className="setting">
          <div className="grow">
            <div className="b">{tool}</div>
            <div className="m t12">{t.settings.approval(agent, verdict)}</div>
          </div>
          <Button size="small" aria-label={t.settings.revokeOf(tool)} onClick={() => onRevoke(agent, tool)}>
            {t.settings.revoke}
          </Button>
        </li>
      ))}
    </ul>
  );
};

export const approvalsOf = (approvals: UserSettings["approvals"], folder: string): readonly Approval[] =>
  Object.entries(approvals[folder] ?? {}).flatMap(([agent, tools]) =>
    Object.entries(tools).map(([tool, verdict]) => ({ agent, tool, verdict })),
  );
