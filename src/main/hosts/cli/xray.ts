import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { Failure } from "#shared/contract/index.ts";
import { FINDING_KINDS, type FindingKind } from "#shared/contract/readers.ts";
import { READER_IDS, type ReaderId } from "#shared/model/reader.ts";
import { Listing, posix } from "../../readers/gather/listing.ts";
import { profileOf, readerById } from "../../readers/readers.ts";
import { Xray } from "../../readers/xray.ts";
import { ranksFolder } from "../../tokens/load-ranks.ts";
import { createTokenCounter } from "../../tokens/token-counter.ts";
import { findHostPaths } from "../host-paths.ts";
import { type Command, UsageError } from "./command.ts";
import { readFlags } from "./read-flags.ts";
import { sarifOf } from "./xray-sarif.ts";
import { xrayTable } from "./xray-table.ts";

export const xray: Command = {
  name: "xray",
  usage:
    "xray [FOLDER] [--reader ID]… [--cwd FOLDER] [--home] [--json | --sarif] [--fail-on KIND[,KIND]…] [--data DIR]",
  summary:
    "Show what other agents read of a folder; exit code 1 when a finding of one of these kinds is there. Writes nothing.",
  run: async (args, terminal) => {
    const { values, positionals } = readFlags(args, {
      reader: { type: "string", multiple: true },
      cwd: { type: "string" },
      home: { type: "boolean" },
      json: { type: "boolean" },
      sarif: { type: "boolean" },
      "fail-on": { type: "string", multiple: true },
      data: { type: "string" },
    });
    if (positionals.length > 1) throw new UsageError(`"${positionals[1]}" is not expected here.`);
    const wanted = chosen(values.reader ?? [], READER_IDS, "--reader");
    const kinds = chosen(values["fail-on"] ?? [], FINDING_KINDS, "--fail-on");
    const folder = await realFolder(positionals[0] ?? ".");
    const counter = createTokenCounter({ ranks: ranksFolder(findHostPaths(values.data).resources) });
    try {
      const listing = new Listing({ folder, home: homedir(), mayLookOutside: () => values.home === true });
      const looker = new Xray(listing, counter, () => counter.encodingOf(null).encoding);
      const report = await looker.look(
        {
          cwd: insideOf(folder, values.cwd ?? ""),
          readers: wanted.length > 0 ? wanted : undefined,
          touched: [],
          drafts: [],
          again: false,
        },
        terminal.stop,
      );
      const profiles = report.columns.map(({ reader }) => profileOf(readerById(reader)));
      if (values.sarif) await terminal.out(`${JSON.stringify(sarifOf(report, profiles), null, 2)}\n`);
      else if (values.json) await terminal.out(`${JSON.stringify({ ...report, readers: profiles })}\n`);
      else await terminal.out(xrayTable(report, profiles));
      return failing(report.findings, kinds) ? 1 : 0;
    } finally {
      await counter.close();
    }
  },
};

const failing = (
  findings: readonly { readonly kind: FindingKind }[],
  kinds: readonly FindingKind[],
): boolean => findings.some(({ kind }) => kinds.includes(kind));

/** Several flags or one with commas. */
const chosen = <T extends ReaderId | FindingKind>(
  given: readonly string[],
  known: readonly T[],
  flag: string,
): readonly T[] =>
  given
    .flatMap((text) => text.split(","))
    .map((text) => {
      const found = known.find((each) => each === text.trim());
      if (found === undefined)
        throw new UsageError(`${flag} takes one of ${known.join(", ")}, not "${text}".`);
      return found;
    });

const realFolder = async (named: string): Promise<string> => {
  const folder = resolve(named);
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory())
    throw new Failure("folder-not-found", `The folder ${folder} does not exist.`, { folder });
  return realpath(folder);
};

/** The working folder relative to the folder; a path outside it is refused. */
const insideOf = (folder: string, named: string): string => {
  const absolute = posix(resolve(folder, named));
  const root = posix(folder);
  if (absolute === root) return "";
  if (absolute.startsWith(`${root}/`)) return absolute.slice(root.length + 1);
  throw new UsageError(`--cwd must be inside ${folder}.`);
};
