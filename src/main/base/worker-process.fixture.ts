import { processPort } from "./process-port.ts";
import { answerAsTest } from "./test-answer.ts";

const { start, port } = await processPort();
answerAsTest(port, String(start));
