import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** For tests and benchmarks: real text from the packages this project installs, always in the same order. */
export const packageText = (packages: readonly string[], suffix: RegExp, characters: number): string => {
  let text = "";
  for (const file of packages.flatMap((name) => filesUnder(join("node_modules", name), suffix))) {
    if (text.length >= characters) break;
    text += readFileSync(file, "utf8");
  }
  return text.slice(0, characters);
};

const filesUnder = (folder: string, suffix: RegExp): string[] =>
  readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return name === "node_modules" ? [] : filesUnder(path, suffix);
      return suffix.test(name) ? [path] : [];
    });

/** Chinese prose made of common words and punctuation. The same seed gives the same text. */
export const chineseText = (characters: number, seed = 1): string => {
  const words =
    "我们 今天 面包 时间 记忆 工作 空间 模型 上下文 的 了 在 是 和 请 把 文件 打开 然后 保存 历史 对话".split(
      " ",
    );
  const marks = ["，", "。", "、", "；", "\n", "“", "”"];
  const random = randomFrom(seed);
  let text = "";
  while (text.length < characters) {
    text += words[random(words.length)];
    if (random(9) === 0) text += marks[random(marks.length)];
  }
  return text.slice(0, characters);
};

/** A small random number generator (mulberry32), so that runs can be repeated. */
export const randomFrom = (seed: number): ((below: number) => number) => {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};
