import { MAX_PAGE_PICTURE_BYTES } from "#shared/model/size-limit.ts";
import type { Client } from "#shared/contract/index.ts";
import { failureText } from "../ui/failure-text.ts";
import { t } from "../ui/messages/index.ts";
import { createNoteLinks } from "./note-links.ts";
import type { LinkedFile, Page, Picture } from "./page-context.ts";

/**
 * The files a page refers to. Each is asked for once; `generation` is another number when files came or went, and
 * with it everything is asked for again.
 */
export class PageFiles {
  readonly generation: number;
  readonly #client: Client;
  readonly #links: ReturnType<typeof createNoteLinks>;
  readonly #found = new Map<string, Promise<LinkedFile | null>>();
  readonly #pictures = new Map<string, Promise<Picture>>();
  readonly #urls: string[] = [];
  #bytes = 0;

  constructor(client: Client, workspace: string, generation: number) {
    this.#client = client;
    this.#links = createNoteLinks(client, workspace);
    this.generation = generation;
  }

  readonly find: Page["find"] = (target, from) => {
    const key = `${from}\n${target}`;
    const known = this.#found.get(key) ?? this.#links.find(target, from).catch(() => null);
    this.#found.set(key, known);
    return known;
  };

  readonly readNote: Page["readNote"] = async (path) =>
    (await this.#client.call("workspace.read", { root: "project", path })).text;

  readonly picture: Page["picture"] = (path) => {
    const known = this.#pictures.get(path) ?? this.#load(path);
    this.#pictures.set(path, known);
    return known;
  };

  /** Frees the addresses of the pictures. */
  close(): void {
    this.#pictures.clear();
    this.#bytes = 0;
    for (const url of this.#urls.splice(0)) URL.revokeObjectURL(url);
  }

  /** As an address that only this page knows. */
  async #load(path: string): Promise<Picture> {
    try {
      if (this.#bytes > MAX_PAGE_PICTURE_BYTES) return { failure: t.editor.note.tooManyPictures(path) };
      const { type, data } = await this.#client.call("workspace.picture", { root: "project", path });
      const bytes = Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0));
      const url = URL.createObjectURL(new Blob([bytes], { type }));
      this.#urls.push(url);
      this.#bytes += bytes.length;
      return { url, name: path.slice(path.lastIndexOf("/") + 1) };
    } catch (error) {
      return { failure: failureText(error) };
    }
  }
}
