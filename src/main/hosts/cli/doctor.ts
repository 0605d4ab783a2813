import type { DoctorLine } from "#shared/contract/app.ts";
import { Failure } from "#shared/contract/index.ts";
import { streamLog } from "../../base/log.ts";
import { findHostPaths } from "../host-paths.ts";
import { nodePorts } from "../node-ports.ts";
import type { Core } from "../../create-core.ts";
import { createSharedCore } from "../shared-core.ts";
import type { Command } from "./command.ts";
import { projectHere } from "./project-here.ts";
import { expectNoMore, readFlags } from "./read-flags.ts";

export const doctor: Command = {
  name: "doctor",
  usage: "doctor [--repair] [--backup NAME] [--project DIR] [--data DIR]",
  summary:
    "Check everything that Satchel depends on; exit code 1 when something required is broken. --repair brings back what the database lost.",
  run: async (args, terminal) => {
    const { values, positionals } = readFlags(args, {
      repair: { type: "boolean" },
      backup: { type: "string" },
      project: { type: "string" },
      data: { type: "string" },
    });
    expectNoMore(positionals);
    const paths = findHostPaths(values.data);
    const core = createSharedCore(
      nodePorts(
        "cli",
        paths,
        streamLog((line) => terminal.err(line)),
      ),
      paths,
    );
    try {
      const folder = values.project ?? projectHere();
      const opened = folder === undefined ? null : await core.dispatch("project.open", { folder });
      if (values.repair && opened?.ok) await terminal.out(await repair(core, values.backup ?? null));
      const reply = await core.dispatch("app.doctor", {}, terminal.stop);
      if (!reply.ok) throw Failure.from(reply.error);
      const { lines } = reply.value as { lines: DoctorLine[] };
      const all =
        opened && !opened.ok ? [...lines.filter(isNotProject), cannotOpen(opened.error.message)] : lines;
      await terminal.out(all.map(print).join(""));
      return all.some(({ status }) => status === "broken") ? 1 : 0;
    } finally {
      await core.close();
    }
  },
};

/** Opening set a damaged database aside already; this adds what a backup still has. */
const repair = async (core: Core, backup: string | null): Promise<string> => {
  const listed = await core.dispatch("app.backups", {});
  const reply = await core.dispatch("app.restoreBackup", { backup });
  if (!listed.ok) throw Failure.from(listed.error);
  if (!reply.ok) throw Failure.from(reply.error);
  const { backups } = listed.value as { backups: string[] };
  const { restored } = reply.value as { restored: { table: string; rows: number }[] };
  const rows = restored.reduce((sum, each) => sum + each.rows, 0);
  const earlier = backups.length > 0 ? ` Earlier ones (--backup NAME): ${backups.join(", ")}.` : "";
  return `Brought back ${rows} row(s) from ${backup ?? "the newest backup"}.${earlier}\n`;
};

const isNotProject = ({ id }: DoctorLine) => id !== "project";

const cannotOpen = (detail: string): DoctorLine => ({
  id: "project",
  status: "broken",
  title: "Project",
  detail,
});

const print = ({ status, title, detail }: DoctorLine) =>
  `${status.padEnd(7)}  ${title.padEnd(22)}  ${detail}\n`;
