import { Lock } from "lucide-react";
import { useId } from "react";
import type { Agent } from "#shared/contract/agents.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { Switch } from "../ui/switch.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./memory-switches.module.css";

type Props = {
  agent: Agent;
  /** In a folder that is not trusted nothing is learned, whatever the switch says. */
  isRestricted: boolean;
  onSwitch: (key: "enabled" | "extract", on: boolean) => void;
};

const words = t.memory.switches;

/** Whether this agent has a memory at all and learns on its own; a restricted one never does. */
export const MemorySwitches = ({ agent, isRestricted, onSwitch }: Props) => {
  const id = useId();
  const { displayName, scope, memory } = agent;
  if (scope === "shared" || isRestricted) {
    return (
      <div className={styles.memoryNote}>
        <Icon of={Lock} size={13} />
        <p>{isRestricted ? words.restricted(displayName) : words.shared(displayName)}</p>
      </div>
    );
  }
  if (!memory.enabled) {
    return (
      <div className={styles.memoryNote}>
        <div>
          <p>{words.off(displayName)}</p>
          <Button size="small" onClick={() => onSwitch("enabled", true)}>
            {words.turnOn}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.memorySwitch}>
      <label className={ui.row}>
        <span className={classes(ui.grow, ui.strong)}>{words.extract}</span>
        <Switch
          aria-describedby={id}
          checked={memory.extract}
          onChange={(event) => onSwitch("extract", event.currentTarget.checked)}
        />
      </label>
      <p id={id}>{(memory.extract ? words.extractOn : words.extractOff)(displayName)}</p>
    </div>
  );
};
