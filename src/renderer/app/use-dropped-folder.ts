import { useEffect } from "react";
import { told } from "../ui/told.ts";
import { useWorkbench } from "./workbench-context.ts";

/**
 * A folder dropped anywhere on the window is opened, and a file that may be an export of another program is offered
 * for moving in. A browser does not say where they are, so there a dialog asks for the path, with the name typed
 * already. What a part of the window takes itself never comes here.
 */
export const useDroppedFolder = (pathOf: (file: File) => string | null): void => {
  const { app, openProject } = useWorkbench();
  useEffect(() => {
    const over = (event: DragEvent) => {
      // Without this the browser would leave the page and show the file.
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      const dropped = droppedIn(event.dataTransfer);
      if (!dropped) return;
      const { info, project, askForFolder, askForImport } = app.getState();
      const path = info?.picksFolders ? pathOf(dropped.file) : null;
      if (!dropped.isFolder) {
        if (project && EXPORTS.test(dropped.name)) askForImport({ name: dropped.name, path });
      } else if (path === null) askForFolder(dropped.name);
      else told(openProject(path));
    };
    window.addEventListener("dragover", over);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("drop", drop);
    };
  }, [app, openProject, pathOf]);
};

/** Files that exports of other programs are. */
const EXPORTS = /\.(?:zip|json|jsonl|zst|af|csv|png|txt|md)$/i;

type Dropped = { readonly name: string; readonly file: File; readonly isFolder: boolean };

/** The first folder among what was dropped, else the first file. */
const droppedIn = (transfer: DataTransfer): Dropped | null => {
  const all = [...transfer.items].flatMap((item): Dropped[] => {
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    return entry && file ? [{ name: entry.name, file, isFolder: entry.isDirectory }] : [];
  });
  return all.find(({ isFolder }) => isFolder) ?? all[0] ?? null;
};
