import { type ReactNode, useCallback, useMemo, useState } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { allChanges } from "../changes/changes-store.ts";
import { ModelLoading } from "../chat/model-loading.ts";
import { ChatPane } from "../chat/chat-pane.tsx";
import { isSavable } from "../editor/tab.ts";
import { EditorPane } from "../editor/editor-pane.tsx";
import { allFiles } from "../files/file-node.ts";
import { FindPane } from "../files/find-pane.tsx";
import { FilesPane } from "../files/files-pane.tsx";
import { LearnedLine } from "../memory/learned-line.tsx";
import { learnedSince } from "../memory/learned-store.ts";
import { useUndoLearned } from "../memory/use-undo-learned.ts";
import { fileStatuses } from "#shared/model/file-status.ts";
import { t } from "../ui/messages/index.ts";
import { told } from "../ui/told.ts";
import { undoChange } from "../ui/undo-change.ts";
import { useMedia } from "../ui/use-media.ts";
import { foldersIn } from "./open-folders.ts";
import { shortcuts } from "./commands.ts";
import { type Mattered, MatteredDialog } from "./mattered-dialog.tsx";
import { overlayQuery } from "./files-part.ts";
import { Chosen, Tuning } from "./answer-controls.tsx";
import { useAnswering } from "./use-answering.ts";
import { ModelSwitch } from "./model-switch.tsx";
import { TemplateOffer } from "./template-offer.tsx";
import { Trouble } from "./trouble.tsx";
import { shareFile } from "./share-with-team.ts";
import { Background } from "./background.tsx";
import { useAgent } from "./use-agent.ts";
import { useConsequence } from "./use-consequence.ts";
import { usePaneWidths } from "./use-pane-widths.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./work-view.module.css";
import { failureSentence } from "../ui/failure-text.ts";

/** Files, editor, conversation. Below 1,100 px the files cover the editor. */
export const WorkView = () => {
  const { filesShown, filesOver, chatShown, project, show } = useApp((state) => state);
  const overlay = useMedia(overlayQuery);
  const { group, groupHandle, widths, filesPanel, chatPanel, onLayoutChanged } = usePaneWidths();
  return (
    <>
      <h1 className={ui.spoken}>{project?.name}</h1>
      <Group
        orientation="horizontal"
        style={{ flex: 1, minWidth: 0 }}
        elementRef={group}
        groupRef={groupHandle}
        onLayoutChanged={onLayoutChanged}
      >
        {filesShown && !overlay && (
          <>
            <Panel
              id="files"
              panelRef={filesPanel}
              defaultSize={widths.files}
              minSize={200}
              maxSize={400}
              groupResizeBehavior="preserve-pixel-size"
            >
              <Guarded>
                <Files />
              </Guarded>
            </Panel>
            <Separator className={styles.split} aria-label={t.app.resizeFiles} />
          </>
        )}
        <Panel id="editor" minSize={overlay ? 320 : 420}>
          <Guarded>
            <Editor />
          </Guarded>
        </Panel>
        {chatShown && (
          <>
            <Separator className={styles.split} aria-label={t.app.resizeChat} />
            <Panel
              id="chat"
              panelRef={chatPanel}
              defaultSize={widths.chat}
              minSize={overlay ? 320 : 360}
              maxSize={1400}
              groupResizeBehavior="preserve-pixel-size"
            >
              <Guarded>
                <Chat />
              </Guarded>
            </Panel>
          </>
        )}
      </Group>
      {filesOver && overlay && (
        <>
          <div className={styles.filesVeil} onPointerDown={() => show("filesOver", false)} />
          <div
            className={styles.filesOverlay}
            data-testid="files-overlay"
            onKeyDown={(event) => {
              if (event.key === "Escape") show("filesOver", false);
            }}
          >
            <Files />
          </div>
        </>
      )}
    </>
  );
};

const Guarded = ({ children }: { children: ReactNode }) => <Trouble>{children}</Trouble>;

const Files = () => {
  const finding = useApp((state) => state.finding);
  return finding === null ? <Tree /> : <Find focus={finding} />;
};

const Find = ({ focus }: { focus: number }) => {
  const { find, app, openPlace } = useWorkbench();
  return (
    <FindPane
      store={find}
      focus={focus}
      onOpen={({ path, line, column }, length) => openPlace(path, { line, column, length })}
      onClose={() => app.getState().find(false)}
    />
  );
};

const Tree = () => {
  const bench = useWorkbench();
  const { app, client, changes, files, mending, preview, editor, windowState, openFromTree, showWhy } = bench;
  const manifest = useStore(preview, (state) => state.manifest);
  const active = useStore(editor, (state) => state.active);
  const project = useApp((state) => state.project);
  const workspace = project?.workspace ?? "";
  const request = useApp((state) => state.request);
  const statuses = useMemo(() => (manifest ? fileStatuses(manifest) : null), [manifest]);
  const folder = project?.folder;
  // Read when the tree is created; from then on the tree keeps its own state.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const openFolders = useMemo(() => foldersIn(windowState, workspace), [windowState, folder, workspace]);
  const toggle = useCallback(
    (path: string, open: boolean) =>
      windowState.write("openFolders", { ...foldersIn(windowState, workspace), [path]: open }),
    [windowState, workspace],
  );
  const undo = useCallback(
    (change: string, and?: readonly string[]) => told(undoChange(client, change, and)),
    [client],
  );
  const showChanges = useCallback(
    (path: string) => {
      changes.getState().setFilter({ ...allChanges, path });
      app.getState().showHistory("changes");
    },
    [app, changes],
  );
  const hasTeam = useStore(bench.team, ({ spaces }) => spaces.length > 0);
  const share = useMemo(() => shareFile(bench), [bench]);
  return (
    <FilesPane
      key={`${folder} ${workspace}`}
      store={files}
      mending={mending}
      statuses={statuses}
      selected={active}
      openFolders={openFolders}
      onToggle={toggle}
      onOpen={openFromTree}
      onWhy={showWhy}
      onUndo={undo}
      onChanges={showChanges}
      onShare={hasTeam ? share : undefined}
      request={request}
      newFileKeys={shortcuts.newFile}
      offer={<TemplateOffer key={project?.folder} />}
    />
  );
};

const Editor = () => {
  const { client, editor, buffers, preview, app, showWhy } = useWorkbench();
  const manifest = useStore(preview, (state) => state.manifest);
  const project = useApp((state) => state.project);
  const statuses = useMemo(() => fileStatuses(manifest), [manifest]);
  const agent = project?.agents.find(({ id }) => id === manifest?.agent)?.displayName ?? t.app.name;
  const remark = useConsequence();
  const cutOf = useCallback(
    (path: string) => {
      const known = statuses.get(path);
      return known?.status === "cut" ? { segment: known.segment, exact: known.exact } : null;
    },
    [statuses],
  );
  return (
    <EditorPane
      store={editor}
      buffers={buffers}
      client={client}
      workspace={project?.workspace ?? ""}
      cutOf={cutOf}
      agent={agent}
      remark={remark}
      onSearch={() => app.getState().show("paletteOpen", true)}
      onWhy={showWhy}
    />
  );
};

const Learned = () => {
  const { chat, memory, app } = useWorkbench();
  const current = useStore(chat, (state) => state.current);
  const said = useStore(
    chat,
    ({ entries }) =>
      entries.findLast((entry) => entry.type === "message" && entry.role === "user")?.timestamp,
  );
  const learned = useStore(memory.learned, (state) => state.learned);
  const undo = useUndoLearned(memory.learned);
  const last = learnedSince(learned, current, said);
  if (!last) return null;
  const show = () => {
    void memory.memories.getState().show("learned");
    app.getState().go("memory");
  };
  return <LearnedLine learned={last} onUndo={() => undo(last)} onShow={show} />;
};

/** Says what sending does to unsaved text: it is counted because it is saved first. */
const SendSaves = () => {
  const { editor } = useWorkbench();
  const names = useStore(
    editor,
    useShallow(({ tabs }) => tabs.filter(isSavable).map(({ name }) => name)),
  );
  if (names.length === 0) return null;
  return <p className={classes(ui.quiet, ui.small, styles.sendSaves)}>{t.editor.sendSaves(names)}</p>;
};

const Chat = () => {
  const {
    client,
    chat,
    changes,
    files,
    editor,
    preview,
    settings,
    modelFiles,
    app,
    openFile,
    showRun,
    chooseModel,
  } = useWorkbench();
  const { manifest, status, trouble } = useStore(preview);
  const { folders, loadAll } = useStore(files);
  const activeFile = useStore(editor, (state) => state.active);
  const agent = useAgent();
  const { model: chosen, here, next, choose } = useAnswering();
  const paths = useMemo(
    () => allFiles(folders).flatMap(({ path, ignored }) => (ignored ? [] : [path])),
    [folders],
  );
  const id = agent?.id ?? "";
  const onFit = useCallback(
    async (maxContextTokens: number) => {
      await client.call("agents.save", { id, values: { maxContextTokens } });
    },
    [client, id],
  );
  const onBuiltin = useMemo(() => {
    if (!chosen) return null;
    return async () => {
      if (here.model) choose("conversation", { ...here, model: null });
      else if (next.model) choose("message", { ...next, model: null });
      else await chooseModel(id, null);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `choose` only passes on what it is given.
  }, [chosen, chooseModel, id, here, next]);
  const openSettings = useCallback(() => app.getState().openSettings("models"), [app]);
  const openBudget = useCallback(() => app.getState().go("budget"), [app]);
  const showChanges = useCallback(
    (session: string) => {
      changes.getState().setFilter({ ...allChanges, session });
      app.getState().showHistory("changes");
    },
    [app, changes],
  );
  const workspace = useApp((state) => state.project?.workspace ?? "");
  const searched = useApp((state) => state.project?.searched ?? null);
  const loading = useStore(modelFiles, ({ engine }) =>
    engine.model === null || engine.isReady ? null : engine.progress,
  );
  const width = useStore(settings, (state) => state.user?.conversationWidth ?? "reading");
  const [mattered, setMattered] = useState<Mattered | null>(null);
  const showQuoted = useCallback(
    (run: string, marked: string) => setMattered({ run, marked, tab: "quoted" }),
    [],
  );
  const showMoved = useCallback((run: string) => setMattered({ run, marked: "", tab: "moved" }), []);
  return (
    <ModelLoading value={loading}>
      <ChatPane
        store={chat}
        client={client}
        agent={agent?.displayName ?? t.app.name}
        questions={agent?.suggestedQuestions ?? []}
        workspace={workspace}
        manifest={manifest}
        searched={searched}
        status={status}
        failure={trouble && failureSentence(trouble)}
        paths={paths}
        activeFile={activeFile}
        model={<ModelSwitch place="composer" />}
        tuning={<Tuning />}
        chosen={<Chosen />}
        after={
          <>
            <Background />
            <Learned />
            <SendSaves />
          </>
        }
        width={width}
        onWidth={(conversationWidth) => told(client.call("settings.set", { user: { conversationWidth } }))}
        onBuiltin={onBuiltin}
        onFit={onFit}
        onChooseModel={() => app.getState().showModels("composer")}
        onOpenFile={openFile}
        onOpenSettings={openSettings}
        onBudget={openBudget}
        onShowRun={showRun}
        onShowQuoted={showQuoted}
        onShowMoved={showMoved}
        onChanges={showChanges}
        onMentions={() => void loadAll()}
      />
      {mattered && <MatteredDialog mattered={mattered} onClose={() => setMattered(null)} />}
    </ModelLoading>
  );
};
