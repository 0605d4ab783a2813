/** The beginning of the project-relative paths of a workspace; `.` is the folder itself. */
export const workspacePrefix = (workspace: string): string =>
  workspace === "." || workspace === "" ? "" : `${workspace}/`;
