/** An answer that names no request: the message was not read, or belongs to no session. */
export const refusal = (status: 404 | 413, message: string): Response => {
  const code = status === 404 ? UNKNOWN_SESSION : NOT_READ;
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
};

/** As the protocol's own servers have them. */
const UNKNOWN_SESSION = -32_001;
const NOT_READ = -32_000;
