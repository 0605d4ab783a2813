import { signingSentences } from "./signing.ts";

/** Before packing: what will be signed, from the environment. */
const systems = { darwin: "mac", win32: "win", linux: "linux" } as const;
const own = systems[process.platform as keyof typeof systems] ?? "linux";
for (const sentence of signingSentences(own, process.env)) console.log(sentence);
