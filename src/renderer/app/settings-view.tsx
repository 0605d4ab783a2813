import { useCallback } from "react";
import { useStore } from "zustand";
import { Backups } from "../settings/backups.tsx";
import { McpSection } from "../settings/mcp-section.tsx";
import { ShelfSetting } from "../settings/shelf-setting.tsx";
import { NetworkSection } from "../settings/network-section.tsx";
import { ModelFilesSection } from "../settings/model-files-section.tsx";
import { ProvidersPane } from "../settings/providers-pane.tsx";
import { SectionTitle } from "../settings/sections.tsx";
import { TeamSection } from "../team/team-section.tsx";
import { TrustedFolders } from "../settings/trusted-folders.tsx";
import { SettingsPane } from "../settings/settings-pane.tsx";
import { t } from "../ui/messages/index.ts";
import { useCommands } from "./use-commands.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";
import { ViewHead } from "../ui/view-head.tsx";
import viewStyles from "./view.module.css";

export const SettingsView = () => {
  const { app, client, settings, providers, modelFiles, mcp, team, openFile } = useWorkbench();
  const loadTrust = useCallback(
    async () => (await client.call("project.trustedFolders", {})).folders,
    [client],
  );
  const info = useApp((state) => state.info);
  const begin = useApp((state) => state.settingsAt);
  const project = useApp((state) => state.project);
  // Shows what is known: opening the settings sends no request to a remote server.
  const models = [...new Set(useStore(providers, (state) => state.models).map(({ id }) => id))];
  const userName = useStore(settings, (state) => state.user?.user.name ?? "");
  const keys = useCommands().flatMap(({ label, shortcut }) => (shortcut ? [{ label, shortcut }] : []));
  return (
    <section className={viewStyles.viewPage} aria-label={t.settings.title}>
      <ViewHead>
        <h1>{t.settings.title}</h1>
      </ViewHead>
      <div className={viewStyles.viewBody}>
        <SettingsPane
          store={settings}
          info={info}
          folder={project?.folder ?? null}
          warnings={project?.warnings ?? []}
          models={models}
          agentName={(id) => project?.agents.find((agent) => agent.id === id)?.displayName ?? id}
          keys={keys}
          begin={begin}
          onOpen={(path) => openFile(path, true)}
          backups={<Backups key={project?.folder} client={client} />}
        >
          <ProvidersPane store={providers} host={info?.host ?? "web"}>
            <ModelFilesSection store={modelFiles} host={info?.host ?? "web"} />
          </ProvidersPane>
          <McpSection store={mcp} agents={project?.agents ?? []}>
            <ShelfSetting store={settings} />
          </McpSection>
          <TeamSection
            store={team}
            title={<SectionTitle section="team" />}
            folder={project?.folder ?? null}
            userName={userName}
            onOpen={(space) => {
              void team.getState().choose(space);
              app.getState().go("team");
            }}
          />
          <NetworkSection store={settings} />
          <TrustedFolders
            load={loadTrust}
            onForget={(folder) => client.call("project.forgetTrust", { folder })}
          />
        </SettingsPane>
      </div>
    </section>
  );
};
