import { expect, it } from "vitest";
import { guessLanguage, type Language } from "./language.ts";

const texts: readonly (readonly [Language | null, string])[] = [
  ["en", "The deck oven arrives on Friday and the old one is sold."],
  ["en", "We met Zoë at the café, and she was naïve about the rent."],
  ["de", "Der Ofen kommt am Freitag und der alte ist verkauft."],
  ["de", "Bäckerei Lieferung Montag"],
  ["es", "El horno llega el viernes y el viejo está vendido."],
  ["fr", "Le four arrive vendredi et le vieux est vendu."],
  ["tr", "Fırın cuma günü geliyor ve eskisi satıldı."],
  ["ru", "Печь придёт в пятницу, старая продана."],
  ["ar", "يصل الفرن يوم الجمعة"],
  ["hi", "भट्ठी शुक्रवार को आएगी"],
  ["zh", "烤箱星期五到，旧的已经卖了。"],
  ["ja", "オーブンは金曜日に届きます。"],
  [null, "Müller 2025"],
  [null, "12.50 x 3"],
  [null, ""],
];

it.each(texts)("takes it for %s: %s", (language, text) => {
  expect(guessLanguage(text)).toBe(language);
});

it("takes a text for the language that most of it is in", () => {
  expect(guessLanguage("The word книга means book, and it is a common one.")).not.toBe("ru");
  expect(guessLanguage("Слово book значит книга, и это частое слово.")).toBe("ru");
});
