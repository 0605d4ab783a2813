import { useEffect } from "react";
import { told } from "../ui/told.ts";
import { useWorkbench } from "./workbench-context.ts";

/**
 * A folder dropped anywhere on the window is opened. A browser does not say where a dropped folder is, so there the
 * dialog asks for it, with its name typed already. What a part of the window takes itself never comes here.
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
      const dropped = folderOf(event.dataTransfer);
      if (!dropped) return;
      const { info, askForFolder } = app.getState();
      const path = info?.picksFolders ? pathOf(dropped.file) : null;
      if (path === null) askForFolder(dropped.name);
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

/** The first folder among what was dropped. */
const folderOf = (transfer: DataTransfer): { readonly name: string; readonly file: File } | null => {
  for (const item of transfer.items) {
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    if (entry?.isDirectory && file) return { name: entry.name, file };
  }
  return null;
};
