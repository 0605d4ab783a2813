import { startWireServer } from "../../e2e/wire-server/start-wire-server.ts";

/** A model in a process of its own, so that its work is not counted as ours. Ends with standard input. */
const server = await startWireServer([
  {
    kind: "text",
    chunks: ["The rye ", "needs water ", "and twelve hours."],
    usage: { input: 900, output: 9 },
  },
]);
console.log(server.origin);
process.stdin.on("end", () => process.exit()).resume();
