import { useCallback, useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { LOCAL_PROVIDER } from "#shared/contract/model-files.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { partsOf } from "../budget/map/parts.ts";
import { SegmentMap } from "../budget/map/segment-map.tsx";
import { ModelPathForm } from "../settings/model-path-form.tsx";
import { FirstStart } from "../start/first-start.tsx";
import type { ModelOffer, OnlineDraft } from "../start/first-start-props.ts";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { told } from "../ui/told.ts";
import { useAgent } from "./use-agent.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";

/** Connects the three steps of the first start with the rooms. */
export const FirstStartView = ({ onDone }: { onDone: () => void }) => {
  const { client, providers, preview, budget, app, openProject, pickFolder, chooseModel } = useWorkbench();
  const modelFiles = useModelFiles();
  const picksFolders = useApp((current) => current.info?.picksFolders ?? false);
  const project = useApp((state) => state.project);
  const manifest = useStore(preview, (state) => state.manifest);
  const state = useStore(providers);
  const agent = useAgent();
  const name = agent?.displayName ?? t.app.name;
  const [recent, setRecent] = useState<readonly { folder: string; name: string }[]>([]);

  useEffect(() => {
    void client.call("project.recent", {}).then((found) => setRecent(found.projects));
  }, [client]);

  const listFolders = useCallback((typed: string) => client.call("folders.list", { typed }), [client]);
  if (!project) return null;
  /** The id of the provider at this address, which is set up first if necessary. */
  const providerAt = async (offer: ModelOffer): Promise<string> => {
    const known = state.providers.find(({ baseUrl }) => baseUrl === offer.baseUrl);
    if (known) return known.id;
    const server = state.found?.find(({ baseUrl }) => baseUrl === offer.baseUrl);
    const id = offer.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
    const kind = server?.kind ?? "openai-compatible";
    await state.save({ id, kind, name: offer.name, baseUrl: offer.baseUrl });
    return id;
  };
  const choose = async (offer: ModelOffer | null, model: string) => {
    if (!agent) return;
    await chooseModel(agent.id, offer && { provider: await providerAt(offer), model });
  };
  const connect = async ({ kind, baseUrl, apiKey }: OnlineDraft): Promise<ModelOffer> => {
    // A service of its own kind is known by its address, in the list and in failures.
    const server = kind === "openai-compatible" ? hostOf(baseUrl) : t.providers.kinds[kind];
    const known = state.providers.some(({ id }) => id === kind);
    try {
      const models = await state.save({ id: kind, kind, name: server, baseUrl, ...(apiKey && { apiKey }) });
      return { name: server, baseUrl, models };
    } catch (error) {
      // A failed first try leaves no server behind.
      if (!known) await client.call("providers.remove", { id: kind }).catch(() => {});
      throw error;
    }
  };
  const done = (view: "files" | "budget") => {
    void client.call("settings.set", { user: { firstStart: false } });
    app.getState().go(view);
    onDone();
    if (view === "files") requestAnimationFrame(() => document.getElementById("composer")?.focus());
  };
  return (
    <FirstStart
      project={project}
      agent={name}
      recent={recent.filter(({ folder }) => folder !== project.folder)}
      found={state.found}
      manifest={manifest}
      map={manifest && <PromptMap manifest={manifest} agent={name} />}
      onWhy={(segment) => {
        budget.getState().select(segment);
        done("budget");
      }}
      onTour={() => {
        budget.getState().showTour(0);
        done("budget");
      }}
      onOpenFolder={(folder) => openProject(folder)}
      onPickFolder={picksFolders ? pickFolder : null}
      onListFolders={listFolders}
      onLookAgain={() => {
        void state.discover();
        modelFiles.find();
      }}
      modelFiles={{
        ...modelFiles,
        onChoose: async ({ path, name: title }) => {
          const id = await modelFiles.add(path, title);
          if (agent) await chooseModel(agent.id, { provider: LOCAL_PROVIDER, model: id });
        },
      }}
      onChoose={choose}
      onConnect={connect}
      onDone={done}
      onMoveIn={() => {
        done("files");
        app.getState().show("importDialog", true);
      }}
    />
  );
};

/** Models in files that the first start offers. They are looked for when its second step begins. */
const useModelFiles = () => {
  const { client, modelFiles } = useWorkbench();
  const { found, add, pick, complete } = useStore(modelFiles);
  const hasDialog = useApp((state) => state.info?.host === "electron");
  const choose = async (onPath: (path: string) => void) => {
    const path = await pick();
    if (path !== null) onPath(path);
  };
  return {
    found,
    find: () => told(modelFiles.getState().find()),
    add: async (path: string, name: string) => (await add(path, name)).id,
    onLook: async (path: string) => (await client.call("modelFiles.look", { path })).model,
    renderPicker: (onPath: (path: string) => void, busy: boolean) =>
      hasDialog ? (
        <Button disabled={busy} onClick={() => told(choose(onPath))}>
          {t.start.modelFiles.pick}
        </Button>
      ) : (
        <ModelPathForm complete={complete} busy={busy} onAdd={onPath} />
      ),
  };
};

const hostOf = (address: string): string => {
  try {
    return new URL(address).host;
  } catch {
    return address;
  }
};

/** The map of the budget; the card beside a tile explains it. */
const PromptMap = ({ manifest, agent }: { manifest: Manifest; agent: string }) => {
  const [selected, select] = useState<string | null>(null);
  const parts = useMemo(() => partsOf(manifest), [manifest]);
  const card = {
    manifest,
    agent: { displayName: agent },
    profile: null,
    revision: manifest.id,
    changes: null,
  };
  return (
    <SegmentMap parts={parts} before={null} selected={selected} onSelect={select} card={card} lens="layer" />
  );
};
