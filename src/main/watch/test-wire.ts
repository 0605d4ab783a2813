import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A server that keeps the bytes it gets and says bytes as they are given. */
export type RawServer = {
  readonly url: string;
  readonly port: number;
  /** The bytes of every connection, in order. */
  readonly got: readonly Buffer[];
  readonly open: () => number;
  close(): Promise<void>;
};

/** `answer` is asked with all bytes of a connection so far, whenever more came; null: not yet. */
export const rawServer = async (
  answer: (got: string, socket: Socket) => string | Buffer | readonly (string | Buffer)[] | null,
): Promise<RawServer> => {
  const got: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    const index = got.push(Buffer.alloc(0)) - 1;
    socket.on("data", (chunk: Buffer) => {
      const all = Buffer.concat([got[index] ?? Buffer.alloc(0), chunk]);
      got[index] = all;
      const said = answer(all.toString("latin1"), socket);
      if (said === null) return;
      const pieces = typeof said === "string" || Buffer.isBuffer(said) ? [said] : said;
      const say = (at: number): void => {
        const piece = pieces[at];
        if (piece === undefined) {
          if (/connection: close/i.test(pieces.join(""))) socket.end();
          return;
        }
        socket.write(piece);
        setTimeout(() => say(at + 1), 5);
      };
      say(0);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    got,
    open: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
};

/** Says these bytes and returns all that came back until `isWhole` or the end. */
export const rawAsk = async (
  port: number,
  bytes: string | Buffer | readonly (string | Buffer)[],
  isWhole: (got: string) => boolean,
): Promise<Buffer> => {
  const socket = connect(port, "127.0.0.1");
  const got: Buffer[] = [];
  socket.on("error", () => {});
  await once(socket, "connect");
  const done = new Promise<void>((end) => {
    socket.on("data", (chunk: Buffer) => {
      got.push(chunk);
      if (isWhole(Buffer.concat(got).toString("latin1"))) end();
    });
    socket.on("close", () => end());
  });
  const pieces = typeof bytes === "string" || Buffer.isBuffer(bytes) ? [bytes] : bytes;
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((next) => {
      setTimeout(next, 5);
    });
  }
  await done;
  socket.destroy();
  return Buffer.concat(got);
};
