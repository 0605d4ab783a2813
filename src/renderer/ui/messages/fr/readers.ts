import type { XrayCell } from "#shared/contract/readers.ts";
import { numberText } from "#shared/model/number-text.ts";
import { reasonText } from "#shared/model/read-reason-text.ts";
import type { ReaderProfile } from "#shared/model/reader.ts";
import type { Messages } from "../messages.ts";
import { counted } from "./plural.ts";

const states = {
  whole: "Lu en entier",
  cut: "Coupé",
  conditional: "Sous condition",
  ondemand: "À la demande",
  lost: "Perdu",
  never: "Jamais",
} as const;

const units = { bytes: "octets", utf16: "caractères", chars: "caractères", lines: "lignes" } as const;

type Used = { used: number; max: number | null; tokens: number; files: number };

const limitOf = (profile: ReaderProfile | undefined, { used, max }: Used): string => {
  if (max === null) return "Sans limite.";
  const unit = units[profile?.limit?.unit ?? "bytes"];
  const per = profile?.limit?.per === "file" ? " dans le fichier le plus long" : "";
  return `${numberText(used)} sur ${numberText(max)} ${unit}${per}.`;
};

const lines = (count: number) => counted(count, "ligne", "lignes");

export const readers: Messages["readers"] = {
  title: "X-ray",
  about: "Ce que d’autres agents lisent de ce dossier, et ce qui ne leur parvient jamais.",
  workingFolder: "Démarré dans",
  thisFolder: "le dossier lui-même",
  again: "Regarder à nouveau",
  loading: "Examen du dossier",
  failed: "Impossible d’examiner le dossier.",
  grid: "Fichiers et outils qui les lisent",
  files: (count) => counted(count, "fichier", "fichiers"),
  legend: "Ce que signifient les signes",
  states,
  column: (profile, used) =>
    `${profile?.name ?? ""} ${profile?.version ?? ""} : ${counted(used.files, "fichier", "fichiers")}, environ ${counted(used.tokens, "token", "tokens")} dès le début. ${limitOf(profile, used)} Vérifié le ${profile?.checked ?? ""}, confiance ${profile?.confidence ?? ""}${profile?.verified === false ? ", non vérifié" : ""}.`,
  cell: (path, tool, state, cell) =>
    `${path} dans ${tool} : ${states[state]}${cell?.cut ? ` à la ligne ${numberText(cell.cut.line)}` : `, ${reasonText(cell ?? { reason: "not-its-file" })}`}`,
  notCounted: "non compté",
  outsideMark: "extérieur",
  countedWith: (encoding) =>
    encoding === "estimate" ? "~ les tokens sont des estimations" : `Tokens comptés avec ${encoding}`,
  outsideOn: "Inclure mon dossier personnel",
  outsideOff: "Exclure mon dossier personnel",
  outsideText:
    "Plusieurs outils lisent aussi des fichiers personnels dans le dossier personnel et dans les dossiers au-dessus de celui-ci. Satchel n’y regarde que si vous l’autorisez. Rien n’est envoyé ni modifié.",
  empty: "Pas de fichiers d’instructions ici",
  emptyText: "Ajoutez un AGENTS.md : la plupart des outils le lisent.",
  details: (path, tool) => `${path} dans ${tool}`,
  inTool: (tool) => `dans ${tool}`,
  cutAt: (cut: NonNullable<XrayCell["cut"]>, all) =>
    ` à la ligne ${numberText(cut.line)} sur ${numberText(all)} : ${numberText(cut.sent)} ${units[cut.unit === "lines" ? "bytes" : cut.unit]} lus sur ${numberText(cut.of)}${cut.tail === undefined ? "" : ", début et fin"}.`,
  met: "Les fichiers touchés remplissent la condition.",
  notMet: "Les fichiers touchés ne remplissent pas la condition.",
  rule: "La règle",
  confidence: {
    A: "Lu dans le code source de l’outil.",
    B: "D’après la documentation de l’éditeur.",
    C: "Rapporté par d’autres, non vérifié.",
  },
  confidenceShort: { A: "du code source", B: "de la documentation", C: "rapporté" },
  notVerified: "non vérifié",
  checked: (version, date) => `${version}, vérifié le ${date}`,
  fixes: "Ce que vous pouvez faire",
  apply: (title) => `Appliquer : ${title}`,
  applyShort: "Appliquer",
  applied: (title) => `Fait : ${title}`,
  text: "Le texte",
  open: "Ouvrir dans l’éditeur",
  noText: "Impossible de lire ce fichier.",
  linesAbove: (count) => `${lines(count)} au-dessus`,
  linesBelow: (count, partial) =>
    partial ? "Le texte continue." : counted(count, "ligne de plus", "lignes de plus"),
  cutHere: "coupé ici",
  findings: "Constats",
  noFindings: "Rien n’est coupé ni caché.",
  moreFindings: (count) => `et ${counted(count, "autre", "autres")}`,
  overlaps: "Règles dans plusieurs fichiers",
  overlapsText:
    "La même règle deux fois coûte des tokens ; deux qui se contredisent coûtent plus. Les contradictions sont trouvées d’après leurs mots.",
  overlapKinds: { duplicate: "répété", contradiction: "contradiction possible" },
  keepOne: (path) => `Garder ${path} comme source unique…`,
  keepNow: "Garder une seule source",
  kept: (path) => `${path} est gardé comme source unique`,
  steps: { keep: "reste tel quel", import: "devient un import", remove: "est supprimé" },
};
