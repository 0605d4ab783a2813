import { setTimeout as delay } from "node:timers/promises";
import { Failure } from "#shared/contract/index.ts";
import { documentKind } from "#shared/model/document-kind.ts";
import { isQuestionSet, TRIALS_FOLDER } from "#shared/model/trial.ts";
import { KeptFiles } from "../../base/kept-files.ts";
import { bundledModel } from "../../embeddings/bundled-model.ts";
import { speakerOf } from "../../providers/speaker-of.ts";
import { countForModel } from "../../tokens/count-for-model.ts";
import { TrialStore } from "../../trials/run/trial-store.ts";
import { Trials } from "../../trials/trials.ts";
import type { AskPorts } from "../../trials/trials-ports.ts";
import { WindowMeasurer } from "../../trials/window/measure-window.ts";
import { privateFolder } from "../../workspace/path-policy.ts";
import type { Rooms, TrialsRooms } from "../rooms.ts";

type Needs = Pick<
  Rooms,
  | "owned"
  | "ports"
  | "events"
  | "person"
  | "providers"
  | "embedders"
  | "tokens"
  | "windows"
  | "workspace"
  | "sessions"
  | "budget"
  | "memory"
  | "context"
>;

/** Trials ask the real assembler and the real providers, and write only their own files. */
export const trialsLayer = (rooms: Needs): TrialsRooms => {
  const { ports, workspace, providers, windows, context, memory } = rooms;
  const files = new KeptFiles(rooms.person.own);
  const ask: AskPorts = {
    clock: ports.clock,
    context,
    ready: () => memory.caughtUp(),
    speaker: (agent) => speakerOf(agent, providers),
    provider: (id) => providers.get(id),
    window: (agent) => windows.of(agent),
    count: (text, model) => countForModel(rooms.tokens, text, model),
    priced: (id, model) => providers.priced(id, model),
    wait: async (ms, signal) => {
      await delay(ms, undefined, { signal });
    },
  };
  const trials = new Trials({
    ...ask,
    ids: ports.ids,
    log: ports.log,
    store: new TrialStore(files, `${privateFolder}/${TRIALS_FOLDER}`),
    embedder: () => {
      const bundled = rooms.embedders.of(bundledModel.name);
      if (bundled) return bundled;
      throw new Failure("model-missing", "The model that compares answers is missing.");
    },
    readFile: (path) => workspace.read("", path),
    workspace,
    budget: rooms.budget,
    past: {
      sessions: () => rooms.sessions.list({ archived: false }),
      entries: async (session) => (await rooms.sessions.read(session)).entries,
    },
    setFiles: async () => {
      const listed = await workspace.tree("", TRIALS_FOLDER, true).catch(missingIsEmpty);
      return listed.entries.flatMap(({ path, kind }) => (kind === "file" ? [path] : []));
    },
    changed: (trial) => rooms.events.publish({ event: "trials.changed", trial }),
  });
  const readingWindows = new WindowMeasurer({
    ...ask,
    files,
    folder: `${privateFolder}/model-windows`,
    log: ports.log,
    texts: () => ownTexts(rooms),
    windowOf: async ({ provider, model }) =>
      (await providers.window(provider, model, AbortSignal.timeout(MAX_WAIT_MS))).window,
    isExact: (model) => rooms.tokens.encodingOf(model).exact,
    changed: (measured) => rooms.events.publish({ event: "trials.window", measured }),
  });
  rooms.owned.own(trials);
  rooms.owned.own(readingWindows);
  return { trials, readingWindows };
};

const missingIsEmpty = (error: unknown) => {
  if (error instanceof Failure) return { entries: [] };
  throw error;
};

/** A server that does not answer within this time has an unknown window. */
const MAX_WAIT_MS = 10_000;
/** Characters of the user's files that passages are made of. */
const MAX_TEXT_CHARS = 4_000_000;

/** What is counted of the workspaces, in the order of the list: no secrets, nothing git-ignored, no documents. */
const ownTexts = async ({ workspace }: Pick<Needs, "workspace">) => {
  await workspace.files.complete();
  const texts: { path: string; text: string }[] = [];
  let chars = 0;
  for (const folder of workspace.roots.workspaces()) {
    for (const { path } of workspace.files.list(folder)) {
      if (chars >= MAX_TEXT_CHARS || isQuestionSet(path) || documentKind(path) !== null) continue;
      const read = await workspace.read("", path).catch(unreadIsNull);
      if (read === null) continue;
      texts.push({ path, text: read.text.slice(0, MAX_TEXT_CHARS - chars) });
      chars += read.text.length;
    }
  }
  return texts;
};

const unreadIsNull = (error: unknown): null => {
  if (error instanceof Failure) return null;
  throw error;
};
