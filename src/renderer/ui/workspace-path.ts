/** The prefix of a workspace's project-relative paths; `.` is the folder itself. */
export const workspacePrefix = (workspace: string): string =>
  workspace === "." || workspace === "" ? "" : `${workspace}/`;
