/**
 * The objects of a body of JSON lines, each as soon as its line is complete. Rejects at the first line that
 * is not an object.
 */
export async function* jsonLines(body: ReadableStream<Uint8Array>): AsyncGenerator {
  const decoder = new TextDecoder();
  // Parts of the current line; joined once, so that one very long line stays linear.
  let parts: string[] = [];
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    const [first = "", ...lines] = decoder.decode(chunk, { stream: true }).split("\n");
    parts.push(first);
    for (const line of lines) {
      const whole = parts.join("");
      parts = [line];
      if (whole.trim()) yield JSON.parse(whole);
    }
  }
  const rest = parts.join("") + decoder.decode();
  if (rest.trim()) yield JSON.parse(rest);
}
