import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { Failure } from "#shared/contract/index.ts";

export type Template = { readonly id: string; readonly title: string; readonly description: string };

/** The template of a new project when the user chose none. */
export const defaultTemplate = "bakery";

/** Describes a template; not copied into the project. */
export const templateCard = "template.json";

const card = z.object({ title: z.string(), description: z.string() });

/** The sample projects that ship with the app. A folder without a readable card is ignored. */
export const listTemplates = async (resources: string): Promise<Template[]> => {
  const ids = await readdir(folderOf(resources)).catch(() => []);
  const templates = await Promise.all(ids.map((id) => readTemplate(resources, id)));
  return templates.filter((template) => template !== null).sort((a, b) => a.title.localeCompare(b.title));
};

/** Folder of a template; fails with `template-not-found`. */
export const templateFolder = async (resources: string, id: string): Promise<string> => {
  const isName = /^[a-z0-9][a-z0-9-]*$/.test(id);
  if (isName && (await readTemplate(resources, id))) return join(folderOf(resources), id);
  throw new Failure("template-not-found", `There is no template called "${id}".`, { template: id });
};

const folderOf = (resources: string): string => join(resources, "templates");

const readTemplate = async (resources: string, id: string): Promise<Template | null> => {
  try {
    return {
      id,
      ...card.parse(JSON.parse(await readFile(join(folderOf(resources), id, templateCard), "utf8"))),
    };
  } catch {
    return null;
  }
};
