import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";

/** JSON, compressed by the thread pool. JSON because it also keeps text that is not well-formed Unicode. */
export const pack = async (value: unknown): Promise<Buffer> => {
  const json = Buffer.from(JSON.stringify(value));
  return compress(json, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: json.length,
    },
  });
};

export const unpack = async (packed: Uint8Array): Promise<unknown> =>
  JSON.parse((await decompress(packed)).toString("utf8"));

/** Of 0 to 11. Above five, a megabyte takes seconds for a few per cent. */
const QUALITY = 5;

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
