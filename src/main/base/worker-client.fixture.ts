import { parentPort, workerData } from "node:worker_threads";
import { answerAsTest } from "./test-answer.ts";

answerAsTest(parentPort, String(workerData));
