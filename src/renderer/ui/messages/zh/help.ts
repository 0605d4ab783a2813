import type { Messages } from "../messages.ts";

export const help: Messages["help"] = {
  title: "指南",
  open: "指南",
  link: "在指南中了解更多",
  pages: "指南的页面",
  search: "搜索指南",
  found: (count) => `${count} 处`,
  nothing: (query) => `指南中没有关于“${query}”的内容。`,
  results: "指南中的位置",
  loading: "正在打开指南",
  failed: "无法打开指南。",
  previous: (page) => `上一页：${page}`,
  next: (page) => `下一页：${page}`,
};
