type Part = Record<string, unknown>;

/** The shape of a table: any words in place of the ones that are written there. */
export type Widened<Table> = Table extends string
  ? string
  : Table extends (...given: infer Given) => infer Result
    ? (...given: Given) => Widened<Result>
    : { readonly [Key in keyof Table]: Widened<Table[Key]> };

/** Writes a table over another one of the same shape and returns it; its parts stay the same objects. */
export const fill = (target: Part, table: object): Part => {
  for (const key of Object.keys(target)) if (!Object.hasOwn(table, key)) delete target[key];
  for (const [key, value] of Object.entries(table)) {
    const present = target[key];
    target[key] = isPart(value) ? fill(isPart(present) ? present : {}, value) : value;
  }
  return target;
};

const isPart = (value: unknown): value is Part =>
  typeof value === "object" && value !== null && !Array.isArray(value);
