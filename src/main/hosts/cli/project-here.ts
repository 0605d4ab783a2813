import { existsSync } from "node:fs";
import { join } from "node:path";

/** The current folder, if it is a project. */
export const projectHere = (): string | undefined => {
  const signs = [".satchel", "agents.yaml", join("workspace", "AGENTS.md")];
  return signs.some((sign) => existsSync(sign)) ? process.cwd() : undefined;
};
