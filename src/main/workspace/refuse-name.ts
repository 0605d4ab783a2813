import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Failure } from "#shared/contract/index.ts";
import { nameProblem, type NameProblem } from "#shared/model/file-name.ts";
import type { Target } from "./roots.ts";

/**
 * Refuses to make a file or folder with a name that some system cannot have: a synced or shared folder would lose it
 * there. Names that exist already are not looked at.
 */
export const refuseNewName = async (target: Target): Promise<void> => {
  let absolute = target.entry;
  for (const name of target.path.split("/").toReversed()) {
    if (await stat(absolute).catch(() => null)) return;
    const problem = nameProblem(name);
    if (problem)
      throw new Failure("invalid-name", `${target.path} cannot be made: ${reasonOf(problem)}`, {
        path: target.path,
        name,
      });
    absolute = dirname(absolute);
  }
};

const reasonOf = (problem: NameProblem): string => {
  switch (problem.kind) {
    case "sign":
      return `a name cannot contain ${problem.sign} on every system.`;
    case "reserved":
      return `${problem.name} is the name of a device on Windows.`;
    case "end":
      return "a name cannot end with a dot or a space on every system.";
    case "too-long":
      return "the name is over 255 bytes.";
    case "control":
      return "a name cannot contain control characters.";
    case "empty":
    case "dots":
      return "it has no name.";
  }
};
