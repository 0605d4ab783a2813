import { connect, createServer, type Socket } from "node:net";

/** A line to the server that can be long, or dead without a word. */
export type SlowLine = {
  readonly port: number;
  /** Milliseconds that every piece of an answer takes longer; null: nothing goes through any more. */
  delay: number | null;
  close(): Promise<void>;
};

export const startSlowLine = (to: number): Promise<SlowLine> =>
  new Promise((resolve) => {
    const sockets = new Set<Socket>();
    const server = createServer((client) => {
      const there = connect(to, "127.0.0.1");
      for (const socket of [client, there]) {
        sockets.add(socket);
        socket.on("error", () => {}).on("close", () => sockets.delete(socket));
      }
      client.on("data", (data) => {
        if (line.delay !== null) there.write(data);
      });
      there.on("data", (data) => {
        if (line.delay === 0) client.write(data);
        else if (line.delay !== null) setTimeout(() => client.write(data), line.delay);
      });
      client.on("close", () => there.destroy());
      there.on("close", () => client.destroy());
    });
    const line: SlowLine = {
      port: 0,
      delay: 0,
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
