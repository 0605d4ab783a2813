/** Why a name cannot be that of a file on every system people share files with. */
export type NameProblem =
  | { readonly kind: "empty" | "too-long" | "control" | "dots" | "end" }
  | { readonly kind: "sign"; readonly sign: string }
  | { readonly kind: "reserved"; readonly name: string };

/** Bytes; what most file systems hold. */
const MAX_NAME_BYTES = 255;

/** Null when the name can be used. One name, without folders. */
export const nameProblem = (name: string): NameProblem | null => {
  if (name.trim() === "") return { kind: "empty" };
  const [sign] = /[/\\:?*"<>|]/.exec(name) ?? [];
  if (sign !== undefined) return { kind: "sign", sign };
  if (/\p{Cc}/u.test(name)) return { kind: "control" };
  if (name === "." || name === "..") return { kind: "dots" };
  if (/[. ]$/.test(name)) return { kind: "end" };
  const [, stem] = /^(con|prn|aux|nul|com[1-9]|lpt[1-9])(?:\.|$)/i.exec(name) ?? [];
  if (stem !== undefined) return { kind: "reserved", name: stem.toUpperCase() };
  return utf8Bytes(name) > MAX_NAME_BYTES ? { kind: "too-long" } : null;
};

const utf8Bytes = (text: string): number => {
  let bytes = 0;
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
};
