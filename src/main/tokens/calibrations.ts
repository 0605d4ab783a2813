import type { StoredCalibration } from "#shared/contract/tokens.ts";
import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/open-store.ts";
import { withSample } from "./calibrate.ts";

/** How providers' usage compares with our counts, per model, in the project's database. */
export type Calibrations = {
  list(): StoredCalibration[];
  get(model: string): StoredCalibration | null;
  /** Records, after a call, our count of what was sent and the provider's. */
  recordUsage(model: string, ours: number, theirs: number): StoredCalibration | null;
  /** Resets one model's calibration, or all. */
  reset(model?: string): void;
};

export const openCalibrations = ({ db }: Store, clock: Clock): Calibrations => {
  const columns = "model, ratio, samples, updated_at as updatedAt";
  const list = db.prepare<[], StoredCalibration>(`select ${columns} from token_calibrations order by model`);
  const get = db.prepare<[string], StoredCalibration>(
    `select ${columns} from token_calibrations where model = ?`,
  );
  const save = db.prepare<[StoredCalibration]>(
    `insert into token_calibrations (model, ratio, samples, updated_at)
     values (:model, :ratio, :samples, :updatedAt)
     on conflict do update set ratio = excluded.ratio, samples = excluded.samples, updated_at = excluded.updated_at`,
  );
  const reset = db.prepare<[string | null]>("delete from token_calibrations where model = ifnull(?, model)");

  return {
    list: () => list.all(),
    get: (model) => get.get(model) ?? null,
    recordUsage: (model, ours, theirs) => {
      const before = get.get(model) ?? null;
      const after = withSample(before, ours, theirs);
      if (!after || after === before) return before;
      const stored = { ...after, model, updatedAt: clock.now().toISOString() };
      save.run(stored);
      return stored;
    },
    reset: (model) => void reset.run(model ?? null),
  };
};
