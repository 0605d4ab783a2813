import { join } from "node:path";
import { agentsFileName } from "../../agents/read-agents.ts";
import { Changes } from "../../changes/changes.ts";
import { beginHistories } from "../../history/begin-histories.ts";
import { History } from "../../history/history.ts";
import { createRecount } from "../../tokens/recount.ts";
import { OriginLedger } from "../../workspace/origin-ledger.ts";
import { KeptFiles } from "../../base/kept-files.ts";
import { privateFolder } from "../../workspace/path-policy.ts";
import { Workspace } from "../../workspace/workspace.ts";
import type { DeclaredRooms, FileRooms, Ground, StoreRooms } from "../rooms.ts";

/** The files, their counts and their versions. */
export const fileLayer = async (
  rooms: Ground &
    StoreRooms &
    Pick<DeclaredRooms, "agents" | "subagents" | "changeLog" | "defaultModel" | "folderKind" | "settings">,
): Promise<FileRooms> => {
  const { real, person, owned, ports, events, warnings, store, tokens, agents, subagents } = rooms;
  const { folderKind, changeLog, settings } = rooms;
  const encoding = () => tokens.encodingOf(rooms.defaultModel()).encoding;
  const workspace = owned.own(
    new Workspace({
      project: real,
      workspaces: () => [
        ...new Set([...agents.list().map((agent) => agent.workspace), ...subagents.workspaces()]),
      ],
      overlay: () => person.overlay,
      own: person.own,
      notes: () => (folderKind.isOwnFolder() ? join(real, privateFolder, "notes") : null),
      store,
      counter: tokens,
      encoding,
      ports,
      recorder: changeLog.recorder,
      emit: events.publish,
      onWarnings: () => void warnings.tell(),
    }),
  );
  warnings.add(() => workspace.warnings());
  const recount = owned.own(
    createRecount({ source: workspace.counts, encoding, emit: events.publish, log: ports.log }),
  );
  events.on("workspace.changed", ({ changes }) => {
    // The default agent may have a different model now.
    if (changes.some(({ path }) => path === agentsFileName)) recount.start();
  });
  // A large folder is read while the user chats; the files they wait for are read first.
  events.on("chat.started", () => {
    if (workspace.isLarge()) workspace.courtesy.hold();
  });
  events.on("chat.ended", () => workspace.courtesy.release());
  const { clock, ids, log } = ports;
  const changes = owned.own(
    new Changes({
      changeLog,
      workspace,
      retention: () => {
        const { days, count, maxBytes } = settings.get().changes;
        return { days, changes: count, bytes: maxBytes };
      },
      clock,
      ids,
      log,
    }),
  );
  // A change by the owner is not a change from outside.
  if (rooms.access.nonce !== null) events.on("workspace.changed", (event) => changes.heard(event));
  if (rooms.access.nonce !== null) await changes.recover();
  workspace.start();
  if (rooms.access.nonce !== null) {
    changes.start();
    const { days, maxBytes } = settings.get().trash;
    workspace.trash.prune({ days, bytes: maxBytes }, clock.now()).catch((error: unknown) => {
      log.error("The trash could not be kept within its limits.", error);
    });
  }
  const history = owned.own(
    new History({
      project: real,
      clock,
      ids,
      discard: (path, by) => workspace.remove("", path, by),
      write: (path, bytes, mode, by) => workspace.exact.put({ path, layer: "base" }, bytes, by, mode),
      onCommit: (agent, commit) => events.publish({ event: "history.changed", agent, commit }),
    }),
  );
  if (rooms.access.nonce !== null) await beginHistories(history, agents.list(), ports.log);
  const origins = new OriginLedger(new KeptFiles(real));
  await origins.load();
  return { workspace, origins, changes, recount, history };
};
