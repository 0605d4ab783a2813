/** Turns a name into an unused id: `LM Studio` becomes `lm-studio`, the second one `lm-studio-2`. */
export const freeId = (name: string, taken: readonly string[]): string => {
  const base =
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "") || "server";
  let id = base;
  for (let next = 2; taken.includes(id); next++) id = `${base}-${next}`;
  return id;
};
