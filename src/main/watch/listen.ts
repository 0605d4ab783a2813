import type { Server } from "node:http";
import { Failure } from "#shared/contract/index.ts";

/** Fails with `port-in-use` or `port-denied`. */
export const listenOnLoopback = (server: Server, port: number): Promise<void> =>
  new Promise((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) => fail(toFailure(error, port)));
    server.listen(port, "127.0.0.1", () => done());
  });

const toFailure = (error: NodeJS.ErrnoException, port: number): Error => {
  if (error.code === "EADDRINUSE")
    return new Failure("port-in-use", `Port ${port} is in use by another program. Choose a different one.`, {
      port,
    });
  if (error.code === "EACCES")
    return new Failure("port-denied", `This system does not let Satchel use port ${port}.`, { port });
  return error;
};
