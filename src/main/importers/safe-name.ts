/** Bytes of a file name that every file system takes. */
const MAX_NAME_BYTES = 120;

const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * A name from elsewhere as a plain file name: the last segment only, without characters that a system cannot have.
 * `fallback` when nothing is left.
 */
export const safeName = (given: string, fallback: string): string => {
  const last = given.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const clean = last
    // oxlint-disable-next-line no-control-regex -- that is the point.
    .replaceAll(/[\u0000-\u001f\u007f:*?"<>|\u202a-\u202e\u2066-\u2069]/g, "-")
    .replace(/^[.\s]+/, "")
    .replace(/[.\s]+$/, "");
  const short = withinBytes(clean);
  if (short === "") return fallback;
  return RESERVED.test(short) ? `_${short}` : short;
};

/** For an id or a folder: `Spring menu!` becomes `spring-menu`. */
export const slugOf = (given: string, fallback: string): string => {
  const slug = given
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);
  return slug === "" || RESERVED.test(slug) ? fallback : slug;
};

/** Keeps the ending of the name. */
const withinBytes = (name: string): string => {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  const dot = name.lastIndexOf(".");
  const ending = dot > 0 && name.length - dot <= 10 ? name.slice(dot) : "";
  const stem = Buffer.from(name.slice(0, name.length - ending.length));
  const room = MAX_NAME_BYTES - Buffer.byteLength(ending);
  // Half a character at the end is left out.
  return (
    stem
      .subarray(0, room)
      .toString("utf8")
      .replace(/\uFFFD+$/, "") + ending
  );
};
