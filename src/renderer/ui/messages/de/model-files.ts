import type { Messages } from "../messages.ts";

export const modelFiles: Messages["modelFiles"] = {
  title: "Modelldateien",
  text: "Ein Modell in einer Datei (GGUF) läuft hier, ohne Server und ohne Netz. Die Datei bleibt, wo sie ist.",
  memory: (free, total) => `${free} von ${total} Arbeitsspeicher sind frei.`,
  add: "Modelldatei hinzufügen",
  use: "Verwenden",
  reading: "Liest",
  remove: "Entfernen",
  added: (name) => `${name} lässt sich jetzt verwenden`,
  removed: (name) => `${name} ist von der Liste entfernt. Die Datei ist noch da.`,
  foundIn: (name, source) => `${name}, aus ${source}`,
  sources: { ollama: "Ollama", "lm-studio": "LM Studio" },
  // The number comes with an English word: "1.5 billion".
  weights: (count) =>
    `${count.replace(/\.(\d) billion$/, ",$1 Mrd.").replace(/ million$/, " Mio.")} Gewichte`,
  window: (tokens) => `Fenster ${tokens}`,
  windowOf: (tokens, trained) => `Fenster ${tokens} von ${trained}`,
  needs: (bytes) => `braucht ${bytes} Arbeitsspeicher`,
  fits: {
    slow: "Auf diesem Computer wird es langsam sein.",
    "too-large": "Es passt nicht auf diesen Computer: Es braucht mehr Arbeitsspeicher, als da ist.",
  },
  noTemplate: "Die Datei sagt nicht, wie ein Gespräch geschrieben wird. Eine allgemeine Form wird verwendet.",
  noTools: "Es hat kein Format für Aufrufe von Tools, deshalb werden ihm keine gesendet.",
  loading: (percent) => `Lädt, ${percent} %`,
  unload: "Speicher freigeben",
  windowLabel: "Fenster",
  ownWindow: (name) => `Fenster von ${name}, in Token`,
  path: "Pfad der Modelldatei",
  pathExample: "~/modelle/name.gguf",
};
