/** Whether `allowedTools` lets a tool through. `*` stands for any run of characters; no list: every tool. */
export const isAllowed = (name: string, patterns: readonly string[] | null): boolean =>
  patterns === null || patterns.some((pattern) => matches(name, pattern));

const matches = (name: string, pattern: string) =>
  new RegExp(`^${pattern.split("*").map(escaped).join(".*")}$`).test(name);

const escaped = (text: string) => text.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&");
