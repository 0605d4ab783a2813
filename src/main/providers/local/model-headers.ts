import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { Failure } from "#shared/contract/failure.ts";
import { type GgufHeader, readGgufHeader } from "./gguf-header.ts";

/** Architectures that answer nothing: they compare texts, or read pictures for another model. */
const NOT_CHAT = /^(clip|.*bert.*|t5encoder|gemma-embedding|nomic-.*)$/;

/** The headers of model files, read again only when a file changed. */
export class ModelHeaders {
  readonly #known = new Map<string, { readonly mark: string; readonly header: GgufHeader }>();

  /** Fails as `readGgufHeader` does, and with `model-file-not-chat`. */
  async read(path: string): Promise<GgufHeader> {
    const found = await stat(path).catch(() => null);
    const mark = found ? `${found.size} ${found.mtimeMs} ${found.ino}` : "";
    const known = this.#known.get(path);
    if (known && known.mark === mark) return known.header;
    this.#known.delete(path);
    const header = await readGgufHeader(path);
    if (NOT_CHAT.test(header.architecture))
      throw new Failure(
        "model-file-not-chat",
        `${basename(path)} is not a model that answers. It is a part that compares texts or reads pictures.`,
      );
    this.#known.set(path, { mark, header });
    return header;
  }

  /** As last read; null when it was not, or the file could not be used. */
  known(path: string): GgufHeader | null {
    return this.#known.get(path)?.header ?? null;
  }
}
