import { createZstdDecompress } from "node:zlib";
import { Failure } from "#shared/contract/failure.ts";
import type { SourceFile } from "./source-files.ts";

/** More than any text shrinks. */
const MAX_RATIO = 200;
const RATIO_FROM_BYTES = 1024 * 1024;

/** A `.zst` file as its content. Stops when it grows 200 times. */
export const unpackedZstd = (file: SourceFile): SourceFile => ({
  ...file,
  path: file.path.replace(/\.zst$/i, ""),
  disk: null,
  bytes: async function* (signal) {
    const unpack = createZstdDecompress();
    const feeding = (async () => {
      for await (const chunk of file.bytes(signal)) {
        if (unpack.destroyed) return;
        if (!unpack.write(chunk))
          await new Promise<void>((resolve) => {
            unpack.once("drain", resolve);
            unpack.once("close", resolve);
          });
      }
      unpack.end();
    })();
    feeding.catch((error: unknown) => unpack.destroy(error as Error));
    let size = 0;
    const max = Math.max(RATIO_FROM_BYTES, file.size * MAX_RATIO);
    try {
      for await (const chunk of unpack) {
        size += (chunk as Buffer).length;
        if (size > max)
          throw new Failure(
            "archive-too-large",
            `${file.path} becomes more than ${MAX_RATIO} times larger when it is unpacked. It was not read.`,
          );
        yield chunk as Buffer;
      }
    } catch (error) {
      if (error instanceof Failure || signal?.aborted) throw error;
      throw new Failure("archive-broken", `${file.path} is damaged or not complete.`, { path: file.path });
    } finally {
      unpack.destroy();
    }
  },
});
