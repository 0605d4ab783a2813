import type { Messages } from "../messages.ts";
import { form } from "./plural.ts";

export const help: Messages["help"] = {
  title: "Anleitung",
  open: "Anleitung",
  link: "Mehr in der Anleitung",
  pages: "Seiten der Anleitung",
  search: "Anleitung durchsuchen",
  found: (count) => form(count, "1 Stelle", `${count} Stellen`),
  nothing: (query) => `Die Anleitung sagt nichts über „${query}“.`,
  results: "Stellen in der Anleitung",
  loading: "Die Anleitung wird geöffnet",
  failed: "Die Anleitung konnte nicht geöffnet werden.",
  previous: (page) => `Davor: ${page}`,
  next: (page) => `Weiter: ${page}`,
};
