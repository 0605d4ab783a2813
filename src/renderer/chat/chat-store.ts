import { createStore, type StoreApi } from "zustand/vanilla";
import type { ApprovalDecision, ApprovalRequest, TurnEnd } from "#shared/contract/chat.ts";
import { type Client, type EventOf, Failure } from "#shared/contract/index.ts";
import type { SessionInfo, SessionView } from "#shared/contract/sessions.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import type { WindowState } from "../ui/window-state.ts";
import { type AttachedFile, withAttached } from "./attached.ts";
import { createDrafts, type Draft, noDraft } from "./chat-drafts.ts";
import { collected } from "./collected.ts";
import type { Ended, Live } from "./rows.ts";
import { before, upToQuestion, withEntry } from "./shown-entries.ts";

export type Retrying = { readonly delay: number; readonly reason: string };

export type ChatState = Draft & {
  readonly sessions: readonly SessionInfo[];
  /** Null: a conversation that begins with the next message. */
  readonly current: string | null;
  readonly status: "reading" | "ready" | "failed";
  /** Why the conversation could not be read. */
  readonly failure: string | null;
  readonly entries: readonly SessionEntry[];
  readonly seen: ReadonlySet<string>;
  readonly pinned: ReadonlySet<string>;
  readonly branches: Readonly<Record<string, readonly string[]>>;
  /** Lines of its file that could not be read. */
  readonly broken: number;
  readonly live: Live | null;
  readonly running: boolean;
  readonly retrying: Retrying | null;
  readonly approvals: readonly ApprovalRequest[];
  /** How the last turn ended, while nothing was said since. */
  readonly end: Ended | null;
  /** What was sent for the last answer. */
  readonly run: Manifest | null;

  readonly openProject: () => Promise<void>;
  readonly open: (session: string | null) => Promise<void>;
  readonly readAgain: () => Promise<void>;
  readonly listSessions: () => Promise<void>;
  readonly write: (message: string) => void;
  readonly attach: (file: AttachedFile) => void;
  readonly detach: (path: string) => void;
  readonly send: (activeFile: string | null) => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly edit: (message: string, text: string) => Promise<void>;
  readonly regenerate: (message: string) => Promise<void>;
  readonly continue: () => Promise<void>;
  readonly showBranch: (entry: string) => Promise<void>;
  readonly decide: (approval: string, decision: ApprovalDecision) => Promise<void>;
  readonly pinMessage: (message: string, pinned: boolean) => Promise<void>;
  readonly close: () => void;
};

export type ChatStore = StoreApi<ChatState>;

const empty = {
  entries: [],
  seen: new Set<string>(),
  pinned: new Set<string>(),
  branches: {},
  broken: 0,
  live: null,
  running: false,
  retrying: null,
  approvals: [],
  end: null,
  run: null,
  failure: null,
} satisfies Partial<ChatState>;

/** One conversation at a time, kept up to date by events. */
export const createChatStore = (client: Client, remember: WindowState): ChatStore =>
  createStore((set, get) => {
    const drafts = createDrafts(remember);

    const deltas = collected<EventOf<"chat.delta">>((pieces) => {
      const { live } = get();
      const next = pieces.reduce(addPiece, live);
      set({ live: next, retrying: null });
    });

    const adopt = (view: SessionView) =>
      set({
        entries: view.entries,
        seen: new Set(view.seen),
        pinned: new Set(view.pinnedMessages),
        branches: view.branches,
        broken: view.broken.length,
        live: view.streaming,
        status: "ready",
        failure: null,
      });

    const read = async () => {
      const { current } = get();
      if (current === null) return;
      try {
        const [view, state] = await Promise.all([
          client.call("sessions.read", { session: current }),
          client.call("chat.state", { session: current }),
        ]);
        if (get().current !== current) return;
        adopt(view);
        set({ running: state.running, approvals: state.approvals });
        await readRun();
      } catch (error) {
        if (get().current === current) set({ status: "failed", failure: messageOf(error) });
      }
    };

    const readRun = async () => {
      const answer = get().entries.findLast(
        (entry) => entry.type === "message" && entry.role === "assistant",
      );
      const id = answer?.type === "message" ? answer.run : undefined;
      if (!id) return set({ run: null });
      if (get().run?.id === id) return;
      const found = await client.call("context.run", { id }).catch(() => null);
      set({ run: found?.manifest ?? null });
    };

    const draft = (change: Partial<Draft>) => {
      const next = { message: get().message, files: get().files, ...change };
      set(next);
      drafts.keep(get().current, next);
    };

    /** Runs a turn; a refusal is shown where the answer would be, and nothing that was written is lost. */
    const turn = async (session: string, work: () => Promise<TurnEnd>) => {
      set({ running: true, end: null, live: null, retrying: null });
      try {
        finish(session, await work());
        return true;
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        const { code, message, detail } = error;
        if (get().current === session) {
          set({
            running: false,
            live: null,
            end: { status: "failed", failure: { code, message, detail }, readLess: null },
          });
        }
        return false;
      }
    };

    /** Heard as an event and as the answer to a call; whichever is first counts. */
    const finish = (session: string, { status, failure, readLess }: TurnEnd) => {
      if (get().current !== session || !get().running) return;
      deltas.flush();
      set({ running: false, live: null, retrying: null, approvals: [], end: { status, failure, readLess } });
      void readRun();
    };

    const current = (): string => {
      const { current } = get();
      if (current === null) throw new Error("There is no conversation to do this in.");
      return current;
    };

    const mine =
      <Event extends { readonly session: string }>(work: (event: Event) => void) =>
      (event: Event) => {
        if (event.session === get().current) work(event);
      };

    const stops = [
      client.on(
        "chat.started",
        mine(() => set({ running: true, end: null, live: null, retrying: null, approvals: [] })),
      ),
      client.on("chat.delta", mine(deltas.add)),
      client.on(
        "chat.entry",
        mine(({ entry }) => {
          deltas.flush();
          const entries = withEntry(get().entries, entry);
          if (!entries) return void read();
          const live = get().live?.entry === entry.id ? null : get().live;
          set({ entries, live, seen: new Set([...get().seen, entry.id]) });
        }),
      ),
      client.on(
        "chat.retrying",
        mine(({ delay, failure }) => {
          deltas.flush();
          set({ live: null, retrying: { delay, reason: failure.message } });
        }),
      ),
      client.on("chat.approval", (event) => {
        if (event.session !== get().current) return;
        const { event: _name, ...request } = event;
        set({ approvals: [...get().approvals.filter(({ id }) => id !== request.id), request] });
      }),
      client.on("chat.approved", ({ approval }) =>
        set({ approvals: get().approvals.filter(({ id }) => id !== approval) }),
      ),
      client.on(
        "chat.compacted",
        mine(() => void read()),
      ),
      client.on(
        "chat.ended",
        mine(({ session, end }) => finish(session, end)),
      ),
      client.on("sessions.changed", ({ session }) => set({ sessions: placed(get().sessions, session) })),
      client.on("sessions.removed", ({ session }) => {
        set({ sessions: get().sessions.filter(({ id }) => id !== session) });
        if (get().current === session) void get().open(null);
      }),
    ];

    return {
      ...empty,
      ...noDraft,
      sessions: [],
      current: null,
      status: "ready",
      openProject: async () => {
        set({ ...empty, sessions: [], current: null, status: "ready" });
        await get().listSessions();
        const last = remember.read<string | null>("session", null);
        await get().open(get().sessions.some(({ id }) => id === last) ? last : null);
      },
      open: async (session) => {
        set({
          ...empty,
          ...drafts.of(session),
          current: session,
          status: session === null ? "ready" : "reading",
        });
        remember.write("session", session);
        await read();
      },
      readAgain: async () => {
        await get().listSessions();
        await read();
      },
      listSessions: async () => {
        const [shown, archived] = await Promise.all([
          client.call("sessions.list", {}),
          client.call("sessions.list", { archived: true }),
        ]);
        const all = new Map([...shown.sessions, ...archived.sessions].map((info) => [info.id, info]));
        set({ sessions: [...all.values()].sort(newestFirst) });
      },
      write: (message) => draft({ message }),
      attach: (file) => draft({ files: [...get().files.filter(({ path }) => path !== file.path), file] }),
      detach: (path) => draft({ files: get().files.filter((file) => file.path !== path) }),
      send: async (activeFile) => {
        const { message, files, running } = get();
        const text = message.trim();
        if (running || text === "") return;
        const session = get().current ?? (await begin(text));
        const said = get().entries.length;
        draft(noDraft);
        const sent = await turn(session, () =>
          client.call("chat.send", {
            session,
            // The core reads files of the project itself; of others it only knows what is said here.
            text: withAttached(
              files.filter(({ outside }) => outside),
              text,
            ),
            attachments: files.filter(({ outside }) => !outside).map(({ path }) => path),
            ...(activeFile && { activeFile }),
          }),
        );
        // Refused before it was said: the words go back to where they were written.
        if (!sent && get().current === session && get().entries.length === said) draft({ message, files });
      },
      stop: async () => {
        await client.call("chat.stop", { session: current() });
      },
      edit: async (message, text) => {
        const session = current();
        set({ entries: before(get().entries, message) });
        await turn(session, () => client.call("chat.edit", { session, message, text }));
        await read();
      },
      regenerate: async (message) => {
        const session = current();
        set({ entries: upToQuestion(get().entries, message) });
        await turn(session, () => client.call("chat.regenerate", { session, message }));
        await read();
      },
      continue: async () => {
        const session = current();
        await turn(session, () => client.call("chat.continue", { session }));
      },
      showBranch: async (entry) => {
        await client.call("chat.branch", { session: current(), entry });
        set({ end: null });
        await read();
      },
      decide: async (approval, decision) => {
        await client.call("chat.approve", { approval, decision });
      },
      pinMessage: async (message, pinned) => {
        const session = current();
        const { pinnedMessages } = await client.call("sessions.pinMessage", { session, message, pinned });
        if (get().current === session) set({ pinned: new Set(pinnedMessages) });
      },
      close: () => {
        for (const stop of stops) stop();
        deltas.close();
        drafts.flush();
      },
    };

    async function begin(text: string): Promise<string> {
      const { session } = await client.call("sessions.create", { title: titleOf(text) });
      drafts.keep(null, noDraft);
      set({ current: session.id, sessions: placed(get().sessions, session), status: "ready" });
      remember.write("session", session.id);
      return session.id;
    }
  });

/** `at` tells a piece that is there already from one that is new: reading and events may overlap. */
const addPiece = (live: Live | null, { entry, text, kind, at }: EventOf<"chat.delta">): Live => {
  const known = live?.entry === entry ? live : { entry, text: "", reasoning: "" };
  if (kind === "reasoning") return { ...known, reasoning: known.reasoning + text };
  const from = at ?? known.text.length;
  return { ...known, text: known.text.slice(0, from) + text + known.text.slice(from + text.length) };
};

const titleOf = (text: string): string => {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length <= 60 ? line : `${line.slice(0, 59).trimEnd()}…`;
};

const placed = (sessions: readonly SessionInfo[], changed: SessionInfo): readonly SessionInfo[] =>
  [changed, ...sessions.filter(({ id }) => id !== changed.id)].sort(newestFirst);

const newestFirst = (a: SessionInfo, b: SessionInfo) =>
  Number(b.pinned) - Number(a.pinned) || b.updatedAt.localeCompare(a.updatedAt);

const messageOf = (error: unknown): string => (error instanceof Failure ? error.message : String(error));
