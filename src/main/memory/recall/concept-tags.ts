import { stopWords } from "../index/stop-words.ts";

const MAX_TAGS = 8;
const MAX_TAG_BYTES = 32;

/**
 * The subject of a text, in at most 8 words: the most frequent ones, then the earliest. Normalised (NFKC,
 * lower case, `_` to `-`), so that the same concept has one spelling.
 */
export const conceptTags = (text: string): readonly string[] => {
  const seen = new Map<string, number>();
  for (const word of wordsOf(text.normalize("NFKC").toLowerCase())) {
    const tag = tagOf(word);
    if (tag !== null) seen.set(tag, (seen.get(tag) ?? 0) + 1);
  }
  // The sort is stable, and a map keeps the order of first mention.
  return [...seen]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_TAGS)
    .map(([tag]) => tag);
};

/** One word as a tag; null when it is not a concept. The word is NFKC and lower case. */
export const tagOf = (word: string): string | null => {
  const tag = /[\p{L}\p{N}](?:.*[\p{L}\p{N}\p{M}])?/su.exec(word.replaceAll("_", "-"))?.[0] ?? "";
  const isCjk = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(tag);
  if (Array.from(tag).length < (isCjk ? 2 : 3) || Buffer.byteLength(tag) > MAX_TAG_BYTES) return null;
  if (/^\p{N}+$/u.test(tag) || isDate(tag) || stopWords.has(tag) || extensions.has(tag)) return null;
  return tag;
};

/**
 * Words with joining characters: `index.db`, `sour-dough`, `don't`. Scripts without spaces are split by
 * dictionary.
 */
const wordsOf = function* (text: string): Generator<string> {
  for (const [chunk] of text.matchAll(/[\p{L}\p{N}\p{M}_]+(?:[-./:'’@+#]+[\p{L}\p{N}\p{M}_]+)*/gu)) {
    if (!spaceless.test(chunk)) yield chunk;
    else for (const { segment, isWordLike } of segmenter.segment(chunk)) if (isWordLike) yield segment;
  }
};

const spaceless = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
const segmenter = new Intl.Segmenter("und", { granularity: "word" });

const isDate = (tag: string) =>
  /^\d{4}[-./]\d{1,2}(?:[-./]\d{1,2})?(?:t[\d:.]+z?)?$/.test(tag) ||
  /^\d{1,2}[-./]\d{1,2}(?:[-./]\d{2,4})?$/.test(tag) ||
  /^\d{1,2}:\d{2}(?::\d{2})?$/.test(tag);

const extensions: ReadonlySet<string> = new Set(
  `avi bash bat bin bmp cfg conf cpp css csv dll dmg doc docx env exe gif hpp htm html ico ini ipynb jar java jpeg jpg
  json jsonl jsx log lock map mdx mjs mov mp3 mp4 odt ods pdf php png ppt pptx rar scss sql svg tar tgz toml tsv tsx
  ttf txt wasm wav webm webp woff woff2 xls xlsx xml yaml yml zip`
    .split(/\s+/)
    .filter(Boolean),
);
