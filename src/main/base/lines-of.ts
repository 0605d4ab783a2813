/**
 * The lines of a stream, split at line feeds only: JSON may contain the other characters that `node:readline`
 * treats as line ends. A byte order mark at the very beginning is dropped.
 */
export const linesOf = async function* (
  stream: NodeJS.ReadableStream,
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let first = true;
  const take = (end: Buffer): string => {
    const line = Buffer.concat([...parts, end]).toString("utf8");
    parts = [];
    const text = first ? line.replace(/^\uFEFF/, "") : line;
    first = false;
    return text;
  };
  const stop = () => (stream as NodeJS.ReadStream).destroy();
  signal.addEventListener("abort", stop);
  try {
    for await (const chunk of stream) {
      let rest = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
        yield take(rest.subarray(0, at));
        rest = rest.subarray(at + 1);
      }
      if (rest.length > 0) parts.push(rest);
    }
    if (parts.length > 0) yield take(Buffer.alloc(0));
  } catch (error) {
    // Stopping ends the stream early, which the iterator reports as an error.
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
};
