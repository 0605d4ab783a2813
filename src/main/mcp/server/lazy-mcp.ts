import type { ServerOptions } from "./memory-server.ts";
import type { McpOverHttp } from "./serve-http.ts";

/** Serves memory over HTTP. The protocol's library is loaded with the first request, as most programs send none. */
export const lazyMcp = (options: Omit<ServerOptions, "door">): McpOverHttp => {
  let opened: Promise<McpOverHttp> | null = null;
  let isClosed = false;
  const open = async (): Promise<McpOverHttp> => {
    const { serveMemoryOverHttp } = await import("./serve-memory.ts");
    return serveMemoryOverHttp(options);
  };
  return {
    answer: async (request) => {
      if (isClosed) throw new Error("The server is closed.");
      return (await (opened ??= open())).answer(request);
    },
    close: async () => {
      isClosed = true;
      await (await opened)?.close();
    },
  };
};
