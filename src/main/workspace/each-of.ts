/** The rest as well when one of them fails; throws the first error at the end. */
export const eachOf = async <T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> => {
  const errors: unknown[] = [];
  for (const each of all) await work(each).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
};
