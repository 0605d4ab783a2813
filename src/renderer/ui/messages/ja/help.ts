import type { Messages } from "../messages.ts";

export const help: Messages["help"] = {
  title: "ガイド",
  open: "ガイド",
  link: "ガイドで詳しく見る",
  pages: "ガイドのページ",
  search: "ガイドを検索",
  found: (count) => `${count} か所`,
  nothing: (query) => `ガイドに「${query}」についての説明はありません。`,
  results: "ガイド内の箇所",
  loading: "ガイドを開いています",
  failed: "ガイドを開けませんでした。",
  previous: (page) => `前: ${page}`,
  next: (page) => `次: ${page}`,
};
