import type { Sql } from "postgres";
import { randomIds } from "../base/ids.ts";
import type { TeamMembership } from "./space/membership.ts";

const DIMENSION = 384;
const ROWS_AT_ONCE = 500;

/** A random direction of length one, by seed. */
export const randomVector = (seed: number): number[] => {
  let state = (seed * 2_654_435_761 + 1) | 0;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), state | 1) + 0x6d2b79f5) | 0;
    return (state >>> 0) / 2 ** 32 - 0.5;
  };
  const values = Array.from({ length: DIMENSION }, next);
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
};

/**
 * Fills a space as the owner of the database, past the proposals: items with words, a name, a link and a vector each.
 * Their texts begin with `mark`.
 */
export const fillSpace = async (
  owner: Sql,
  { space, member }: TeamMembership,
  mark: string,
  rows: number,
  seed: number,
): Promise<void> => {
  const [found] = await owner<{ tenant: string }[]>`select tenant from satchel.spaces where id = ${space}`;
  const tenant = found?.tenant ?? "";
  for (let at = 0; at < rows; at += ROWS_AT_ONCE) {
    const made = Array.from({ length: Math.min(ROWS_AT_ONCE, rows - at) }, (_, index) => {
      const number = at + index;
      return {
        id: randomIds.next(),
        body: `${mark} everybody word${number % 50} other${number}`,
        heading: `name ${number % 40}`,
        link: `link ${number % 30}`,
        all: number % 2 === 0,
        vector: JSON.stringify(randomVector(seed + number)),
      };
    });
    const json = owner.json(made);
    await owner`insert into satchel.items
        (tenant, space, id, kind, state, heading, body, origin, for_all, author, reviewer)
      select ${tenant}, ${space}, (row->>'id')::uuid, 'memory', 'accepted', row->>'heading', row->>'body', 'you',
        (row->>'all')::boolean, ${member}, ${member} from jsonb_array_elements(${json}) as row`;
    await owner`insert into satchel.item_vectors (tenant, space, item, part, embedding)
      select ${tenant}, ${space}, (row->>'id')::uuid, 1, (row->>'vector')::halfvec
      from jsonb_array_elements(${json}) as row`;
    await owner`insert into satchel.item_links (tenant, space, item, key)
      select ${tenant}, ${space}, (row->>'id')::uuid, row->>'link' from jsonb_array_elements(${json}) as row`;
  }
};
