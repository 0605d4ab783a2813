import { MAX_PATIENCE_MINUTES } from "#shared/contract/settings.ts";
import { useStore } from "zustand";
import { formatCount, readCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { Switch } from "../ui/switch.tsx";
import { told } from "../ui/told.ts";
import { checkAddress, checkPath } from "./checks.ts";
import { SectionTitle } from "./sections.tsx";
import { Setting, TextSetting } from "./setting.tsx";
import type { SettingsStore } from "./settings-store.ts";

/** How model servers are reached, and what is stored of conversations. */
export const NetworkSection = ({ store }: { store: SettingsStore }) => {
  const { user, change } = useStore(store);
  const words = t.settings;
  const setNetwork = (network: {
    proxy?: string;
    extraCertificates?: string;
    patienceMinutes?: number | null;
  }) => change({ user: { network } });
  return (
    <>
      <SectionTitle section="network" />
      <TextSetting
        title={words.proxy}
        text={words.proxyText}
        value={user?.network.proxy ?? ""}
        placeholder={words.noProxy}
        check={checkAddress}
        disabled={!user}
        onSave={(proxy) => setNetwork({ proxy })}
      />
      <TextSetting
        title={words.certificates}
        text={words.certificatesText}
        value={user?.network.extraCertificates ?? ""}
        placeholder={words.noCertificates}
        check={checkPath}
        disabled={!user}
        onSave={(extraCertificates) => setNetwork({ extraCertificates })}
      />
      <TextSetting
        title={words.patience}
        text={words.patienceText}
        value={formatCount(user?.network.patienceMinutes ?? 10)}
        check={checkMinutes}
        disabled={!user}
        onSave={(typed) => setNetwork({ patienceMinutes: typed === "" ? null : readCount(typed) })}
      />
      <SectionTitle section="conversations" />
      <Setting title={words.redact} text={words.redactText}>
        <Switch
          aria-label={words.redact}
          checked={user?.redactSecrets ?? false}
          disabled={!user}
          onChange={(event) => told(change({ user: { redactSecrets: event.currentTarget.checked } }))}
        />
      </Setting>
    </>
  );
};

const checkMinutes = (typed: string): string | null => {
  const minutes = readCount(typed);
  const isFine = typed.trim() === "" || (minutes !== null && minutes >= 1 && minutes <= MAX_PATIENCE_MINUTES);
  return isFine ? null : t.settings.wrongMinutes(MAX_PATIENCE_MINUTES);
};
