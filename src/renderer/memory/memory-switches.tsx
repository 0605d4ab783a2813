import { Lock } from "lucide-react";
import { useId } from "react";
import type { Agent } from "#shared/contract/agents.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";

type Props = { agent: Agent; onSwitch: (key: "enabled" | "extract", on: boolean) => void };

const words = t.memory.switches;

/** Whether this agent remembers at all and learns by itself; a shared one never does. */
export const MemorySwitches = ({ agent, onSwitch }: Props) => {
  const id = useId();
  const { displayName, scope, memory } = agent;
  if (scope === "shared") {
    return (
      <div className="memory-note">
        <Icon of={Lock} size={13} />
        <p>{words.shared(displayName)}</p>
      </div>
    );
  }
  if (!memory.enabled) {
    return (
      <div className="memory-note">
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
    <div className="memory-switch">
      <label className="row">
        <span className="grow b">{words.extract}</span>
        <input
          type="checkbox"
          role="switch"
          className="switch"
          aria-describedby={id}
          checked={memory.extract}
          onChange={(event) => onSwitch("extract", event.currentTarget.checked)}
        />
      </label>
      <p id={id}>{(memory.extract ? words.extractOn : words.extractOff)(displayName)}</p>
    </div>
  );
};
