import { useEffect } from "react";
import type { StoredCalibration } from "#shared/contract/tokens.ts";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { told } from "../ui/told.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import settingStyles from "./setting.module.css";

type Props = {
  calibrations: readonly StoredCalibration[];
  load: () => Promise<void>;
  onReset: (model: string) => void;
};

/** How the models' own counts compare with ours, with a button that resets it. */
export const Calibrations = ({ calibrations, load, onReset }: Props) => {
  useEffect(() => told(load()), [load]);
  const words = t.settings;
  if (calibrations.length === 0) return <p className={classes(ui.muted, ui.small)}>{words.noCalibrations}</p>;
  return (
    <ul>
      {calibrations.map(({ model, ratio, samples }) => (
        <li key={model} className={settingStyles.setting}>
          <div className={ui.grow}>
            <div className={ui.strong}>{model}</div>
            <div className={classes(ui.muted, ui.small, ui.num)}>{words.calibration(ratio, samples)}</div>
          </div>
          <Button size="small" aria-label={words.resetOf(model)} onClick={() => onReset(model)}>
            {words.reset}
          </Button>
        </li>
      ))}
    </ul>
  );
};
