import { FileBox, FolderOpen } from "lucide-react";
import { useState } from "react";
import type { DescribedModel, FoundModel } from "#shared/contract/model-files.ts";
import { classes } from "../ui/classes.ts";
import { formatBytes, formatCount } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { Problem } from "../ui/problem.tsx";
import { useAttempt } from "../ui/use-attempt.ts";
import ui from "../ui/basics.module.css";
import type { FirstStartProps } from "./first-start-props.ts";
import { Chevron, Option } from "./option.tsx";
import styles from "./model-step.module.css";

const words = t.start.modelFiles;

/** More would hide what is below; the settings have all of them. */
const MAX_OFFERED = 6;

type Offered = DescribedModel & Partial<Pick<FoundModel, "source">>;

/** Models of other programs, those that fit first, and those that the user chose here. */
export const useModelFiles = ({ found, onLook }: FirstStartProps["modelFiles"]) => {
  const [looked, setLooked] = useState<readonly Offered[]>([]);
  const others = [...(found ?? [])]
    .filter(({ path }) => looked.every((one) => one.path !== path))
    .sort((a, b) => ORDER[a.fit] - ORDER[b.fit])
    .slice(0, MAX_OFFERED);
  return {
    all: [...looked, ...others],
    look: async (path: string) => {
      const model = await onLook(path);
      setLooked((before) => [model, ...before.filter((one) => one.path !== model.path)]);
      return model;
    },
  };
};

const ORDER = { fits: 0, slow: 1, "too-large": 2 } as const;

type OptionsProps = {
  files: readonly Offered[];
  chosen: string;
  onPick: (path: string) => void;
};

export const ModelFileOptions = ({ files, chosen, onPick }: OptionsProps) =>
  files.map((model) => (
    <Option
      key={model.path}
      icon={FileBox}
      title={model.name}
      text={<About model={model} />}
      on={chosen === model.path}
      disabled={model.fit === "too-large"}
      onPick={() => onPick(model.path)}
    />
  ));

/** What it is and takes, and a plain warning where there is reason for one. */
const About = ({ model }: { model: Offered }) => (
  <>
    <span className={ui.num}>
      {[
        ...(model.source ? [words.from(t.modelFiles.sources[model.source])] : []),
        formatBytes(model.bytes),
        t.modelFiles.needs(formatBytes(model.neededBytes)),
        t.modelFiles.window(formatCount(model.window)),
      ].join(" · ")}
    </span>
    {model.fit !== "fits" && (
      <span className={classes(styles.firstOptionText, model.fit === "slow" ? ui.warn : ui.bad)}>
        {t.modelFiles.fits[model.fit]}
      </span>
    )}
  </>
);

type ChosenProps = {
  picker: FirstStartProps["modelFiles"]["renderPicker"];
  onPath: (path: string) => Promise<void>;
};

/** A file of the user's own. It is looked at before it can be used. */
export const ChosenFile = ({ picker, onPath }: ChosenProps) => {
  const { working, failure, attempt } = useAttempt();
  return (
    <details className={classes(styles.firstOption, styles.firstDetails)}>
      <summary>
        <span className={styles.firstLogo}>
          <Icon of={FolderOpen} size={18} />
        </span>
        <span className={ui.grow}>
          <span className={ui.strong}>{words.choose}</span>
          <span className={styles.firstOptionText}>{words.chooseText}</span>
        </span>
        <Chevron />
      </summary>
      <div className={styles.firstFile}>
        {picker((path) => void attempt(() => onPath(path)), working)}
        {failure !== null && (
          <Problem failure={failure} role="alert">
            {failure}
          </Problem>
        )}
      </div>
    </details>
  );
};
