import { openTestWorkspace } from "./test-workspace.ts";

/** Saves a file 500 times as the editor does, each text recognisable, until its parent kills it. */
const project = process.argv[2] ?? ".";
const { workspace } = openTestWorkspace(project, { watch: false });
workspace.start();
await workspace.settled();
let { hash } = await workspace.read("workspace", "a.md");
process.stdout.write("ready\n");
for (let n = 0; n < 500; n++) {
  ({ hash } = await workspace.write("workspace", "a.md", `${n}\n`.repeat(20_000), hash));
}
process.stdout.write("done\n");
process.exit(0);
