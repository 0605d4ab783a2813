import { GUIDE_PAGES, type GuidePlace } from "../ui/help-topics.ts";

/** Where a link of a page leads inside the guide: `budget.md#cuts`, `#cuts`. Null for anything else. */
export const placeOfLink = (href: string, page: string): GuidePlace | null => {
  const [, file = "", id = ""] = /^([\w-]*)(?:\.md)?(?:#(.+))?$/u.exec(href) ?? [];
  const target = GUIDE_PAGES.find((known) => known === (file === "" ? page : file));
  if (!target || (file === "" && id === "")) return null;
  return id === "" ? target : `${target}#${decoded(id)}`;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
