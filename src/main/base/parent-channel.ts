/** A child's side of its channel to the process that started it. */
export type ParentChannel = {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
};

/** Electron's channel in a utility process. */
type ParentPort = {
  postMessage(message: unknown): void;
  on(event: "message", listener: (event: { readonly data: unknown }) => void): void;
};

/**
 * The channel of this process, under Node and in Electron. This process is killed as soon as its parent is gone:
 * native code that is running does not delay it.
 */
export const parentChannel = (): ParentChannel => {
  const { parentPort } = process as { parentPort?: ParentPort };
  if (parentPort)
    return {
      post: (message) => parentPort.postMessage(message),
      onMessage: (listener) => parentPort.on("message", ({ data }) => listener(data)),
    };
  if (!process.send) throw new Error("This file runs in a process that the core started.");
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  return {
    // The last argument keeps an error from being thrown when the parent is gone.
    post: (message) => void process.send?.(message, undefined, undefined, () => {}),
    onMessage: (listener) => void process.on("message", listener),
  };
};
