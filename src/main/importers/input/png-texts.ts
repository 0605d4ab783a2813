import { Failure } from "#shared/contract/failure.ts";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The `tEXt` chunks of a PNG picture by keyword in lower case, each as its text. */
export const pngTexts = (bytes: Buffer, name: string): ReadonlyMap<string, string> => {
  if (!bytes.subarray(0, 8).equals(SIGNATURE))
    throw new Failure("import-unknown", `${name} is not a picture.`);
  const texts = new Map<string, string>();
  let at = 8;
  for (;;) {
    if (at + 12 > bytes.length) throw cut(name);
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    const end = at + 12 + length;
    if (end > bytes.length) throw cut(name);
    if (type === "IEND") return texts;
    if (type === "tEXt") {
      const chunk = bytes.subarray(at + 8, at + 8 + length);
      const zero = chunk.indexOf(0);
      if (zero > 0)
        texts.set(chunk.toString("latin1", 0, zero).toLowerCase(), chunk.toString("latin1", zero + 1));
    }
    at = end;
  }
};

const cut = (name: string) => new Failure("import-broken", `The picture ${name} is cut off.`, { name });
