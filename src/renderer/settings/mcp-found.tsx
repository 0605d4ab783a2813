import { useId, useState } from "react";
import type { FoundMcpServer } from "#shared/contract/mcp.ts";
import { visiblePath } from "#shared/model/visible-text.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import { t } from "../ui/messages/index.ts";
import { useAttempt } from "../ui/use-attempt.ts";
import ui from "../ui/basics.module.css";
import { commandLine } from "./mcp-values.ts";
import styles from "./mcp-section.module.css";

type Props = {
  onFind: () => Promise<readonly FoundMcpServer[]>;
  onTake: (found: FoundMcpServer) => Promise<void>;
  onClose: () => void;
};

const words = t.mcp.found;

/** Servers of other programs. Their files are read when the user says so; a server starts when it is added. */
export const McpFound = ({ onFind, onTake, onClose }: Props) => {
  const [found, setFound] = useState<readonly FoundMcpServer[] | null>(null);
  const [picked, setPicked] = useState<readonly FoundMcpServer[]>([]);
  const { working, failure, attempt } = useAttempt();
  const titleId = useId();
  const look = async () => {
    setPicked([]);
    setFound(await onFind());
  };
  const add = async () => {
    try {
      for (const server of picked) await onTake(server);
    } catch (error) {
      await look();
      throw error;
    }
    onClose();
  };
  const pick = (server: FoundMcpServer, isPicked: boolean) =>
    setPicked(isPicked ? [...picked, server] : picked.filter((each) => each !== server));
  return (
    <div className={styles.found} role="group" aria-labelledby={titleId}>
      <p id={titleId} className={ui.strong}>
        {words.title}
      </p>
      <p className={classes(ui.muted, ui.small)}>{textOf(found)}</p>
      <ul>
        {(found ?? []).map((server) => (
          <li key={`${server.file} ${server.name}`}>
            <FoundServer
              server={server}
              isPicked={picked.includes(server)}
              isLocked={working}
              onPick={(isPicked) => pick(server, isPicked)}
            />
          </li>
        ))}
      </ul>
      {failure !== null && (
        <p className={classes(ui.small, ui.bad)} role="alert">
          {failure}
        </p>
      )}
      <div className={classes(ui.row, styles.actions)}>
        <Button onClick={onClose}>{words.close}</Button>
        {found === null && (
          <Button kind="primary" disabled={working} onClick={() => void attempt(look)}>
            {words.look}
          </Button>
        )}
        {found !== null && found.length > 0 && (
          <Button kind="primary" disabled={picked.length === 0 || working} onClick={() => void attempt(add)}>
            {words.add(picked.length)}
          </Button>
        )}
      </div>
    </div>
  );
};

const textOf = (found: readonly FoundMcpServer[] | null): string => {
  if (found === null) return words.ask;
  return found.length === 0 ? words.none : words.text;
};

type FoundServerProps = {
  server: FoundMcpServer;
  isPicked: boolean;
  isLocked: boolean;
  onPick: (isPicked: boolean) => void;
};

const FoundServer = ({ server, isPicked, isLocked, onPick }: FoundServerProps) => (
  <label className={ui.row}>
    <input
      type="checkbox"
      checked={isPicked}
      disabled={server.problem !== null || server.taken || isLocked}
      onChange={(event) => onPick(event.currentTarget.checked)}
    />
    <span className={ui.grow}>
      <span className={ui.strong}>{visiblePath(server.name)}</span> <Chip>{server.program}</Chip>{" "}
      {server.inProject && <Chip kind="warn">{words.inProject}</Chip>}
      <span className={classes(ui.small, styles.command)}>{visiblePath(runsOf(server))}</span>
      <span className={classes(ui.quiet, ui.small)}>{visiblePath(aboutOf(server))}</span>
    </span>
  </label>
);

const runsOf = ({ command, args, url }: FoundMcpServer): string =>
  command === null ? (url ?? "") : commandLine(command, args);

const aboutOf = ({ file, secrets, problem, taken }: FoundMcpServer): string =>
  [
    file,
    ...(secrets.length > 0 ? [words.secrets(secrets)] : []),
    ...(taken ? [words.taken] : []),
    ...(problem === null ? [] : [problem]),
  ].join(" · ");
