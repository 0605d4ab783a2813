import type { Client } from "#shared/contract/index.ts";
import { formatCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { told } from "../ui/told.ts";
import { askPreview, type Stores } from "./stores.ts";

/** Subscribes to events about files and their counts; returns the unsubscribe functions. */
export const followWorkspace = (client: Client, stores: Stores): readonly (() => void)[] => {
  const { app, agents, editor, files } = stores;
  const ask = () => askPreview(stores);
  let stopping = false;
  return [
    client.on("workspace.changed", (event) => {
      files.getState().changed(event);
      editor.getState().changed(event);
      const isOther = event.changes.some(({ path, kind }) => path === "agents.yaml" || kind !== "changed");
      if (isOther) void app.getState().refresh();
      if (event.changes.some(({ path }) => path === "agents.yaml")) {
        if (app.getState().view === "agents") void agents.getState().load();
      }
      ask();
    }),
    client.on("workspace.indexing", ({ done, total, finished, cancelled }) => {
      const cancel = () => {
        stopping = true;
        app.getState().work("indexing", { done, total });
        told(client.call("workspace.cancelIndexing", {}));
      };
      // Files that prompts are made of are still read completely, so events may follow after Cancel.
      const step = stopping ? { done, total } : { done, total, cancel };
      app.getState().work("indexing", finished ? null : step);
      stopping &&= !finished;
      if (cancelled) {
        const resume = () => told(client.call("workspace.resumeIndexing", {}));
        app.getState().work("indexing", { done, total, resume });
        notify(t.app.progress.indexingStopped(formatCount(done), formatCount(total)), {
          action: {
            label: t.app.progress.goOn,
            run: resume,
          },
        });
      }
      if (!finished) return;
      void app.getState().refresh();
      void files.getState().reload().then(ask);
    }),
    client.on("tokens.recounting", ({ done, total, status }) => {
      const cancel = () => told(client.call("tokens.cancelRecount", {}));
      app.getState().work("recounting", status === "running" ? { done, total, cancel } : null);
      if (status === "finished") void files.getState().reload().then(ask);
    }),
  ];
};
