import type { Messages } from "../messages.ts";
import { counted } from "./plural.ts";

export const help: Messages["help"] = {
  title: "Guía",
  open: "Guía",
  link: "Más en la guía",
  pages: "Páginas de la guía",
  search: "Buscar en la guía",
  found: (count) => counted(count, "lugar", "lugares"),
  nothing: (query) => `La guía no dice nada sobre «${query}».`,
  results: "Lugares de la guía",
  loading: "Abriendo la guía",
  failed: "No se pudo abrir la guía.",
  previous: (page) => `Anterior: ${page}`,
  next: (page) => `Siguiente: ${page}`,
};
