import { GUIDE_PAGES, type GuidePage } from "../ui/help-topics.ts";
import { type GuideSection, sectionsOf, titleOf } from "./guide-sections.ts";

/** The guide ships inside the page, so it needs neither a network nor a core. */
const texts = import.meta.glob<string>("../../../docs/guide/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
const pictures = import.meta.glob<string>("../../../docs/guide/pictures/*.webp", {
  query: "?url",
  import: "default",
  eager: true,
});

export type GuideText = { readonly page: GuidePage; readonly title: string; readonly text: string };

const folder = "../../../docs/guide/";

export const guide: readonly GuideText[] = GUIDE_PAGES.map((page) => {
  const text = texts[`${folder}${page}.md`] ?? "";
  return { page, title: titleOf(text), text };
});

export const guideSections: readonly GuideSection[] = guide.flatMap(({ page, text }) =>
  sectionsOf(page, text),
);

/** The address of a picture of a page, by its path there. */
export const pictureAt = (path: string): string | null =>
  Object.hasOwn(pictures, folder + path) ? (pictures[folder + path] ?? null) : null;
