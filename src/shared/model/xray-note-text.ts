import { numberText } from "./number-text.ts";

type XrayNote =
  | {
      readonly kind: "stopped";
      readonly by: "entries" | "files" | "depth" | "time";
      readonly entries: number;
      readonly files: number;
    }
  | { readonly kind: "long-file"; readonly path: string; readonly bytes: number; readonly max: number }
  | { readonly kind: "texts"; readonly count: number; readonly max: number }
  | { readonly kind: "rows"; readonly shown: number; readonly count: number };

const STOPPED = {
  entries: "the folder has too many entries",
  files: "it has too many instruction files",
  depth: "some folders are nested too deep",
  time: "it took too long",
} as const;

/** What the limits of looking left out, as a sentence. */
export const noteText = (note: XrayNote): string => {
  switch (note.kind) {
    case "stopped":
      return `Not everything was looked at, because ${STOPPED[note.by]}: ${numberText(note.entries)} entries, ${numberText(note.files)} files kept.`;
    case "long-file":
      return `${note.path} has ${numberText(note.bytes)} bytes; only the first ${numberText(note.max)} were looked at, and its tokens are not counted.`;
    case "texts":
      return `The texts of ${numberText(note.count)} files were not read: together they are over ${numberText(note.max)} bytes.`;
    case "rows":
      return `${numberText(note.shown)} of ${numberText(note.count)} files are shown.`;
  }
};
