import { setTimeout as wait } from "node:timers/promises";
import type { Events, Reply, Signal } from "#shared/contract/index.ts";
import { NOT_SENT } from "#shared/wire/index.ts";
import { Bus } from "../base/bus.ts";
import { type Core, createCore } from "../create-core.ts";
import type { CorePaths, Ports } from "../ports/ports.ts";
import { onlyReads } from "../project/project-reads.ts";
import { type Door, openDoor } from "./door/open-door.ts";
import { CORE_CLOSING } from "./door/owner-path.ts";
import { LOOK_MS } from "./door/project-owner.ts";
import { socketAddress } from "./door/socket-address.ts";
import { SharedProject } from "./shared-project.ts";

/**
 * A core for a host. A project has one core among all processes: that of the first process that opens it. In
 * that process everything runs locally, and others connect to it. In any other, every call goes through the
 * owner's core. When the owner goes away, this process opens the project itself, or connects to the process
 * that was faster. An owner that cannot be reached (a different machine, a different user, a broken socket)
 * leaves the project open read-only.
 */
export type SharedCore = Core & {
  /** Whether this process started the turn of this session. */
  readonly startedHere: (session: string) => boolean;
};

export const createSharedCore = (ports: Ports, paths: CorePaths): SharedCore => {
  const { log } = ports;
  const { userData } = paths;
  const socket = socketAddress();
  const local = createCore({ ...ports, door: socket }, paths);
  const events = new Bus<Events>({
    onError: (error, { event }) => log.error("A listener of an event failed.", error, { event }),
  });
  const stopLocal = local.on((event) => {
    if (event.event === "project.opened" || event.event === "project.closed") door?.refresh();
    events.publish(event);
  });
  const sessions = new Set<string>();
  let door: Door | null = null;

  const listen = async () => {
    if (door || socket === null) return;
    try {
      door = await openDoor({ core: local, socket, userData, log });
    } catch (error) {
      log.error("Other processes cannot work through this one.", error);
    }
  };

  const project = new SharedProject({ local, userData, log, publish: events.publish, listen });

  return {
    dispatch: (method, input, signal) => {
      if (method === "project.close") return project.close();
      if (method === "project.open" && isOpenInput(input)) return project.open(input, signal);
      const session = sessionOf(method, input);
      if (session !== null) sessions.add(session);
      return call(local, project, { method, input, signal });
    },
    on: (listener) => events.onAny(listener),
    ownership: () => local.ownership(),
    startedHere: (session) => sessions.has(session),
    close: async () => {
      project.end();
      await door?.drain();
      await local.close();
      stopLocal();
      await door?.close();
    },
  };
};

type Request = {
  readonly method: string;
  readonly input: unknown;
  readonly signal: Signal | undefined;
};

/** Sends the request to the owner of the project, and again when the owner went away without running it. */
const call = async (local: Core, project: SharedProject, request: Request): Promise<Reply> => {
  const { method, input, signal } = request;
  for (;;) {
    await project.recovering;
    const { through } = project;
    if (!through || hostMethods.has(method)) return local.dispatch(method, input, signal);
    const reply = await through.carrier.request(method, input, signal);
    if (project.isEnded || !canAskAgain(request, reply)) return reply;
    await wait(LOOK_MS);
  }
};

/** The request did not run, or only reads. */
const canAskAgain = ({ method, input }: Request, reply: Reply): boolean =>
  !reply.ok &&
  (reply.error.code === CORE_CLOSING ||
    reply.error.code === NOT_SENT ||
    (reply.error.code === "connection-lost" && onlyReads(method, input)));

/** Answered by this process, whichever process owns the project. */
const hostMethods: ReadonlySet<string> = new Set([
  "app.info",
  "project.recent",
  "project.pickFolder",
  "project.templates",
]);

const isOpenInput = (input: unknown): input is { readonly folder: string } =>
  typeof input === "object" && input !== null && "folder" in input && typeof input.folder === "string";

const sessionOf = (method: string, input: unknown): string | null => {
  if (!method.startsWith("chat.") || typeof input !== "object" || input === null) return null;
  return "session" in input && typeof input.session === "string" ? input.session : null;
};
