import { useId } from "react";
import type { ToolChoices } from "#shared/contract/tools.ts";
import { isAllowed, withTool } from "#shared/model/allowed-tools.ts";
import { Chip } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import { formatTokens } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { Segmented } from "../ui/segmented.tsx";
import { Switch } from "../ui/switch.tsx";
import ui from "../ui/basics.module.css";
import styles from "./tools-field.module.css";

/** `*` stands for every tool; otherwise names and patterns with commas between them. */
export const EVERY_TOOL = "*";

export const toolsText = (allowed: readonly string[] | null): string =>
  allowed === null ? EVERY_TOOL : allowed.join(", ");

export const readTools = (text: string): readonly string[] | null =>
  text.trim() === EVERY_TOOL
    ? null
    : text
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean);

type Props = {
  id: string;
  text: string;
  /** Null until they are known. */
  choices: ToolChoices | null;
  disabled: boolean | undefined;
  labelledBy: string;
  onChange: (text: string) => void;
};

/** Every tool with what its definition costs in each prompt; what is off is not sent. */
export const ToolsField = ({ id, text, choices, disabled, labelledBy, onChange }: Props) => {
  const allowed = readTools(text);
  const known = choices?.tools ?? [];
  const exact = choices?.exact ?? true;
  const on = known.filter(({ name }) => isAllowed(name, allowed));
  const names = known.map(({ name }) => name);
  const others = (allowed ?? []).filter((entry) => !names.some((name) => isAllowed(name, [entry])));
  const choose = (name: string, isOn: boolean) =>
    onChange(toolsText(withTool(allowed ?? names, name, isOn, names)));
  const words = t.agents.tools;
  return (
    <div id={id} role="group" aria-labelledby={labelledBy} className={styles.tools}>
      <div className={ui.row}>
        <Segmented
          label={words.which}
          value={allowed === null ? "every" : "some"}
          options={[
            { value: "every", label: words.every },
            { value: "some", label: words.some },
          ]}
          onChange={(which) => {
            if (!disabled) onChange(which === "every" ? EVERY_TOOL : toolsText(on.map(({ name }) => name)));
          }}
        />
        <span className={ui.grow} />
        <span className={classes(ui.quiet, ui.small, ui.num)}>
          {words.together(
            on.length,
            formatTokens(
              on.reduce((sum, { tokens }) => sum + tokens, 0),
              exact,
            ),
          )}
        </span>
      </div>
      <ul>
        {known.map((tool) => (
          <Tool
            key={tool.name}
            tool={tool}
            exact={exact}
            isOn={on.includes(tool)}
            disabled={disabled}
            onChoose={(isOn) => choose(tool.name, isOn)}
          />
        ))}
      </ul>
      {others.length > 0 && <p className={classes(ui.quiet, ui.small)}>{words.others(others)}</p>}
    </div>
  );
};

type ToolProps = {
  tool: ToolChoices["tools"][number];
  exact: boolean;
  isOn: boolean;
  disabled: boolean | undefined;
  onChoose: (isOn: boolean) => void;
};

const Tool = ({ tool: { name, text, tokens, asks }, exact, isOn, disabled, onChoose }: ToolProps) => {
  const id = useId();
  return (
    <li className={styles.tool} data-on={isOn || undefined}>
      <Switch
        aria-label={name}
        aria-describedby={id}
        disabled={disabled}
        checked={isOn}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      <span id={id} className={styles.toolText}>
        <code>{name}</code>
        {asks && <Chip>{t.agents.tools.asks}</Chip>}
        <span>{text}</span>
      </span>
      <span className={classes(ui.num, ui.quiet)}>{formatTokens(tokens, exact)}</span>
    </li>
  );
};
