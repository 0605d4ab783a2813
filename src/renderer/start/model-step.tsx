import { isEmbeddingModel } from "#shared/model/embedding-model.ts";
import { Cpu, KeyRound, Sprout, TextSearch } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { useAttempt } from "../ui/use-attempt.ts";
import type { FirstStartProps, ModelOffer, OnlineDraft } from "./first-start-props.ts";
import { ChosenFile, ModelFileOptions, useModelFiles } from "./model-file-options.tsx";
import { Chevron, Group, Option } from "./option.tsx";
import { Problem } from "../ui/problem.tsx";
import { Input, Select } from "../ui/field.tsx";
import { classes } from "../ui/classes.ts";
import stepStyles from "./step.module.css";
import ui from "../ui/basics.module.css";
import styles from "./model-step.module.css";

/** A server that could answer, found here or just connected. */
type Props = Pick<FirstStartProps, "found" | "onLookAgain" | "onChoose" | "onConnect" | "modelFiles"> & {
  renderFoot: (next: () => void, busy: boolean) => ReactNode;
  onNext: (model: string) => void;
};

const words = t.start;

export const ModelStep = (props: Props) => {
  const { found, onLookAgain, onChoose, onConnect, modelFiles, renderFoot, onNext } = props;
  const [online, setOnline] = useState<ModelOffer | null>(null);
  const offers = [...(found ?? []), ...(online ? [online] : [])]
    .map((offer) => (offer === online ? offer : { ...offer, models: answering(offer.models) }))
    .filter(({ models }) => models.length > 0);
  const [picked, setPicked] = useState<string | null>(null);
  const [models, setModels] = useState<Readonly<Record<string, string>>>({});
  const { working: busy, failure, attempt } = useAttempt();
  const connecting = useAttempt();
  const files = useModelFiles(modelFiles);
  const chosen = picked ?? offers[0]?.baseUrl ?? "builtin";

  const next = () =>
    void attempt(async () => {
      const file = files.all.find(({ path }) => path === chosen);
      if (file) {
        await modelFiles.onChoose(file);
        return onNext(file.name);
      }
      const offer = offers.find(({ baseUrl }) => baseUrl === chosen) ?? null;
      const model = offer ? (models[offer.baseUrl] ?? offer.models[0] ?? "") : t.chat.model.builtin;
      await onChoose(offer, model);
      onNext(offer ? `${model}, ${offer.name}` : model);
    });
  const connect = (draft: OnlineDraft) =>
    void connecting.attempt(async () => {
      const offer = await onConnect(draft).then((each) => ({ ...each, models: answering(each.models) }));
      setOnline(offer);
      setPicked(offer.baseUrl);
    });

  return (
    <section className={stepStyles.firstPage} aria-label={words.step(2)}>
      <div className={stepStyles.firstInner}>
        <h1>{words.modelTitle}</h1>
        <p className={stepStyles.firstLead}>{words.modelText}</p>
        {failure && (
          <Problem failure={failure} role="alert">
            {failure}
          </Problem>
        )}
        {found === null && (
          <p className={classes(ui.quiet, ui.small)} role="status">
            {words.looking}
          </p>
        )}
        {[
          { title: words.foundHere, of: offers.filter((offer) => offer !== online) },
          { title: words.connected, of: offers.filter((offer) => offer === online) },
        ]
          .filter(({ of }) => of.length > 0)
          .map(({ title, of }) => (
            <Group key={title} title={title}>
              {of.map((offer) => (
                <Option
                  key={offer.baseUrl}
                  icon={Cpu}
                  title={offer.name}
                  text={
                    offer === online ? words.offers(offer.models.length) : words.running(offer.models.length)
                  }
                  on={chosen === offer.baseUrl}
                  onPick={() => setPicked(offer.baseUrl)}
                >
                  <Select
                    aria-label={t.providers.model}
                    value={models[offer.baseUrl] ?? offer.models[0]}
                    onChange={(event) => setModels({ ...models, [offer.baseUrl]: event.currentTarget.value })}
                  >
                    {offer.models.map((model) => (
                      <option key={model}>{model}</option>
                    ))}
                  </Select>
                </Option>
              ))}
            </Group>
          ))}
        <Group title={words.needsNothing}>
          <Option
            icon={TextSearch}
            title={t.chat.model.builtin}
            text={t.providers.builtinText}
            on={chosen === "builtin"}
            onPick={() => setPicked("builtin")}
          />
        </Group>
        {files.all.length > 0 && (
          <Group title={words.modelFiles.title}>
            <ModelFileOptions files={files.all} chosen={chosen} onPick={setPicked} />
          </Group>
        )}
        <Group title={words.else}>
          <ChosenFile
            picker={modelFiles.renderPicker}
            onPath={async (path) => setPicked((await files.look(path)).path)}
          />
          {found !== null && found.length === 0 && <Guide onLookAgain={onLookAgain} />}
          <Online busy={connecting.working} failure={connecting.failure} onConnect={connect} />
        </Group>
      </div>
      {renderFoot(next, busy)}
    </section>
  );
};

/** Models that only make vectors cannot answer. */
const answering = (models: readonly string[]): readonly string[] =>
  models.filter((model) => !isEmbeddingModel(model));

/** For users who have no model yet. */
const Guide = ({ onLookAgain }: { onLookAgain: () => void }) => (
  <details className={classes(styles.firstOption, styles.firstDetails)}>
    <summary>
      <span className={styles.firstLogo}>
        <Icon of={Sprout} size={18} />
      </span>
      <span className={ui.grow}>
        <span className={ui.strong}>{words.none}</span>
        <span className={styles.firstOptionText}>{words.noneText}</span>
      </span>
      <Chevron />
    </summary>
    <ol className={styles.firstGuide}>
      <li>
        {words.guide.get}{" "}
        <a href={words.guide.address} target="_blank" rel="noreferrer noopener">
          {words.guide.address.replace("https://", "")}
        </a>{" "}
        {words.guide.start}
      </li>
      <li>
        {words.guide.terminal} <code>{words.guide.command}</code> <CopyCommand text={words.guide.command} />{" "}
        {words.guide.size}
      </li>
      <li>{words.guide.back}</li>
    </ol>
    <Button onClick={onLookAgain}>{words.again}</Button>
  </details>
);

const CopyCommand = ({ text }: { text: string }) => {
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <Button kind="quiet" onClick={copy}>
      {isCopied ? words.guide.copied : words.guide.copy}
    </Button>
  );
};

const addresses = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  "openai-compatible": "",
} as const;

type OnlineProps = {
  busy: boolean;
  /** Why the last attempt failed; shown at the form, which it is about. */
  failure: string | null;
  onConnect: (draft: OnlineDraft) => void;
};

const Online = ({ busy, failure, onConnect }: OnlineProps) => {
  const [kind, setKind] = useState<OnlineDraft["kind"]>("openai");
  const [baseUrl, setBaseUrl] = useState<string>(addresses.openai);
  const [apiKey, setApiKey] = useState("");
  return (
    <details className={classes(styles.firstOption, styles.firstDetails)}>
      <summary>
        <span className={styles.firstLogo}>
          <Icon of={KeyRound} size={18} />
        </span>
        <span className={ui.grow}>
          <span className={ui.strong}>{words.online}</span>
          <span className={styles.firstOptionText}>{words.onlineText}</span>
        </span>
        <Chevron />
      </summary>
      <form
        className={styles.firstOnline}
        onSubmit={(event) => {
          event.preventDefault();
          onConnect({ kind, baseUrl, apiKey });
        }}
      >
        <Select
          aria-label={t.providers.kind}
          value={kind}
          onChange={(event) => {
            const next = event.currentTarget.value as OnlineDraft["kind"];
            setKind(next);
            setBaseUrl(addresses[next]);
          }}
        >
          {(["openai", "anthropic", "openai-compatible"] as const).map((value) => (
            <option key={value} value={value}>
              {t.providers.kinds[value]}
            </option>
          ))}
        </Select>
        <Input
          type="url"
          required
          aria-label={t.providers.address}
          value={baseUrl}
          onChange={(event) => setBaseUrl(event.currentTarget.value)}
        />
        <Input
          type="password"
          autoComplete="off"
          aria-label={t.providers.key}
          placeholder={t.providers.key}
          value={apiKey}
          onChange={(event) => setApiKey(event.currentTarget.value)}
        />
        <Button type="submit" disabled={busy}>
          {words.connect}
        </Button>
        {failure && (
          <div role="alert" ref={(note) => note?.scrollIntoView({ block: "nearest" })}>
            <Problem failure={failure}>{failure}</Problem>
          </div>
        )}
      </form>
    </details>
  );
};
