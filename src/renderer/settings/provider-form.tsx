import { type ReactNode, type SubmitEvent, useId, useState } from "react";
import { isServer, type ProviderInfo } from "#shared/contract/providers.ts";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { useAttempt } from "../ui/use-attempt.ts";
import { checkAddress } from "./checks.ts";
import { freeId } from "./free-id.ts";
import type { ProviderDraft } from "./providers-store.ts";
import { Input, Select } from "../ui/field.tsx";
import { Problem } from "../ui/problem.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import { CardForm } from "../ui/card.tsx";
import styles from "./provider-form.module.css";

type Kind = ProviderDraft["kind"];

const kinds: readonly Kind[] = ["ollama", "openai-compatible", "openai", "anthropic"];

/** The usual address of each kind. */
const addresses: Readonly<Record<Kind, string>> = {
  ollama: "http://127.0.0.1:11434",
  "openai-compatible": "http://127.0.0.1:1234/v1",
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
};

type Props = {
  /** Null: a new provider. */
  provider: ProviderInfo | null;
  taken: readonly string[];
  host: "electron" | "web" | "cli";
  onSave: (draft: ProviderDraft) => Promise<readonly string[]>;
  onClose: () => void;
};

/** The key is typed once and never shown again. */
export const ProviderForm = ({ provider, taken, host, onSave, onClose }: Props) => {
  const words = t.providers;
  const first: Kind = provider && isServer(provider.kind) ? provider.kind : "ollama";
  const [kind, setKind] = useState<Kind>(first);
  const [name, setName] = useState(provider?.name ?? words.kinds[first]);
  const [baseUrl, setBaseUrl] = useState(provider?.baseUrl ?? addresses[first]);
  const [key, setKey] = useState("");
  const [forget, setForget] = useState(false);
  const [exactCounts, setExactCounts] = useState(provider?.exactCounts ?? false);
  const { working: busy, failure, attempt } = useAttempt();
  /** A server that does not answer is still stored, so that the next attempt changes the same one. */
  const [saved, setSaved] = useState<string | null>(null);

  const wrongName = name.trim() === "" ? words.nameEmpty : null;
  const wrongAddress = baseUrl.trim() === "" ? words.addressEmpty : checkAddress(baseUrl);
  // An incomplete address is neither an error nor sent to a server.
  const ready = !wrongName && !wrongAddress && URL.canParse(baseUrl);

  const changeKind = (next: Kind) => {
    if (name === words.kinds[kind]) setName(words.kinds[next]);
    if (baseUrl === addresses[kind]) setBaseUrl(addresses[next]);
    setKind(next);
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!ready) return;
    await attempt(async () => {
      const id = provider?.id ?? saved ?? freeId(name, taken);
      setSaved(id);
      const apiKey = forget ? "" : key || undefined;
      const models = await onSave({
        id,
        kind,
        name,
        baseUrl,
        exactCounts: exactCounts && counts(kind),
        ...(apiKey !== undefined && { apiKey }),
      });
      notify(words.works(name, models.length));
      onClose();
    });
    setKey("");
  };

  return (
    <CardForm
      className={styles.providerForm}
      aria-label={provider ? provider.name : words.add}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <label>
        <span>{words.kind}</span>
        <Select value={kind} onChange={(event) => changeKind(event.currentTarget.value as Kind)}>
          {kinds.map((value) => (
            <option key={value} value={value}>
              {words.kinds[value]}
            </option>
          ))}
        </Select>
      </label>
      <Checked label={words.name} wrong={wrongName}>
        {(wrong) => (
          <Input required value={name} onChange={(event) => setName(event.currentTarget.value)} {...wrong} />
        )}
      </Checked>
      <Checked label={words.address} wrong={wrongAddress}>
        {(wrong) => (
          <Input
            type="url"
            required
            spellCheck={false}
            value={baseUrl}
            onChange={(event) => setBaseUrl(event.currentTarget.value)}
            {...wrong}
          />
        )}
      </Checked>
      <label>
        <span>{words.key}</span>
        <Input
          type="password"
          autoComplete="off"
          disabled={forget}
          placeholder={provider?.hasKey ? words.keyKept : words.keyNone[isOnline(kind) ? "online" : "here"]}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
      </label>
      <p className={classes(ui.quiet, ui.small)}>
        {host === "electron" ? words.keyText.electron : words.keyText.other}
      </p>
      {provider?.hasKey && (
        <label className={classes(ui.row, styles.providerForget)} data-row>
          <input
            type="checkbox"
            checked={forget}
            onChange={(event) => setForget(event.currentTarget.checked)}
          />
          {words.forget}
        </label>
      )}
      {counts(kind) && <CountsThere isOn={exactCounts} onChange={setExactCounts} />}
      {failure && (
        <Problem failure={failure} role="alert">
          {failure}
        </Problem>
      )}
      <div className={classes(ui.row, styles.providerActions)}>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button type="submit" kind="primary" disabled={busy || !ready}>
          {busy ? words.testing : words.save}
        </Button>
      </div>
    </CardForm>
  );
};

const CountsThere = ({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) => (
  <>
    <label className={classes(ui.row, styles.providerForget)} data-row>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {t.providers.exactCounts}
    </label>
    <p className={classes(ui.quiet, ui.small)}>{t.providers.exactCountsText}</p>
  </>
);

/** Ollama has no way to count. */
const counts = (kind: Kind): boolean => kind !== "ollama";

const isOnline = (kind: Kind): boolean => kind === "openai" || kind === "anthropic";

type Wrong = { readonly "aria-invalid": true | undefined; readonly "aria-describedby": string | undefined };

type CheckedProps = { label: string; wrong: string | null; children: (wrong: Wrong) => ReactNode };

/** A field with its error below. */
const Checked = ({ label, wrong, children }: CheckedProps) => {
  const id = useId();
  return (
    <>
      <label>
        <span>{label}</span>
        {children({
          "aria-invalid": wrong !== null || undefined,
          "aria-describedby": wrong ? id : undefined,
        })}
      </label>
      {wrong && (
        <p id={id} role="note" className={ui.wrong}>
          {wrong}
        </p>
      )}
    </>
  );
};
