/** The UTF-16 units of a text. Reading a typed array is several times faster than reading a string. */
export const unitsOf = (text: string): Uint16Array =>
  createUnitWindow(text.length).fill(text, 0, text.length);

/** A part of a text as UTF-16 units, in one buffer that is used again. */
export type UnitWindow = {
  /** The units from `from` to `to`; the array may be longer. Valid until the next call. */
  fill(text: string, from: number, to: number): Uint16Array;
};

export const createUnitWindow = (length: number): UnitWindow => {
  const usual = bufferOf(length);
  return {
    fill: (text, from, to) => {
      const { units, bytes } = to - from <= length ? usual : bufferOf(to - from);
      bytes.write(text.slice(from, to), "utf16le");
      return units;
    },
  };
};

const bufferOf = (length: number) => {
  const units = new Uint16Array(length);
  return { units, bytes: Buffer.from(units.buffer) };
};

/** The end of a part of this length; never between the two halves of a character. */
export const partEnd = (text: string, from: number, length: number): number => {
  const end = from + length;
  if (end >= text.length) return text.length;
  return (text.charCodeAt(end) & 0xfc00) === 0xdc00 ? end - 1 : end;
};
