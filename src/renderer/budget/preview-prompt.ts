import { type AnswerChoice, isNone } from "#shared/model/answer-choice.ts";
import type { Overrides } from "#shared/contract/context.ts";
import { type Client, Failure, type Signal } from "#shared/contract/index.ts";
import type { Picture } from "#shared/model/picture.ts";
import type { Manifest, Message } from "#shared/model/manifest.ts";
import { withChanges } from "#shared/model/manifest-changes.ts";

/** The message that is being written, with the open files of the window. */
export type Question = {
  readonly message: string;
  readonly pictures?: readonly Picture[];
  readonly activeFile: string | null;
  /** Unsaved text by project-relative path. */
  readonly texts: Readonly<Record<string, string>>;
  readonly agent?: string | null;
  readonly session?: string | null;
  /** What would answer this message alone. */
  readonly choice?: AnswerChoice;
};

export const noQuestion: Question = { message: "", activeFile: null, texts: {} };

export type PreviewRequest = {
  readonly message: string;
  readonly pictures?: Picture[];
  readonly agent?: string;
  readonly session?: string;
  readonly activeFile?: string;
  readonly model?: string;
  readonly profile?: string;
  readonly choice?: AnswerChoice;
  readonly overrides: Overrides;
};

/** Why there is no prompt. */
export type Trouble = { readonly code: string; readonly message: string; readonly detail: unknown };

export type Previewed = { readonly manifest: Manifest | null; readonly trouble: Trouble | null };

export const requestOf = ({
  message,
  pictures = [],
  activeFile,
  texts,
  agent,
  session,
  choice,
}: Question): PreviewRequest => ({
  message,
  ...(pictures.length > 0 ? { pictures: [...pictures] } : {}),
  ...(agent ? { agent } : {}),
  ...(session ? { session } : {}),
  ...(activeFile ? { activeFile } : {}),
  ...(choice && !isNone(choice) ? { choice } : {}),
  overrides:
    Object.keys(texts).length === 0
      ? {}
      : { files: Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, { text }])) },
});

/** Asks the assembler for the account of a prompt. With a `base` that both sides know, only differences are sent. */
export const previewPrompt = async (
  client: Client,
  input: PreviewRequest,
  base: Manifest | null = null,
): Promise<Previewed> => {
  try {
    const { manifest, changes } = await client.call("context.preview", {
      ...input,
      include: ["manifest"],
      ...(base ? { against: base.id } : {}),
    });
    const changed = base && changes ? withChanges(base, changes) : null;
    return { manifest: manifest ?? changed, trouble: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, message, detail } = error;
    return { manifest: null, trouble: { code, message, detail } };
  }
};

/** A prompt with its messages. Its account has the place of every segment in them, which differences leave out. */
export type WholePrompt = { readonly messages: readonly Message[]; readonly manifest: Manifest };

export const previewWhole = async (
  client: Client,
  input: PreviewRequest,
  signal?: Signal,
): Promise<WholePrompt | null> => {
  const { messages, manifest } = await client.call("context.preview", input, signal);
  return messages && manifest ? { messages, manifest } : null;
};
