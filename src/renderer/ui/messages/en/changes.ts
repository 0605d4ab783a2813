export const changes = {
  undone: "Undone",
  budget: (path: string) => `Changed how ${path.slice(path.lastIndexOf("/") + 1)} is sent`,
  notAll: (paths: readonly string[]) =>
    `Undone, except what was too large to keep: ${paths.slice(0, 3).join(", ")}`,
  conflict: (paths: readonly string[]) =>
    `Not undone: ${paths.slice(0, 3).join(", ")} changed since in the same place. Nothing was written.`,
};
