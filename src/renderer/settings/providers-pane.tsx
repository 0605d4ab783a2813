import { Cpu, Server, TextSearch } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useStore } from "zustand";
import { isServer, type ProviderInfo } from "#shared/contract/providers.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { freeId } from "./free-id.ts";
import { ModelsTable } from "./models-table.tsx";
import { ProviderForm } from "./provider-form.tsx";
import type { FoundServer, ProviderDraft, ProvidersStore } from "./providers-store.ts";
import { RequestsTable } from "./requests-table.tsx";
import { SectionTitle } from "./sections.tsx";
import { Chip } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import { failureText } from "../ui/failure-text.ts";
import ui from "../ui/basics.module.css";
import settingStyles from "./setting.module.css";
import styles from "./providers-pane.module.css";

type Props = {
  store: ProvidersStore;
  host: "electron" | "web" | "cli";
  /** Models in files, below the servers. */
  children: ReactNode;
};

const words = t.providers;

/** Model servers: configured ones, those found, and every request that was sent to them. */
export const ProvidersPane = ({ store, host, children }: Props) => {
  const state = useStore(store);
  const [editing, setEditing] = useState<ProviderInfo | "new" | null>(null);
  const [testing, setTesting] = useState<string | null>(null);
  useEffect(() => {
    const { load, discover, readModels, readRequests } = store.getState();
    void load();
    void Promise.allSettled([discover(), readModels()]).then(readRequests);
  }, [store]);

  const tell = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      notify(failureText(error), { kind: "bad" });
    }
    void state.readRequests();
  };
  const test = (provider: ProviderInfo) =>
    tell(async () => {
      setTesting(provider.id);
      try {
        notify(words.works(provider.name, (await state.test(provider.id)).length));
        await state.readModels();
      } finally {
        setTesting(null);
      }
    });
  const remove = (provider: ProviderInfo) =>
    tell(async () => {
      const { name, hasKey } = provider;
      const takeBack = await state.remove(provider);
      const undo = () => void tell(() => takeBack().then(() => notify(words.back(name, hasKey))));
      notify(words.removed(name, hasKey), { action: { label: t.undo, run: undo } });
    });
  const use = (found: FoundServer) =>
    tell(async () => {
      const models = await state.save(draftOf(found, state.providers));
      notify(words.works(found.name, models.length));
      await state.discover();
    });
  const known = new Set(state.providers.map(({ baseUrl }) => originOf(baseUrl)));
  const offered = (state.found ?? []).filter(({ baseUrl }) => !known.has(originOf(baseUrl)));

  return (
    <section className={styles.providers} aria-label={words.title}>
      <SectionTitle section="models" />
      <p className={classes(ui.muted, ui.small)}>{words.text}</p>
      <ul>
        {state.providers.map((provider) => (
          <li key={provider.id} className={settingStyles.setting}>
            <Icon of={provider.kind === "builtin" ? TextSearch : Server} size={16} />
            <div className={ui.grow}>
              <div className={ui.strong}>
                {provider.name} {provider.hasKey && <Chip>{words.hasKey}</Chip>}
              </div>
              <div className={classes(ui.muted, ui.small)}>
                {isServer(provider.kind) ? provider.baseUrl : aboutOf()[provider.kind]}
              </div>
              {provider.warning && <div className={classes(ui.small, ui.warn)}>{provider.warning}</div>}
            </div>
            {isServer(provider.kind) && (
              <>
                <Button size="small" disabled={testing !== null} onClick={() => void test(provider)}>
                  {testing === provider.id ? words.testing : words.test}
                </Button>
                <Button size="small" onClick={() => setEditing(provider)}>
                  {words.edit}
                </Button>
                <Button size="small" kind="quiet" onClick={() => void remove(provider)}>
                  {words.remove}
                </Button>
              </>
            )}
          </li>
        ))}
        {offered.map((found) => (
          <li key={found.baseUrl} className={settingStyles.setting}>
            <Icon of={Cpu} size={16} />
            <div className={ui.grow}>
              <div className={ui.strong}>{words.found(found.name)}</div>
              <div className={classes(ui.muted, ui.small)}>
                {found.baseUrl}, {words.foundModels(found.models.length)}
              </div>
            </div>
            <Button size="small" onClick={() => void use(found)}>
              {words.use}
            </Button>
          </li>
        ))}
      </ul>
      {editing ? (
        <ProviderForm
          key={editing === "new" ? "new" : editing.id}
          provider={editing === "new" ? null : editing}
          taken={state.providers.map(({ id }) => id)}
          host={host}
          onSave={state.save}
          onClose={() => {
            setEditing(null);
            void state.readRequests();
          }}
        />
      ) : (
        <Button onClick={() => setEditing("new")}>{words.add}</Button>
      )}
      {children}
      <ModelsTable store={store} />
      <RequestsTable requests={state.requests} />
    </section>
  );
};

/** What those without an address are. */
const aboutOf = () => ({ builtin: words.builtinText, local: words.localText });

/** Ollama lists itself with the same address with and without a path. */
const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : address);

const draftOf = (found: FoundServer, providers: readonly ProviderInfo[]): ProviderDraft => ({
  id: freeId(
    found.name,
    providers.map(({ id }) => id),
  ),
  kind: found.kind,
  name: found.name,
  baseUrl: found.baseUrl,
});
