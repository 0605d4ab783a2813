import { basename } from "node:path/posix";
import { Failure } from "#shared/contract/index.ts";
import type { DocumentCut } from "#shared/model/document-cut.ts";
import { isPicturePath, MAX_PICTURES, type Picture } from "#shared/model/picture.ts";
import { fileBlock } from "#shared/model/tagged-text.ts";
import { type FittedMessage, onlyPassages, withFittedDocuments } from "../context/gather/only-passages.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { lookAtPicture } from "./look-at-picture.ts";
import type { WaitingPictures } from "./waiting-pictures.ts";

export type AttachmentsOptions = {
  readonly sessions: Pick<Sessions, "keepPicture" | "picture">;
  readonly waiting: WaitingPictures;
  /** The text of a file of the project; fails when reading it fails. */
  text(path: string): Promise<string>;
  /** The bytes of a picture of the project. */
  picture(path: string): Promise<Uint8Array>;
  /** Characters that passages of attached files may take in a session's window. */
  passageChars(session: string): Promise<number>;
};

/** A message with what is attached to it, as it is stored. */
export type Attached = {
  readonly content: string;
  readonly pictures: readonly Picture[];
  readonly cut: readonly DocumentCut[];
};

type Said = {
  readonly text: string;
  readonly attachments?: readonly string[] | undefined;
  readonly pictures?: readonly Picture[] | undefined;
};

/** Reads what is attached to a message: texts and documents become a part of it, pictures are kept beside it. */
export class Attachments {
  readonly #options: AttachmentsOptions;

  constructor(options: AttachmentsOptions) {
    this.#options = options;
  }

  async read(session: string, { text, attachments = [], pictures = [] }: Said): Promise<Attached> {
    const texts = attachments.filter((path) => !isPicturePath(path));
    const files = await Promise.all(
      texts.map(async (path) => fileBlock(path, await this.#options.text(path))),
    );
    const fitted = withFittedDocuments(
      [...files, text].join("\n\n"),
      await this.#options.passageChars(session),
    );
    return { ...fitted, pictures: await this.#pictures(session, attachments, pictures) };
  }

  /** A message that was said with its files cut to the passages that match it. */
  async passages(session: string, content: string): Promise<FittedMessage> {
    return onlyPassages(content, await this.#options.passageChars(session));
  }

  /** Gives a message that waits its own copies. */
  async keep(session: string, pictures: readonly Picture[]): Promise<void> {
    for (const picture of pictures)
      await this.#keep(session, await this.#bytes(session, picture), picture.name);
  }

  /** The bytes of a picture, wherever it is by now. Fails with `picture-gone`. */
  async bytesOf(session: string | undefined, sha256: string): Promise<Buffer> {
    const { sessions, waiting } = this.#options;
    const own = session === undefined ? null : await sessions.picture(session, sha256);
    const bytes = own ?? (await waiting.read(sha256));
    if (bytes) return bytes;
    throw new Failure("picture-gone", "This picture is not there any more.", { sha256 });
  }

  async #pictures(
    session: string,
    attachments: readonly string[],
    outside: readonly Picture[],
  ): Promise<readonly Picture[]> {
    const paths = attachments.filter(isPicturePath);
    if (paths.length + outside.length > MAX_PICTURES) {
      throw new Failure("too-many-pictures", `A message can have at most ${MAX_PICTURES} pictures.`);
    }
    const kept: Picture[] = [];
    for (const path of paths) kept.push(await this.#keep(session, await this.#options.picture(path), path));
    for (const picture of outside)
      kept.push(await this.#keep(session, await this.#bytes(session, picture), picture.name));
    return kept;
  }

  /** What a client says about a picture is not believed; its bytes are looked at again. */
  async #keep(session: string, bytes: Uint8Array, name: string): Promise<Picture> {
    const picture = lookAtPicture(name, bytes);
    await this.#options.sessions.keepPicture(session, picture.sha256, bytes);
    return picture;
  }

  async #bytes(session: string, { sha256, name }: Picture): Promise<Buffer> {
    try {
      return await this.bytesOf(session, sha256);
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== "picture-gone") throw error;
      throw new Failure("picture-gone", `${basename(name)} is not there any more. Attach it again.`, {
        name,
      });
    }
  }
}
