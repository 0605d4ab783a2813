import type { StoredPrefillSpeed } from "#shared/contract/tokens.ts";
import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/open-store.ts";
import { type PrefillSample, withPrefill } from "./prefill-speed.ts";

/** How fast models read, measured in real turns, per server and model, in the project's database. */
export type PrefillSpeeds = {
  list(): StoredPrefillSpeed[];
  record(provider: string, model: string, sample: PrefillSample): void;
};

export const openPrefillSpeeds = ({ db }: Store, clock: Clock): PrefillSpeeds => {
  const columns = "provider, model, ms_per_token as msPerToken, samples, updated_at as updatedAt";
  const list = db.prepare<[], StoredPrefillSpeed>(
    `select ${columns} from prefill_speeds order by provider, model`,
  );
  const get = db.prepare<[string, string], StoredPrefillSpeed>(
    `select ${columns} from prefill_speeds where provider = ? and model = ?`,
  );
  const save = db.prepare<[StoredPrefillSpeed]>(
    `insert into prefill_speeds (provider, model, ms_per_token, samples, updated_at)
     values (:provider, :model, :msPerToken, :samples, :updatedAt)
     on conflict do update set
       ms_per_token = excluded.ms_per_token, samples = excluded.samples, updated_at = excluded.updated_at`,
  );
  return {
    list: () => list.all(),
    record: (provider, model, sample) => {
      const before = get.get(provider, model) ?? null;
      const after = withPrefill(before, sample);
      if (!after || after === before) return;
      save.run({ ...after, provider, model, updatedAt: clock.now().toISOString() });
    },
  };
};
