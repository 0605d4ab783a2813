import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { Failure } from "#shared/contract/index.ts";
import { errnoOf } from "../base/errno.ts";

/**
 * The environment variable with the address of a core; other users cannot read the environment of a process.
 */
export const CORE_VARIABLE = "SATCHEL_CORE";

const MAX_ADDRESS_BYTES = 4096;

export type CoreFlags = {
  /** `-` reads the address from standard input. An address itself is refused. */
  readonly core?: string | undefined;
  readonly coreFile?: string | undefined;
};

/**
 * The address of a remote core, with its token: from `--core-file`, from standard input (`--core -`) or from
 * `SATCHEL_CORE`. Never from an argument, because every user of the machine can read those. Null: none was
 * given.
 */
export const readCoreAddress = async (
  flags: CoreFlags,
  environment: Readonly<Record<string, string | undefined>>,
  input: AsyncIterable<string | Buffer> | null,
): Promise<string | null> => {
  const text = await readText(flags, environment, input);
  if (text === null) return null;
  // `satchel serve` prints a sentence around its address, and the file may contain its whole output.
  const address = /(?:ws|http):\/\/\S+/.exec(text)?.[0] ?? "";
  parseCoreAddress(address);
  return address;
};

export const parseCoreAddress = (address: string): { readonly url: string; readonly token: string } => {
  const url = URL.canParse(address) ? new URL(address) : null;
  const token = url?.hash.replace(/^#(token=)?/, "") ?? "";
  const isLocal = url !== null && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (!url || !["ws:", "http:"].includes(url.protocol) || !isLocal || token === "") {
    throw new Failure(
      "bad-core-address",
      "The address of a core looks like ws://127.0.0.1:PORT#token, as `satchel serve` prints it.",
    );
  }
  return { url: `ws://${url.host}/socket`, token };
};

const readText = async (
  { core, coreFile }: CoreFlags,
  environment: Readonly<Record<string, string | undefined>>,
  input: AsyncIterable<string | Buffer> | null,
): Promise<string | null> => {
  if (coreFile) return readPrivateFile(coreFile);
  if (core === "-" && input) return readStart(input);
  if (core) {
    throw new Failure(
      "core-in-arguments",
      `Other users of this machine can read arguments, and the address of a core contains its token. Put it in the variable ${CORE_VARIABLE}, in a file (--core-file FILE) or on standard input (--core -).`,
    );
  }
  return environment[CORE_VARIABLE] || null;
};

/** A regular file that nobody else can read, as SSH requires for its keys. */
const readPrivateFile = async (path: string): Promise<string> => {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error: unknown) => {
    throw new Failure("bad-core-file", `${path} cannot be read (${errnoOf(error)}).`, { path });
  });
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Failure("bad-core-file", `${path} is not a file.`, { path });
    if (process.platform !== "win32" && (found.mode & 0o077) !== 0) {
      throw new Failure(
        "bad-core-file",
        `Other users can read ${path}, and it contains a token. Run: chmod 600 ${path}`,
        { path },
      );
    }
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_ADDRESS_BYTES), 0, MAX_ADDRESS_BYTES, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
};

/** Up to the end of the first line with an address, or of the input. */
const readStart = async (input: AsyncIterable<string | Buffer>): Promise<string> => {
  let text = "";
  for await (const piece of input) {
    text += piece.toString();
    if (/:\/\/\S+\s/.test(text) || text.length > MAX_ADDRESS_BYTES) break;
  }
  return text.slice(0, MAX_ADDRESS_BYTES);
};
