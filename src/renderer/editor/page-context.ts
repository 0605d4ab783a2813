import { createContext, type ReactNode } from "react";

/** A file that a link leads to, by its path in the project. */
export type LinkedFile = { readonly path: string; readonly isNote: boolean };

export type Picture = { readonly url: string; readonly name: string } | { readonly failure: string };

/** What a page that is read can ask for. */
export type Page = {
  /** Of the file that is read. */
  readonly path: string;
  /** The files this text is embedded in, outermost first. */
  readonly chain: readonly string[];
  /** `heading` null: from its beginning. */
  readonly onOpen: (path: string, heading: string | null) => void;
  /** A link that leads nowhere was clicked. */
  readonly onMissing: (target: string) => void;
  readonly onTick: (line: number) => void;
  readonly onWhy: () => void;
  /** Null when no file has this name. These three are others when files came or went. */
  readonly find: (target: string, from: string) => Promise<LinkedFile | null>;
  readonly readNote: (path: string) => Promise<string>;
  readonly picture: (path: string) => Promise<Picture>;
  readonly cutText: { readonly title: string; readonly size: string } | null;
};

export const PageContext = createContext<Page | null>(null);

/** Draws a note inside another. */
export const DrawContext = createContext<(text: string) => ReactNode>(() => null);
