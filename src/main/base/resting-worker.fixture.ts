import { forkChild } from "./fork-child.ts";
import { WorkerClient } from "./worker-client.ts";

/** Ends although it closes nothing: a worker that rests must not keep it alive. */
const client = new WorkerClient<string, string, string>({
  name: "test",
  url: new URL("./worker-process.fixture.ts", import.meta.url),
  data: "echo",
  close: "terminate",
  startChild: forkChild,
  idleMs: 600_000,
});
process.stdout.write(await client.ask("a"));
