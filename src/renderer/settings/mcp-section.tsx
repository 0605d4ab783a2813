import { ChevronDown, ChevronRight, Plug } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useStore } from "zustand";
import type { McpServer, McpServerDraft } from "#shared/contract/mcp.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { failureText } from "../ui/failure-text.ts";
import { formatCount } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { Switch } from "../ui/switch.tsx";
import { told } from "../ui/told.ts";
import ui from "../ui/basics.module.css";
import { McpFound } from "./mcp-found.tsx";
import { McpForm } from "./mcp-form.tsx";
import { McpServerDetails } from "./mcp-server-details.tsx";
import type { McpStore } from "./mcp-store.ts";
import { commandLine } from "./mcp-values.ts";
import { SectionTitle } from "./sections.tsx";
import styles from "./mcp-section.module.css";

type Props = {
  store: McpStore;
  /** Of the open project. */
  agents: readonly { readonly id: string; readonly displayName: string }[];
  /** Settings for all servers. */
  children: ReactNode;
};

const words = t.mcp;

/** The user's MCP servers: their state, their tools, who may use them, and their logs. */
export const McpSection = ({ store, agents, children }: Props) => {
  const { servers, test, save, find, take, remove, enable, allowQuestions, keep, restart, log } =
    useStore(store);
  const [editing, setEditing] = useState<string | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const [isFinding, setFinding] = useState(false);
  const [busy, setBusy] = useState<string | null>(null);
  useEffect(() => told(store.getState().load()), [store]);

  const attempt = async (id: string, work: () => Promise<unknown>) => {
    setBusy(id);
    try {
      await work();
    } catch (error) {
      notify(failureText(error), { kind: "bad" });
    }
    setBusy(null);
  };
  const saved = async (draft: McpServerDraft) => {
    const server = await save(draft);
    setEditing(null);
    if (server?.state === "ready") notify(words.works(server.id, server.tools.length));
    if (server?.state === "failed") setOpen(server.id);
  };
  const removed = (id: string) =>
    attempt(id, async () => {
      const back = await remove(id);
      const undo = () => void attempt(id, () => back().then(() => notify(words.back(id))));
      notify(words.removed(id), { action: { label: t.undo, run: undo } });
    });

  const taken = (servers ?? []).map(({ id }) => id);
  const form = (server: McpServer | null) => (
    <McpForm
      key={server?.id ?? ""}
      server={server}
      taken={taken}
      onTest={test}
      onSave={saved}
      onClose={() => setEditing(null)}
    />
  );
  const adding = editing === "";
  const addButton = (
    <span className={classes(ui.row, styles.adding)}>
      <Button onClick={() => setEditing("")}>{words.add}</Button>
      {!isFinding && <Button onClick={() => setFinding(true)}>{words.found.open}</Button>}
    </span>
  );
  return (
    <section className={styles.servers} aria-label={words.title}>
      <SectionTitle section="servers" />
      <p className={classes(ui.muted, ui.small)}>{words.text}</p>
      {servers?.length === 0 && !adding && (
        <EmptyState topic="toolServers" icon={Plug} title={words.empty} actions={addButton}>
          {words.emptyText}
        </EmptyState>
      )}
      <ul>
        {(servers ?? []).map((server) => (
          <li key={server.id} className={styles.server} aria-label={server.id}>
            <Head
              server={server}
              isOpen={open === server.id}
              onOpen={() => setOpen(open === server.id ? null : server.id)}
            >
              <Switch
                aria-label={words.on(server.id)}
                checked={server.enabled}
                disabled={busy === server.id}
                onChange={(event) => {
                  const enabled = event.currentTarget.checked;
                  void attempt(server.id, () => enable(server.id, enabled));
                }}
              />
              {server.enabled && (
                <Button
                  size="small"
                  disabled={busy === server.id}
                  onClick={() => void attempt(server.id, () => restart(server.id))}
                >
                  {busy === server.id ? words.restarting : words.restart}
                </Button>
              )}
              <Button size="small" onClick={() => setEditing(server.id)}>
                {words.edit}
              </Button>
              <Button
                size="small"
                kind="quiet"
                disabled={busy === server.id}
                onClick={() => void removed(server.id)}
              >
                {words.remove}
              </Button>
            </Head>
            {editing === server.id && form(server)}
            {open === server.id && (
              <McpServerDetails
                server={server}
                agents={agents}
                readLog={log}
                onAgent={(agent, enabled) => told(enable(server.id, enabled, agent))}
                onAsks={(allowed) => void attempt(server.id, () => allowQuestions(server.id, allowed))}
                onKeep={(tool, isKept) => told(keep(server.id, tool, isKept))}
              />
            )}
          </li>
        ))}
      </ul>
      {adding ? form(null) : servers !== null && servers.length > 0 && addButton}
      {isFinding && <McpFound onFind={find} onTake={take} onClose={() => setFinding(false)} />}
      {servers !== null && servers.length > 0 && children}
    </section>
  );
};

type HeadProps = { server: McpServer; isOpen: boolean; onOpen: () => void; children: ReactNode };

const Head = ({ server, isOpen, onOpen, children }: HeadProps) => (
  <div className={classes(ui.row, styles.head)}>
    <IconButton
      icon={isOpen ? ChevronDown : ChevronRight}
      label={words.moreOf(server.id)}
      aria-expanded={isOpen}
      onClick={onOpen}
    />
    <div className={ui.grow}>
      <div className={ui.strong}>
        {server.id} <Chip kind={chipOf[server.state]}>{words.states[server.state]}</Chip>
      </div>
      <div className={classes(ui.muted, ui.small, styles.command)}>
        {server.command === null ? server.url : commandLine(server.command, server.args)}
      </div>
      {server.state === "ready" && (
        <div className={classes(ui.muted, ui.small, ui.num)}>{costOf(server)}</div>
      )}
      {server.state === "waiting" && <div className={classes(ui.muted, ui.small)}>{words.waitingText}</div>}
      {server.problem !== null && (
        <div className={classes(ui.small, ui.bad)} role="alert">
          {server.problem} {adviceOn(server.problem)}
        </div>
      )}
    </div>
    {children}
  </div>
);

const chipOf = { off: "plain", waiting: "plain", starting: "plain", ready: "ok", failed: "warn" } as const;

const costOf = ({ tools }: McpServer): string => {
  const tokens = tools.reduce((sum, tool) => sum + tool.tokens, 0);
  const mark = tools.every(({ exact }) => exact) ? "" : "~";
  return words.summary(tools.length, mark + formatCount(tokens));
};

const adviceOn = (problem: string): string => {
  if (problem.includes("was not found")) return words.advice.missing;
  return problem.includes("ended") ? words.advice.ended : words.advice.other;
};
