import { Command as Cmdk } from "cmdk";
import { Check, Cpu, Search, Settings2, TextSearch } from "lucide-react";
import { Popover } from "radix-ui";
import { type ReactNode, useState } from "react";
import type { ModelInfo, ProviderInfo } from "#shared/contract/providers.ts";
import { formatShort } from "./format.ts";
import { Icon } from "./icon.tsx";
import { t } from "./messages/index.ts";
import { PickField, PickList } from "./pick-list.tsx";
import { classes } from "./classes.ts";
import ui from "./basics.module.css";
import styles from "./model-menu.module.css";

/** The chosen answerer: a model of a provider, or Built-in, which is neither. */
export type ModelChoice = { readonly provider: string; readonly model: string } | null;

export type ModelChoices = {
  readonly chosen: ModelChoice;
  readonly providers: readonly ProviderInfo[];
  readonly models: readonly ModelInfo[];
  readonly problems: readonly { readonly provider: string; readonly message: string }[];
  readonly loading: boolean;
};

type Props = ModelChoices & {
  children: ReactNode;
  /** Below the list. */
  footer?: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChoose: (choice: ModelChoice) => void;
  onSetUp: () => void;
};

/** Every model of every configured provider, with its window. */
export const ModelMenu = ({ children, footer, open, onOpenChange, onChoose, onSetUp, ...choices }: Props) => {
  const done = (work: () => void) => () => {
    onOpenChange(false);
    work();
  };
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger asChild>{children}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={classes(ui.pop, styles.modelMenu)}
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={t.chat.model.choose}
        >
          <Choices
            {...choices}
            onChoose={(choice) => done(() => onChoose(choice))()}
            onSetUp={done(onSetUp)}
          />
          {footer}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
};

type ChoicesProps = ModelChoices & Pick<Props, "onChoose" | "onSetUp">;

const Choices = ({ chosen, providers, models, problems, loading, onChoose, onSetUp }: ChoicesProps) => {
  const [query, setQuery] = useState("");
  const words = t.chat.model;
  const own = providers.filter(({ kind }) => kind !== "builtin");
  return (
    // Enter without a choice must not change the model.
    <Cmdk label={words.choose} loop defaultValue={valueOf(chosen, own)}>
      <PickField>
        <Icon of={Search} size={14} />
        <Cmdk.Input value={query} onValueChange={setQuery} placeholder={words.search} />
      </PickField>
      <PickList>
        <Cmdk.Empty>{words.none}</Cmdk.Empty>
        {own.map(({ id, name }) => (
          <Cmdk.Group key={id} heading={name}>
            {models
              .filter(({ provider }) => provider === id)
              .map((model) => (
                <Cmdk.Item
                  key={model.id}
                  value={valueOf({ provider: id, model: model.id }, own)}
                  onSelect={() => onChoose({ provider: id, model: model.id })}
                >
                  <Icon of={isChosen(chosen, model) ? Check : Cpu} size={14} />
                  <span className={classes(ui.grow, ui.ellipsis)}>{model.name}</span>
                  {model.window !== null && (
                    <span className={classes(ui.quiet, ui.num)}>{formatShort(model.window)}</span>
                  )}
                </Cmdk.Item>
              ))}
            {problems
              .filter(({ provider }) => provider === id)
              .map(({ message }) => (
                <div key={message} className={styles.modelProblem}>
                  {message}
                </div>
              ))}
          </Cmdk.Group>
        ))}
        {loading && <div className={styles.modelProblem}>{words.loading}</div>}
        <Cmdk.Group heading={words.builtin}>
          <Cmdk.Item value={words.builtin} onSelect={() => onChoose(null)}>
            <Icon of={chosen === null ? Check : TextSearch} size={14} />
            <span className={styles.modelName}>{words.builtin}</span>
            <span className={classes(ui.quiet, ui.ellipsis)} title={words.builtinText}>
              {words.builtinText}
            </span>
          </Cmdk.Item>
          <Cmdk.Item value={words.setUp} onSelect={onSetUp}>
            <Icon of={Settings2} size={14} />
            <span className={ui.ellipsis}>{words.setUp}</span>
          </Cmdk.Item>
        </Cmdk.Group>
      </PickList>
    </Cmdk>
  );
};

/** The value that an item is searched and identified by. */
const valueOf = (choice: ModelChoice, providers: readonly ProviderInfo[]): string =>
  choice === null
    ? t.chat.model.builtin
    : `${providers.find(({ id }) => id === choice.provider)?.name ?? ""} ${choice.model}`;

const isChosen = (chosen: ModelChoice, { provider, id }: ModelInfo) =>
  chosen?.provider === provider && chosen.model === id;
