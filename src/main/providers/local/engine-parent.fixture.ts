import { forkChild } from "../../base/fork-child.ts";
import { EngineProcess } from "./engine-process.ts";

/** Starts a model, says the process's number, and waits to be killed. */
const path = process.argv[2] ?? "";
const engine = new EngineProcess(forkChild, { path, job: "talk", window: 512, gpu: false, threads: 1 });
await engine.ready;
process.send?.(engine.pid);
setInterval(() => {}, 1000);
