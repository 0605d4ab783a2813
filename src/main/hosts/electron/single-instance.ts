import { app } from "electron";

/** What a second start sends to the first one. Its argv cannot be used: Chromium reorders and extends it. */
export type SecondStart = { readonly project: string | null; readonly link: string | null };

/**
 * True in the first instance. A second one passes on its request and must exit. The lock belongs to the user
 * data folder, so that must be set before.
 */
export const claimSingleInstance = (
  start: SecondStart,
  onSecondStart: (start: SecondStart) => void,
): boolean => {
  if (!app.requestSingleInstanceLock(start)) return false;
  app.on("second-instance", (_event, _argv, _workingDirectory, data) => onSecondStart(read(data)));
  return true;
};

const read = (data: unknown): SecondStart => {
  const { project, link } = (typeof data === "object" && data !== null ? data : {}) as Record<
    string,
    unknown
  >;
  return { project: text(project), link: text(link) };
};

const text = (value: unknown) => (typeof value === "string" ? value : null);
