import { useEffect, useState } from "react";
import type { McpLogLine, McpServer } from "#shared/contract/mcp.ts";
import { classes } from "../ui/classes.ts";
import { dateText } from "../ui/dates.ts";
import { formatCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { Switch } from "../ui/switch.tsx";
import { told } from "../ui/told.ts";
import ui from "../ui/basics.module.css";
import styles from "./mcp-section.module.css";

type Agent = { readonly id: string; readonly displayName: string };

type Props = {
  server: McpServer;
  /** Of the open project. */
  agents: readonly Agent[];
  readLog: (id: string) => Promise<readonly McpLogLine[]>;
  onAgent: (agent: string, enabled: boolean) => void;
  onAsks: (allowed: boolean) => void;
  onKeep: (tool: string, keep: boolean) => void;
};

const words = t.mcp;

/** What one server offers, who may use it, and what it said. */
export const McpServerDetails = ({ server, agents, readLog, onAgent, onAsks, onKeep }: Props) => (
  <div className={styles.details}>
    {server.state === "ready" && <Tools server={server} onKeep={onKeep} />}
    {agents.length > 0 && (
      <>
        <h3>{words.agents}</h3>
        <p className={classes(ui.quiet, ui.small)}>{words.agentsText}</p>
        <ul>
          {agents.map(({ id, displayName }) => (
            <li key={id} className={classes(ui.row, ui.small, styles.agent)}>
              <Switch
                aria-label={words.forAgent(server.id, displayName)}
                checked={!server.offFor.includes(id)}
                onChange={(event) => onAgent(id, event.currentTarget.checked)}
              />
              {displayName}
            </li>
          ))}
        </ul>
      </>
    )}
    <h3>{words.questions}</h3>
    <label className={classes(ui.row, ui.small, styles.agent)}>
      <Switch checked={server.asks} onChange={(event) => onAsks(event.currentTarget.checked)} />
      {words.asks(server.id)}
    </label>
    <p className={classes(ui.quiet, ui.small)}>{words.asksText}</p>
    <Log server={server} readLog={readLog} />
  </div>
);

const Tools = ({ server: { id, tools }, onKeep }: Pick<Props, "server" | "onKeep">) => {
  if (tools.length === 0) return <p className={classes(ui.muted, ui.small)}>{words.noTools}</p>;
  return (
    <>
      <h3>{words.tools}</h3>
      <div className={styles.scroll} role="region" aria-label={words.tools} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th>{words.tool}</th>
              <th>{words.tokens}</th>
              <th title={words.usedText}>{words.used}</th>
              <th title={words.keptText}>{words.kept}</th>
            </tr>
          </thead>
          <tbody>
            {tools.map(({ name, tool, description, tokens, exact, used, kept }) => (
              <tr key={name}>
                <td>
                  <div className={ui.strong}>{tool}</div>
                  <div className={ui.muted}>{firstLine(description)}</div>
                </td>
                <td className={ui.num}>
                  {exact ? "" : "~"}
                  {formatCount(tokens)}
                </td>
                <td className={ui.num}>{used}</td>
                <td>
                  <Switch
                    aria-label={words.keep(tool, id)}
                    checked={kept}
                    onChange={(event) => onKeep(tool, event.currentTarget.checked)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
};

const Log = ({ server, readLog }: Pick<Props, "server" | "readLog">) => {
  const [lines, setLines] = useState<readonly McpLogLine[] | null>(null);
  // Every line of the log comes with a change of the server.
  useEffect(() => told(readLog(server.id).then(setLines)), [server, readLog]);
  return (
    <>
      <h3>{words.log}</h3>
      {lines?.length === 0 && <p className={classes(ui.muted, ui.small)}>{words.noLog}</p>}
      <ol className={classes(styles.log, styles.scroll)} aria-label={words.log} tabIndex={0}>
        {(lines ?? []).toReversed().map(({ number, at, kind, text }) => (
          <li key={number} className={kind === "problem" ? ui.bad : ui.muted}>
            <span className={ui.num}>{dateText(at, { timeStyle: "medium" })}</span> {words.logKinds[kind]}:{" "}
            {text}
          </li>
        ))}
      </ol>
    </>
  );
};

const MAX_LINE = 200;

const firstLine = (text: string): string => {
  const [line = ""] = text.trim().split("\n");
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line;
};
