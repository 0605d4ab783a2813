import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { OneAtATime } from "../base/one-at-a-time.ts";
import { writeAtomic } from "../base/write-atomic.ts";

const recent = z.object({ folder: z.string(), name: z.string(), openedAt: z.string() });
export type RecentProject = z.output<typeof recent>;

const MAX_RECENT = 12;

/** The projects that were opened last, newest first, in the user data folder. */
export class RecentProjects {
  readonly #file: string;
  readonly #writes = new OneAtATime();

  constructor(userData: string) {
    this.#file = join(userData, "recent.json");
  }

  /** An unreadable file counts as an empty list: only a convenience is lost. */
  async list(): Promise<RecentProject[]> {
    try {
      const { projects } = z
        .object({ projects: z.array(recent) })
        .parse(JSON.parse(await readFile(this.#file, "utf8")));
      return projects;
    } catch {
      return [];
    }
  }

  add(project: RecentProject): Promise<void> {
    return this.#writes.run(async () => {
      const others = (await this.list()).filter(({ folder }) => folder !== project.folder);
      const projects = [project, ...others].slice(0, MAX_RECENT);
      await writeAtomic(this.#file, `${JSON.stringify({ projects }, null, 2)}\n`, 0o600, {
        folderMode: 0o700,
      });
    });
  }
}
