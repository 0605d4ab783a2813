import type { Origin } from "#shared/model/origin.ts";
import type { Messages } from "../messages.ts";

const names: Readonly<Record<Origin, string>> = {
  you: "du",
  agent: "Agent",
  tool: "Tool",
  outside: "außen",
};

export const origins: Messages["origins"] = {
  names,
  about: {
    you: "Von dir getippt oder bearbeitet, oder Teil von Satchel",
    agent: "Von einem Modell geschrieben",
    tool: "Von einem eingebauten Tool aus deinen eigenen Dateien gelesen",
    outside:
      "Aus dem Web, einem Import, von einem anderen Mitglied oder aus einem Ordner, dem du nicht vertraust",
  },
  title: "Woher sie kamen",
  lens: "Färben nach",
  byLayer: "Ebene",
  byOrigin: "Herkunft",
  legend: "Token nach Herkunft",
  all: "Jede Herkunft",
  only: (origin) => `Nur ${names[origin]}`,
  approved: "von dir bestätigt",
};
