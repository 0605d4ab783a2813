import { useEffect } from "react";
import type { StoredCalibration } from "#shared/contract/tokens.ts";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { told } from "../ui/told.ts";

type Props = {
  calibrations: readonly StoredCalibration[];
  load: () => Promise<void>;
  onReset: (model: string) => void;
};

/** What the models' own counts have taught about ours, and the way to forget it. */
export const Calibrations = ({ calibrations, load, onReset }: Props) => {
  useEffect(() => told(load()), [load]);
  const words = t.settings;
  if (calibrations.length === 0) return <p className="m t12">{words.noCalibrations}</p>;
  return (
    <ul>
      {calibrations.map(({ model, ratio, samples }) => (
        <li key={model} className="setting">
          <div className="grow">
            <div className="b">{model}</div>
            <div className="m t12 num">{words.calibration(ratio, samples)}</div>
          </div>
          <Button size="small" aria-label={words.resetOf(model)} onClick={() => onReset(model)}>
            {words.reset}
          </Button>
        </li>
      ))}
    </ul>
  );
};
