import { use } from "react";
import { type Page, PageContext } from "./page-context.ts";

export const usePage = (): Page => {
  const page = use(PageContext);
  if (!page) throw new Error("Only a page that is read has links.");
  return page;
};
