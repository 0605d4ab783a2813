import type { Messages } from "../messages.ts";
import { counted } from "./plural.ts";

export const help: Messages["help"] = {
  title: "Guide",
  open: "Guide",
  link: "En savoir plus dans le guide",
  pages: "Pages du guide",
  search: "Chercher dans le guide",
  found: (count) => counted(count, "endroit", "endroits"),
  nothing: (query) => `Le guide ne dit rien sur « ${query} ».`,
  results: "Endroits du guide",
  loading: "Ouverture du guide",
  failed: "Impossible d’ouvrir le guide.",
  previous: (page) => `Précédent : ${page}`,
  next: (page) => `Suivant : ${page}`,
};
