import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";

/** Compresses a text against one that is much like it. What both have takes next to no room. */
export const packAgainst = (text: string, base: string): Promise<Buffer> =>
  compress(text, {
    dictionary: Buffer.from(base),
    params: {
      [constants.ZSTD_c_windowLog]: WINDOW_LOG,
      [constants.ZSTD_c_compressionLevel]: 3,
    },
  });

/** Fails when the base is a different one. */
export const unpackAgainst = async (packed: Uint8Array, base: string): Promise<string> => {
  const params = { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG };
  return (await decompress(packed, { dictionary: Buffer.from(base), params })).toString("utf8");
};

/** 4 MB: what is further away is not seen. */
const WINDOW_LOG = 22;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
