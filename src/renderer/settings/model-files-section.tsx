import { FileBox, HardDrive } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useStore } from "zustand";
import type { DescribedModel, FoundModel, ModelFile } from "#shared/contract/model-files.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { failureText } from "../ui/failure-text.ts";
import { Input } from "../ui/field.tsx";
import { formatBytes, formatCount } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import ui from "../ui/basics.module.css";
import { ModelPathForm } from "./model-path-form.tsx";
import type { ModelFilesStore } from "./model-files-store.ts";
import settingStyles from "./setting.module.css";
import styles from "./model-files-section.module.css";

type Props = { store: ModelFilesStore; host: "electron" | "web" | "cli" };

const words = t.modelFiles;

/** Models in files: those in use, those that other programs have, and what fits this computer. */
export const ModelFilesSection = ({ store, host }: Props) => {
  const state = useStore(store);
  const [busy, setBusy] = useState<string | null>(null);
  const [typing, setTyping] = useState(false);
  useEffect(() => {
    const { load, find } = store.getState();
    void Promise.allSettled([load(), find()]);
  }, [store]);

  const attempt = async (what: string, work: () => Promise<void>) => {
    setBusy(what);
    try {
      await work();
    } catch (error) {
      notify(failureText(error), { kind: "bad" });
    }
    setBusy(null);
  };
  const add = (path: string, name?: string) =>
    attempt(path, async () => {
      notify(words.added((await state.add(path, name)).name));
      setTyping(false);
    });
  const pick = async () => {
    if (host !== "electron") return setTyping(true);
    const path = await state.pick();
    if (path !== null) await add(path);
  };
  const remove = (file: ModelFile) =>
    attempt(file.id, async () => {
      const back = await state.remove(file);
      const undo = () => void attempt(file.id, back);
      notify(words.removed(file.name), { action: { label: t.undo, run: undo } });
    });

  const { files, found, memory, engine } = state;
  return (
    <section aria-label={words.title} className={styles.modelFiles}>
      <h3>{words.title}</h3>
      <p className={classes(ui.muted, ui.small)}>
        {words.text} {memory && words.memory(formatBytes(memory.available), formatBytes(memory.total))}
      </p>
      <ul>
        {files.map((file) => (
          <li key={file.id} className={settingStyles.setting}>
            <Icon of={FileBox} size={16} />
            <div className={ui.grow}>
              <div className={ui.strong}>{file.name}</div>
              <div className={classes(ui.muted, ui.small, styles.path)}>{file.path}</div>
              {file.model && <Facts model={file.model} />}
              {file.hasTools === false && <p className={classes(ui.muted, ui.small)}>{words.noTools}</p>}
              {file.problem && <p className={classes(ui.small, ui.warn)}>{file.problem}</p>}
              {engine.model === file.id && !engine.isReady && <Loading progress={engine.progress} />}
            </div>
            {file.model && (
              <OwnWindow
                key={file.model.window}
                file={file}
                window={file.model.window}
                onSet={(window) => attempt(file.id, () => state.setWindow(file.id, window))}
              />
            )}
            {engine.model === file.id && engine.isReady && (
              <Button size="small" onClick={() => void attempt(file.id, state.unload)}>
                {words.unload}
              </Button>
            )}
            <Button size="small" kind="quiet" disabled={busy !== null} onClick={() => void remove(file)}>
              {words.remove}
            </Button>
          </li>
        ))}
        {(found ?? []).map((model) => (
          <Found key={model.path} model={model} busy={busy} onAdd={() => void add(model.path, model.name)} />
        ))}
      </ul>
      {typing ? (
        <ModelPathForm
          complete={state.complete}
          busy={busy !== null}
          onAdd={(path) => void add(path)}
          onClose={() => setTyping(false)}
        />
      ) : (
        <Button disabled={busy !== null} onClick={() => void pick()}>
          {words.add}
        </Button>
      )}
    </section>
  );
};

type FoundProps = { model: FoundModel; busy: string | null; onAdd: () => void };

const Found = ({ model, busy, onAdd }: FoundProps): ReactNode => (
  <li className={settingStyles.setting}>
    <Icon of={HardDrive} size={16} />
    <div className={ui.grow}>
      <div className={ui.strong}>{words.foundIn(model.name, words.sources[model.source])}</div>
      <Facts model={model} />
    </div>
    <Button size="small" disabled={busy !== null} onClick={onAdd}>
      {busy === model.path ? words.reading : words.use}
    </Button>
  </li>
);

/** Size, window and memory, and a plain warning where there is reason for one. */
const Facts = ({ model }: { model: DescribedModel }): ReactNode => (
  <>
    <p className={classes(ui.muted, ui.small, ui.num)}>
      {[
        weightsText(model.parameters),
        ...(model.quantization ? [model.quantization] : []),
        formatBytes(model.bytes),
        model.trainedWindow === null
          ? words.window(formatCount(model.window))
          : words.windowOf(formatCount(model.window), formatCount(model.trainedWindow)),
        words.needs(formatBytes(model.neededBytes)),
      ].join(" · ")}
    </p>
    {model.fit !== "fits" && (
      <p className={classes(ui.small, model.fit === "slow" ? ui.warn : ui.bad)}>{words.fits[model.fit]}</p>
    )}
    {!model.hasTemplate && <p className={classes(ui.small, ui.warn)}>{words.noTemplate}</p>}
  </>
);

const weightsText = (count: number): string => {
  if (count >= 1e9) return words.weights(`${(count / 1e9).toFixed(1)} billion`);
  return words.weights(count >= 1e6 ? `${Math.round(count / 1e6)} million` : formatCount(count));
};

const Loading = ({ progress }: { progress: number }): ReactNode => (
  <p className={ui.small} role="status">
    {words.loading(Math.round(progress * 100))}
  </p>
);

type WindowProps = {
  file: ModelFile;
  window: number;
  onSet: (window: number | null) => Promise<void>;
};

const OwnWindow = ({ file, window, onSet }: WindowProps): ReactNode => (
  <label className={classes(ui.muted, ui.small, styles.window)}>
    {words.windowLabel}
    <Input
      className={ui.num}
      type="number"
      min={512}
      step={256}
      aria-label={words.ownWindow(file.name)}
      defaultValue={window}
      onBlur={(event) => {
        const typed = event.currentTarget.valueAsNumber;
        // An empty field leaves the choice to Satchel.
        if (Number.isNaN(typed)) void onSet(null);
        else if (typed !== window) void onSet(typed);
      }}
    />
  </label>
);
