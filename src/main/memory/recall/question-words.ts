/**
 * What a question asks for, and texts that answer it, by words of ten languages. Names of months and days come from
 * `Intl`. Matched against lower-case text; words in scripts with spaces only as whole words.
 */
const LANGUAGES = ["en", "de", "es", "fr", "tr", "ru", "ar", "hi"] as const;

const whole = (words: readonly string[]): string =>
  `(?<![\\p{L}\\p{M}])(?:${[...new Set(words)].join("|")})(?![\\p{L}\\p{M}])`;
const inside = (words: readonly string[]): string => words.join("|");

const namesOf = (format: Intl.DateTimeFormatOptions, dates: readonly number[]): readonly string[][] =>
  dates.map((date) =>
    LANGUAGES.flatMap((language) =>
      formsOf(new Intl.DateTimeFormat(language, { ...format, timeZone: "UTC" }).format(date).toLowerCase()),
    ),
  );

/** Russian months have other endings beside a day and after "in". */
const formsOf = (name: string): readonly string[] => {
  if (/[ьй]$/.test(name)) return [name, `${name.slice(0, -1)}я`, `${name.slice(0, -1)}е`];
  return /^(?:март|август)$/.test(name) ? [name, `${name}а`, `${name}е`] : [name];
};

const monthNames = namesOf(
  { month: "long" },
  Array.from({ length: 12 }, (_, month) => Date.UTC(2000, month, 1)),
);
const dayNames = namesOf(
  { weekday: "long" },
  Array.from({ length: 7 }, (_, day) => Date.UTC(2024, 0, 1 + day)),
);

const months = monthNames.map((names) => new RegExp(whole(names), "u"));
/** "May" alone is a verb more often than a month. */
const MAY = /\b(?:in|of|on|since|until|last) may\b|\bmay (?:\d|of)|\d may\b/;
const EAST_ASIAN_MONTH = /(\d{1,2})\s*月/g;

/** Numbers of the months that a lower-case text names. */
export const monthsIn = (text: string): readonly number[] => {
  const named = months.flatMap((month, at) => (month.test(text) ? [at + 1] : []));
  const written = [...text.matchAll(EAST_ASIAN_MONTH)].map(([, month]) => Number(month));
  const isVerb = /\bmay\b/.test(text) && !MAY.test(text);
  return [...new Set([...named.filter((month) => month !== 5 || !isVerb), ...written])];
};

/** A question about a time. */
export const WHEN = new RegExp(
  [
    "^\\s*(?:when|what (?:day|date|year|month|time))\\b",
    "\\bwhen (?:did|was|is|will|does)\\b",
    "\\bhow long ago\\b",
    whole(["wann", "cuándo", "quand", "когда", "ne zaman", "متى", "कब"]),
    inside(["什么时候", "何时", "几点", "哪天", "いつ", "何時", "何日"]),
  ].join("|"),
  "u",
);

/** A question about an amount. */
export const AMOUNT = new RegExp(
  [
    "\\bhow (?:many|much|often|old|long|far)\\b",
    "\\bwhat number\\b",
    whole(["wie ?viele?", "cuánt[oa]s?", "combien", "сколько", "kaç", "كم", "कितन[ाेी]"]),
    inside(["多少", "几个", "几次", "いくつ", "いくら", "何人", "何回"]),
  ].join("|"),
  "u",
);

const DAYS =
  "mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?";

/** A text that says a time. "May" is left out of the months for the same reason as above. */
export const TIME = new RegExp(
  [
    `\\b(?:yesterday|today|tonight|tomorrow|recently|just|weekend|(?:last|next|this) (?:night|morning|week|weekend|month|year|summer|winter|spring|fall|autumn|${DAYS})|\\w+ (?:days?|weeks?|months?|years?) ago|(?:19|20)\\d\\d|\\d{1,2}(?:st|nd|rd|th))\\b`,
    whole([...monthNames.flat(), ...dayNames.flat()].filter((name) => name !== "may")),
    whole([
      "gestern",
      "heute",
      "ayer",
      "hoy",
      "hier",
      "demain",
      "вчера",
      "завтра",
      "сегодня",
      "dün",
      "yarın",
    ]),
    whole(["أمس", "غدا", "اليوم", "आज"]),
    inside([
      "昨天",
      "今天",
      "明天",
      "昨日",
      "今日",
      "明日",
      "星期",
      "[周週][一二三四五六日天]",
      "曜日",
      "\\d\\s*[年月日号]",
    ]),
  ].join("|"),
  "u",
);
