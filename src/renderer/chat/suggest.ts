/** The text at the caret that suggestions could complete. */
export type Asked = { readonly kind: "file" | "command"; readonly query: string; readonly from: number };

/** `@` after a space mentions a file; `/` as the very first character is a command. */
export const askedAt = (text: string, caret: number): Asked | null => {
  const until = text.slice(0, caret);
  const command = /^\/([\w.-]*)$/.exec(until);
  if (command) return { kind: "command", query: command[1] ?? "", from: 0 };
  const mention = /(?:^|\s)@([^\s@]*)$/.exec(until);
  if (!mention) return null;
  const query = mention[1] ?? "";
  return { kind: "file", query, from: caret - query.length - 1 };
};

/** Best first: names that start with it, then names, then paths that contain it. */
export const rankPaths = (paths: readonly string[], query: string, limit: number): readonly string[] => {
  const wanted = query.toLowerCase();
  const rank = (path: string): number => {
    const whole = path.toLowerCase();
    const name = whole.slice(whole.lastIndexOf("/") + 1);
    if (name.startsWith(wanted)) return 0;
    if (name.includes(wanted)) return 1;
    return whole.includes(wanted) ? 2 : 3;
  };
  return paths
    .map((path) => ({ path, rank: rank(path) }))
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank || a.path.localeCompare(b.path))
    .slice(0, limit)
    .map(({ path }) => path);
};
