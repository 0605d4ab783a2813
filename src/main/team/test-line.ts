import { connect, createServer, type Socket } from "node:net";

/** A line to a server that can be cut after a number of pieces, or stop without a word. */
export type TestLine = {
  readonly port: number;
  /** Pieces in either direction until everything is cut; Infinity: it holds. */
  pieces: number;
  /** Nothing goes through, and neither end notices. */
  isDead: boolean;
  cuts: number;
  close(): Promise<void>;
};

export const startTestLine = (to: number): Promise<TestLine> =>
  new Promise((resolve) => {
    const sockets = new Set<Socket>();
    const pass = (data: Buffer, into: Socket) => {
      if (line.isDead) return;
      line.pieces -= 1;
      if (line.pieces >= 0) return void into.write(data);
      line.pieces = Infinity;
      line.cuts += 1;
      for (const socket of sockets) socket.destroy();
    };
    const server = createServer((client) => {
      const there = connect(to, "127.0.0.1");
      for (const socket of [client, there]) {
        sockets.add(socket);
        socket.on("error", () => {}).on("close", () => sockets.delete(socket));
      }
      client.on("data", (data: Buffer) => pass(data, there)).on("close", () => there.destroy());
      there.on("data", (data: Buffer) => pass(data, client)).on("close", () => client.destroy());
    });
    const line: TestLine = {
      port: 0,
      pieces: Infinity,
      isDead: false,
      cuts: 0,
      close: () =>
        new Promise((closed) => {
          for (const socket of sockets) socket.destroy();
          server.close(() => closed());
        }),
    };
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(Object.assign(line, { port: typeof address === "object" && address ? address.port : 0 }));
    });
  });
