import { basename } from "node:path";
import { AgentsFile } from "../../agents/agents-file.ts";
import { Subagents } from "../../agents/subagents.ts";
import { dateIn } from "../../base/date-in.ts";
import { ChangeLog } from "../../changes/change-log.ts";
import { validateProfile } from "../../context/profiles/resolve-profile.ts";
import { openProjectSettings } from "../../settings/open-settings.ts";
import { openProfileFiles } from "../../settings/profile-files.ts";
import { writeRecorded } from "../../workspace/write-own-file.ts";
import { openFolderKind } from "../folder-kind.ts";
import type { DeclaredRooms, Ground } from "../rooms.ts";

/** Settings, agents and profiles: what the project's own files say about it. */
export const declaredLayer = async (ground: Ground): Promise<DeclaredRooms> => {
  const { folder, real, person, owned, ports, events, warnings, processTokens, userSettings } = ground;
  const { clock, ids, log } = ports;
  const settings = openProjectSettings(folder, ports);
  // Before files are read: if the tokenizer of a model came later, everything would be counted twice.
  await processTokens.useTokenizers(userSettings.get().tokenizers);
  const folderKind = await openFolderKind(ground.look, settings, ground.access.nonce !== null);
  const changeLog = new ChangeLog({ project: person.own, clock, ids, log, emit: events.publish });
  // Closing writes the file, which only the owner may do.
  if (ground.access.nonce !== null) owned.own(changeLog);
  await changeLog.open();
  const write = writeRecorded(real, changeLog.recorder);
  const agents = new AgentsFile(folder, { isOwnFolder: () => folderKind.isOwnFolder(), write });
  const subagents = new Subagents(
    folder,
    () => agents.list().map(({ workspace }) => workspace),
    () => ground.folderAccess.isTrusted(),
  );
  warnings.add(() =>
    subagents.list().flatMap(({ path, problem }) => {
      return problem === null ? [] : [{ code: "subagent-unusable", path, line: null, message: problem }];
    }),
  );
  warnings.add(() => settings.warnings());
  warnings.add(() => processTokens.tokenizerWarnings());
  warnings.add(() => agents.warnings());
  return {
    folderKind,
    settings,
    changeLog,
    agents,
    subagents,
    profiles: openProfileFiles(folder, validateProfile, write),
    projectName: () => settings.get().name ?? basename(folder),
    defaultModel: () => settings.get().defaultModel ?? agents.get().model,
    today: () => dateIn(settings.get().timeZone, ports.clock.now()),
  };
};
