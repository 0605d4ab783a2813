import { MessageSquare, SquarePen } from "lucide-react";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { SessionInfo } from "#shared/contract/sessions.ts";
import type { Client } from "#shared/contract/index.ts";
import type { ProjectInfo } from "#shared/contract/project.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { isPicturePath } from "#shared/model/picture.ts";
import type { ParsedBlocks } from "#shared/model/path-fences.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { FieldDialog } from "../ui/field-dialog.tsx";
import { filesText, formatTokens } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { linkedPath } from "../ui/linked-path.ts";
import { workspacePrefix } from "../ui/workspace-path.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { ApplyDialog } from "./apply-dialog.tsx";
import { type ChatActions, ChatActionsContext } from "./chat-actions.ts";
import { ChatRow } from "./chat-row.tsx";
import type { AttachedFile } from "./attached.ts";
import type { ChatStore } from "./chat-store.ts";
import { CompactionDialog } from "./compaction-dialog.tsx";
import { Composer } from "./composer.tsx";
import { LabelsDialog } from "./labels-dialog.tsx";
import { PromptsDialog } from "./prompts-dialog.tsx";
import { type PromptArgs, type ServedPrompt, useServed } from "./served.ts";
import { ServedPromptDialog } from "./served-prompt-dialog.tsx";
import { useOffers } from "./use-offers.ts";
import { QueueList } from "./queue-list.tsx";
import { MessageList } from "./message-list.tsx";
import { PromptPreview } from "./prompt-preview.tsx";
import { readOutside, readPictureAt } from "./read-outside.ts";
import { readAgain } from "./forgotten.ts";
import { newestRows, type Row, saidRows, withWaiting } from "./rows.ts";
import { turnsOf } from "./turns-of.ts";
import { isRunning } from "./turn.ts";
import { sessionCommands, tell } from "./session-commands.ts";
import { SessionList } from "./session-list.tsx";
import { SessionMenu } from "./session-menu.tsx";
import { slashCommands } from "./slash-commands.ts";
import { SuggestedQuestions } from "./suggested-questions.tsx";
import { ContextStrip } from "./context-strip.tsx";
import { FileBlocksDialog } from "./file-blocks-dialog.tsx";
import { WhatIsMissing } from "./what-is-missing.tsx";
import { WhatWasMissing } from "./what-was-missing.tsx";
import { SessionChangesContext, useSessionChanges } from "./session-changes.ts";
import { undoChange, undoTurn } from "../ui/undo-change.ts";
import { Problem } from "../ui/problem.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./chat-pane.module.css";

type Props = {
  store: ChatStore;
  client: Client;
  agent: string;
  /** Offered while the conversation is empty. */
  questions: readonly string[];
  /** The folder that an agent's paths are relative to. */
  workspace: string;
  /** The next prompt. */
  manifest: Manifest | null;
  searched: ProjectInfo["searched"] | null;
  status: "waiting" | "ready" | "failed";
  failure: string | null;
  /** Files that can be mentioned, and the one in the editor. */
  paths: readonly string[];
  activeFile: string | null;
  model: ReactNode;
  /** What else can be chosen for the next answers, and what was. */
  tuning: ReactNode;
  chosen: ReactNode;
  width: "reading" | "full";
  onWidth: (width: "reading" | "full") => void;
  /** Further remarks about the last turn. */
  after: ReactNode;
  /** Null when Built-in answers already. */
  onBuiltin: (() => Promise<void>) | null;
  onFit: (tokens: number) => Promise<void>;
  onChooseModel: () => void;
  onOpenFile: (path: string) => void;
  onOpenSettings: () => void;
  onBudget: () => void;
  /** Opens what was sent for an answer. */
  onShowRun: (run: string) => void;
  /** Shows where an answer is from. */
  onShowQuoted: (run: string, marked: string) => void;
  onShowMoved: (run: string) => void;
  /** Shows what a conversation changed. */
  onChanges: (session: string) => void;
  onMentions: () => void;
};

type Dialog =
  | { readonly kind: "rename" | "compact" | "labels" }
  | { readonly kind: "prompts"; readonly text: string }
  | { readonly kind: "served"; readonly prompt: ServedPrompt }
  | { readonly kind: "apply"; readonly code: string }
  | { readonly kind: "blocks"; readonly blocks: ParsedBlocks; readonly message: string };

export const ChatPane = (props: Props) => {
  const { store, client, agent, activeFile, paths } = props;
  const state = useStore(store);
  const { current, sessions } = state;
  const running = isRunning(state.turn);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const commands = useMemo(() => sessionCommands(client, store), [client, store]);
  const session = sessions.find(({ id }) => id === current) ?? null;
  const actions = useActions(props, setDialog, commands);
  const slash = slashCommands({
    store,
    session,
    commands,
    rename: () => setDialog({ kind: "rename" }),
    compact: () => setDialog({ kind: "compact" }),
    model: props.onChooseModel,
    prompts: () => setDialog({ kind: "prompts", text: store.getState().message }),
  });
  const { offers, read: readOffers } = useOffers(client, current, props.manifest?.agent);
  const { fill, ...served } = useServed(client, store, props.manifest?.agent, (prompt) =>
    setDialog({ kind: "served", prompt }),
  );
  const attachRead = (read: AttachedFile | string) => {
    if (typeof read === "string") notify(read, { kind: "bad" });
    else store.getState().attach(read);
  };
  const attach = (path: string) =>
    void tell(async () => {
      if (isPicturePath(path)) return attachRead(await readPictureAt(path, client));
      const { text } = await client.call("workspace.read", { path, root: "project" });
      store.getState().attach({ path, text });
    });
  const attachOutside = (file: File) => void tell(async () => attachRead(await readOutside(file, client)));
  const last = state.entries.findLast((entry) => entry.type === "message" && entry.role === "assistant");
  const answered = last?.type === "message" && last.run === state.run?.id ? state.run : null;

  return (
    <section className={styles.chatPane} data-pane="chat" data-width={props.width} aria-label={t.chat.title}>
      <Head {...props} session={session} commands={commands} show={setDialog} />
      <ChatActionsContext value={actions}>
        <Body {...props} />
      </ChatActionsContext>
      {answered && !running && <WhatWasMissing run={answered} onWhy={actions.showLastRun} />}
      {!running && props.after}
      {props.manifest?.lastRun !== undefined && <ContextStrip client={client} />}
      <QueueList
        queue={state.queue}
        onEdit={(id, text) => void tell(() => state.editQueued(id, text))}
        onMove={(id, to) => void tell(() => state.moveQueued(id, to))}
        onRemove={(id) => void tell(() => state.removeQueued(id))}
        onResume={() => void tell(state.resumeQueue)}
      />
      <Composer
        agent={agent}
        message={state.message}
        files={state.files}
        paths={paths}
        commands={slash}
        offers={offers}
        onOffers={readOffers}
        {...served}
        onPrompt={async (name) =>
          (await client.call("prompts.list", {})).prompts.find((prompt) => prompt.name === name)?.text ?? null
        }
        manifest={props.manifest}
        running={running}
        model={props.model}
        tuning={props.tuning}
        chosen={props.chosen}
        onWrite={state.write}
        onAttach={attach}
        onAttachOutside={attachOutside}
        onDetach={state.detach}
        onReadPicture={actions.readPicture}
        onSend={() => void tell(() => state.send(activeFile))}
        onStop={() => void tell(state.stop)}
        onBudget={props.onBudget}
        onMentions={props.onMentions}
      />
      <Dialogs
        {...props}
        dialog={dialog}
        session={session}
        commands={commands}
        onFillPrompt={fill}
        onClose={() => setDialog(null)}
      />
    </section>
  );
};

type HeadProps = Pick<Props, "store" | "client" | "width" | "onWidth"> & {
  session: SessionInfo | null;
  commands: ReturnType<typeof sessionCommands>;
  show: (dialog: Dialog) => void;
};

const Head = ({ store, client, width, onWidth, session, commands, show }: HeadProps) => {
  const { sessions, entries } = useStore(store);
  const turns = turnsOf(entries);
  const search = useMemo(
    () => async (query: string, signal: AbortSignal) =>
      (await client.call("sessions.search", { query }, signal)).hits,
    [client],
  );
  return (
    <header className={styles.chatHead}>
      <h2 className={ui.spoken}>{t.chat.title}</h2>
      <SessionList
        title={session ? session.title || t.chat.list.untitled : t.chat.newTitle}
        sessions={sessions}
        search={search}
        onOpen={(id) => void store.getState().open(id)}
        onRenameLabel={commands.renameLabel}
      />
      {turns > 0 && (
        <span className={classes(ui.quiet, ui.small, ui.num, styles.chatTurns)}>{t.chat.turn(turns)}</span>
      )}
      <span className={ui.grow} />
      <IconButton
        icon={SquarePen}
        size={15}
        label={t.chat.list.new}
        onClick={() => void store.getState().open(null)}
      />
      {session && (
        <SessionMenu
          session={session}
          commands={commands}
          onRename={() => show({ kind: "rename" })}
          onLabels={() => show({ kind: "labels" })}
          onCompact={() => show({ kind: "compact" })}
          width={width}
          onWidth={onWidth}
        />
      )}
    </header>
  );
};

type DialogsProps = Pick<Props, "client" | "store" | "activeFile" | "paths"> & {
  dialog: Dialog | null;
  session: SessionInfo | null;
  commands: ReturnType<typeof sessionCommands>;
  onFillPrompt: (prompt: ServedPrompt, args: PromptArgs) => void;
  onClose: () => void;
};

const Dialogs = (props: DialogsProps) => {
  const { client, store, activeFile, paths, dialog, session, commands, onClose } = props;
  const pinned = useStore(store, (state) => state.pinned);
  const sessions = useStore(store, (state) => state.sessions);
  return (
    <>
      {dialog?.kind === "rename" && session && (
        <FieldDialog
          open
          title={t.chat.list.rename}
          label={t.chat.list.name}
          value={session.title}
          button={t.chat.list.rename}
          onSubmit={(title) => {
            commands.rename(session, title);
            onClose();
          }}
          onClose={onClose}
        />
      )}
      {dialog?.kind === "labels" && session && (
        <LabelsDialog
          session={session}
          known={[...new Set(sessions.flatMap(({ labels }) => labels))]}
          onSave={(labels) => {
            commands.label(session, labels);
            onClose();
          }}
          onClose={onClose}
        />
      )}
      {dialog?.kind === "compact" && session && (
        <CompactionDialog
          client={client}
          session={session.id}
          pinned={pinned}
          onClose={onClose}
          onCompact={() => commands.compact(session.id)}
        />
      )}
      {dialog?.kind === "prompts" && <PromptsDialog client={client} text={dialog.text} onClose={onClose} />}
      {dialog?.kind === "served" && (
        <ServedPromptDialog
          prompt={dialog.prompt}
          onFill={(args) => {
            props.onFillPrompt(dialog.prompt, args);
            onClose();
          }}
          onClose={onClose}
        />
      )}
      {dialog?.kind === "blocks" && (
        <FileBlocksDialog
          client={client}
          blocks={dialog.blocks}
          from={session && { session: session.id, message: dialog.message }}
          onClose={onClose}
        />
      )}
      {dialog?.kind === "apply" && (
        <ApplyDialog
          client={client}
          code={dialog.code}
          path={activeFile ?? ""}
          paths={paths}
          onClose={onClose}
        />
      )}
    </>
  );
};

const Body = (props: Props) => {
  const { store, agent } = props;
  const state = useStore(store);
  const { entries, seen, run, turn, branches, pinned } = state;
  const running = isRunning(turn);
  const changes = useSessionChanges(props.client, state.current);
  const changed = useMemo(() => new Set(changes.flatMap((change) => change.turn ?? [])), [changes]);
  const again = useMemo(() => readAgain(run, props.manifest), [run, props.manifest]);
  const said = useMemo(
    () => saidRows({ entries, seen, run, again, changed }),
    [entries, seen, run, again, changed],
  );
  const rows = useMemo(
    () => [...withWaiting(said, turn), ...newestRows({ entries, turn })],
    [said, entries, turn],
  );
  const draw = useCallback(
    (row: Row) => (
      <ChatRow
        row={row}
        agent={agent}
        versions={branches[row.key]}
        pinned={(row.kind === "own" || row.kind === "answer") && pinned.has(row.key)}
        busy={running}
      />
    ),
    [agent, branches, pinned, running],
  );
  if (state.status === "reading")
    return (
      <Padded>
        <Skeleton label={t.chat.title} rows={6} />
      </Padded>
    );
  if (state.status === "failed") {
    return (
      <Padded>
        <Problem failure={state.failure} role="alert">
          <span className={ui.strong}>{t.chat.readFailed}</span>{" "}
          <span className={ui.muted}>{state.failure}</span>
          <div className={ui.row}>
            <Button size="small" onClick={() => void state.readAgain()}>
              {t.chat.readAgain}
            </Button>
          </div>
        </Problem>
      </Padded>
    );
  }
  if (rows.length === 0) return <Beginning {...props} />;
  return (
    <SessionChangesContext value={changes}>
      {state.broken > 0 && <div className={styles.chatBroken}>{t.chat.broken(state.broken)}</div>}
      <MessageList key={state.current} rows={rows}>
        {draw}
      </MessageList>
    </SessionChangesContext>
  );
};

const packedText = ({ window, exact }: Manifest, searched: Props["searched"]): string => {
  const tokens = formatTokens(window.used, exact);
  if (!searched || searched.files === 0) return t.chat.packed(tokens);
  return t.chat.packedAndSearched(tokens, filesText(searched));
};

/** Without messages: what would be sent, to scale. */
const Beginning = ({ store, agent, questions, manifest, searched, status, failure, onBudget }: Props) => {
  const message = useStore(store, (state) => state.message);
  const write = (question: string) => {
    store.getState().write(question);
    document.getElementById("composer")?.focus();
  };
  return (
    <Padded>
      {status === "waiting" && <Skeleton label={t.chat.preview} rows={6} />}
      {status === "failed" && (
        <Problem failure={failure} role="alert">
          <span className={ui.strong}>{t.chat.failed}</span> <span className={ui.muted}>{failure}</span>
        </Problem>
      )}
      {manifest && (
        <>
          {message.trim() === "" && (
            <EmptyState topic="conversations" icon={MessageSquare} title={t.chat.ask(agent)}>
              {packedText(manifest, searched)}
            </EmptyState>
          )}
          {message.trim() === "" && <SuggestedQuestions questions={questions} onChoose={write} />}
          <PromptPreview manifest={manifest} />
          <WhatIsMissing manifest={manifest} onWhy={onBudget} />
        </>
      )}
    </Padded>
  );
};

const Padded = ({ children }: { children: ReactNode }) => <div className={styles.chatBody}>{children}</div>;

const useActions = (
  props: Props,
  show: (dialog: Dialog) => void,
  commands: ReturnType<typeof sessionCommands>,
): ChatActions => {
  const { client, store, workspace, onBuiltin, onFit, onOpenFile, onOpenSettings, onShowRun, onChanges } =
    props;
  const { onChooseModel, onBudget, onShowQuoted, onShowMoved } = props;
  return useMemo(() => {
    const chat = () => store.getState();
    const goOn = () => void tell(() => chat().continue());
    const prefix = workspacePrefix(workspace);
    return {
      edit: (message, text) => void tell(() => chat().edit(message, text)),
      regenerate: (message) => void tell(() => chat().regenerate(message)),
      continue: goOn,
      showBranch: (entry) => void tell(() => chat().showBranch(entry)),
      decide: (approval, decision) => void tell(() => chat().decide(approval, decision)),
      pinMessage: (message, pinned) => void tell(() => chat().pinMessage(message, pinned)),
      undoChange: (change, and) => void tell(() => undoChange(client, change, and)),
      undoTurn: (turn) => {
        const { current } = chat();
        if (current) void tell(() => undoTurn(client, current, turn));
      },
      showChanges: () => {
        const { current } = chat();
        if (current) onChanges(current);
      },
      summarise: () => show({ kind: "compact" }),
      undoCompaction: () => {
        const { current } = chat();
        if (current) commands.undoCompaction(current);
      },
      apply: (code) => show({ kind: "apply", code }),
      showBlocks: (blocks, message) => show({ kind: "blocks", blocks, message }),
      openFile: onOpenFile,
      fileAt: (href) => linkedPath(href.startsWith(prefix) ? "" : prefix, href),
      openSettings: onOpenSettings,
      loadPicture: async (address) => (await client.call("requests.picture", { address })).data,
      readPicture: async (sha256) => {
        const { current } = chat();
        const of = { sha256, ...(current !== null && { session: current }) };
        const { type, data } = await client.call("chat.picture", of);
        return `data:${type};base64,${data}`;
      },
      openSession: (session) =>
        void tell(async () => {
          await chat().listSessions();
          await chat().open(session);
        }),
      showRun: onShowRun,
      showQuoted: onShowQuoted,
      showMoved: onShowMoved,
      showLastRun: () => {
        const { run } = chat();
        if (run) onShowRun(run.id);
      },
      answerWithBuiltin: onBuiltin && (() => void tell(onBuiltin).then(goOn)),
      refit: (message, files) => void tell(() => chat().refit(message, files)),
      chooseModel: onChooseModel,
      enlargeWindow: onBudget,
      fitTo: (tokens) => void tell(() => onFit(tokens)),
    };
  }, [
    client,
    store,
    workspace,
    onBuiltin,
    onFit,
    onOpenFile,
    onOpenSettings,
    onShowRun,
    onShowQuoted,
    onShowMoved,
    onChanges,
    onChooseModel,
    onBudget,
    show,
    commands,
  ]);
};
