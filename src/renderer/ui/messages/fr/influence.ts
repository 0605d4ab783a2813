import type { MovedPart } from "#shared/model/moved-result.ts";
import { decimalText, numberText } from "#shared/model/number-text.ts";
import type { Messages } from "../messages.ts";
import { counted } from "./plural.ts";

/** Of a natural logarithm: `0,9×` is a little more likely without, `12×` twelve times less likely. */
const factor = (drop: number): string => {
  const value = Math.exp(Math.min(drop, 13.9));
  if (drop > 13.8) return "plus d’un million×";
  return value >= 10 ? `${numberText(Math.round(value))}×` : `${decimalText(value, 1)}×`;
};

const sentences = (count: number) => counted(count, "phrase", "phrases");

/** How many times more or less likely, from a natural logarithm. */
const times = (drop: number): string => {
  const value = Math.exp(Math.abs(drop));
  if (value >= 1_000_000) return "plus d’un million de fois";
  if (value >= 100) return `${numberText(Number(value.toPrecision(2)))} fois`;
  return value >= 10 ? `${Math.round(value)} fois` : `${decimalText(value, 1)} fois`;
};

type Asked = Pick<MovedPart, "moved" | "drop" | "low" | "high" | "answers">;

const points = (share: number): string => `${Math.round(share * 100)} %`.replace("-", "−");
const lessOf = (drop: number): string => (drop < 0 ? `${points(-drop)} de plus` : `${points(drop)} de moins`);

export const influence: Messages["influence"] = {
  whatMattered: "Ce qui a compté",
  tabs: { quoted: "Cité", moved: "Influent", ledger: "Dans le temps" },
  movedTab: {
    loading: "Recherche de modèles capables de l’estimer",
    failed: "L’estimation a échoué",
    none: "Pas encore estimé",
    noneText:
      "Un fichier de modèle sur cet ordinateur peut dire combien cette réponse devient moins probable quand une partie du prompt est omise.",
    noModel:
      "Il n’y a pas de fichier de modèle pour l’estimer. Ajoutez-en un petit, ou redemandez au modèle lui-même sans une partie.",
    addModel: "Ajouter un fichier de modèle",
    estimateWith: "Estimer avec",
    own: (name) => `${name} (il a écrit la réponse)`,
    measure: "Mesurer",
    again: "Mesurer à nouveau",
    goOn: "Continuer",
    stop: "Arrêter",
    measuring: "Mesure en cours",
    starting: "Chargement du modèle",
    progress: (done, known, tokens) => `${done} sur au moins ${known} prompts, ${tokens} tokens lus`,
    cost: (parts, search, each) =>
      `${counted(parts, "partie", "parties")}. Lit environ ${search} tokens ou plus sur cet ordinateur ; une par une, ce serait ${each}.`,
    estimatedBy: (name, isOwn) =>
      isOwn
        ? `Estimé par ${name}, qui a écrit la réponse.`
        : `Estimé par ${name}, qui remplace le modèle ayant répondu.`,
    took: (prompts, tokens, fewer) =>
      `${prompts} prompts, ${tokens} tokens lus${fewer >= 2 ? `, ${Math.round(fewer)} fois moins que une par une` : ""}.`,
    stopped: "Arrêté. Ce qui était connu à ce moment est ci-dessous.",
    brokeOff: (problem) => `Interrompu : ${problem} Ce qui était connu à ce moment est ci-dessous.`,
    judgedUpTo: (judged, answer) =>
      `Les ${judged} premiers tokens sur les ${answer} de la réponse ont été évalués.`,
    toolsLeft: (tokens) =>
      `Les définitions d’outils (${tokens} tokens) sont envoyées à côté des messages et n’ont pas été omises.`,
    part: "Partie",
    sent: "Envoyé",
    without: "Sans elle, la réponse est",
    quoted: "Cité",
    kinds: { layer: "couche", group: "plusieurs", section: "section" },
    lessLikely: (drop) => (drop < 0 ? `${times(drop)} plus probable` : `${times(drop)} moins probable`),
    notMoved: "aussi probable qu’avant",
    interval: (low, high) => `95 % : ${factor(low)} à ${factor(high)}`,
    reduced: "· dans un prompt court",
    notOpened: (parts) =>
      parts === 1
        ? "sa partie n’a été omise qu’avec le reste"
        : `ses ${parts} parties n’ont été omises qu’ensemble`,
    together: (parts) =>
      counted(
        parts,
        "partie n’a été omise qu’avec d’autres et n’a pas de chiffre propre.",
        "parties n’ont été omises qu’avec d’autres et n’ont pas de chiffre propre.",
      ),
    oneByOne: (tokens) => `Mesurer une par une (lit environ ${tokens} tokens)`,
    restless: (drop) =>
      `Une espace de plus ou de moins rend cette réponse jusqu’à ${times(drop)} plus ou moins probable pour ce modèle, donc seul ce qui fait bien plus compte comme influent.`,
    notWeighed: (title, problem) => `${title} n’a pas pu être omis : ${problem}`,
    nothingYet: "Aucune partie n’a encore été mesurée.",
    actions: "Que faire de cette partie",
    againWithoutPart: (part) => `Répondre à nouveau sans ${part}`,
    parts: "Parties qui peuvent être omises",
    askedAgain: "En redemandant au modèle",
  },
  again: {
    title: (part) => `Répondre à nouveau sans ${part}`,
    text: "Le même modèle reçoit le même prompt sans cette partie. Il n’exécute aucun outil, et rien n’en est appris.",
    times: "Réponses de chaque côté",
    once: "une, sans la partie",
    each: (count) => `${count} avec et ${count} sans`,
    price: (calls, read, wrote) =>
      `${counted(calls, "appel", "appels")}, ${read} tokens en entrée et ${wrote} en sortie`,
    local: "gratuit, il tourne ici",
    unknown: "son prix n’est pas connu",
    ask: (calls) => `Demander ${calls} fois`,
    asking: (done, of) => `${done} sur ${of} réponses`,
    first: "La réponse",
    without: "Sans la partie",
    withIt: "Avec la partie, à nouveau",
    bill: (input, output) => `${input} en entrée, ${output} en sortie`,
    back: "Retour aux parties",
    dollars: (dollars) => `${decimalText(dollars, dollars < 0.01 ? 4 : 2)} $`,
    notReported: "non indiqué",
    called: (names) => `Il voulait appeler ${names}.`,
    empty: "Aucun mot.",
    outcome: ({ moved, drop, low, high, answers }: Asked) =>
      `${moved ? "Elle a influencé la réponse" : "Aucune différence visible"} : sans la partie, les réponses partagent ${lessOf(drop)} de mots avec la première${answers === null || answers < 2 ? "" : ` (95 % : ${points(low)} à ${points(high)} de moins ; ${answers} réponses de chaque côté)`}.`,
  },
  ledger: {
    title: "Ce que chaque fichier a coûté, et s’il a compté",
    loading: "Addition de ce qui a été envoyé",
    failed: "Impossible de lire le registre",
    none: "Rien n’a encore été envoyé",
    noneText: "Après les premières réponses, ceci liste ce que chaque fichier et souvenir a coûté.",
    columns: {
      source: "Fichier ou souvenir",
      times: "Envoyé",
      tokens: "Tokens",
      quoted: "Cité",
      moved: "Influent",
    },
    times: (count) => `${numberText(count)} fois`,
    of: (count, all) => `${count} sur ${all}`,
    share: (low, high) => `${Math.round(low * 100)} à ${Math.round(high * 100)} %`,
    notSampled: "non échantillonné",
    exempt: { soul: "Âme : pas de conseil", pinned: "épinglé : pas de conseil" },
    advice: (tokens, sampled, atMost) =>
      `Coûte ${tokens} tokens par tour. Omis de ${counted(sampled, "réponse échantillonnée", "réponses échantillonnées")}, rien de mesurable n’a changé (95 % : au plus ${Math.max(1, Math.round(atMost * 100))} %).`,
    tryWithout: (name) => `Essayer sans ${name}`,
    sampling: "Échantillonner des réponses en arrière-plan",
    samplingText: {
      known: "Seulement quand l’ordinateur est inactif et sur secteur.",
      unknown:
        "Cet hôte ne sait pas si l’ordinateur est sur secteur ou utilisé ; il se fie donc à cinq minutes sans message.",
    },
    states: {
      off: "",
      "no-model": "Il n’y a pas de fichier de modèle pour évaluer.",
      waiting: "Attend que l’ordinateur soit inactif.",
      battery: "Attend le secteur.",
      measuring: "Mesure une réponse en ce moment.",
    },
  },
  movedBy: (drop) => `a influencé la réponse : ${times(drop)} moins probable sans`,
  ask: "D’où cela vient",
  askMarked: "D’où cela vient-il ?",
  titles: {
    quoted: "D’où vient la réponse",
    moved: "Ce qui a influencé la réponse",
    ledger: "Ce que chaque fichier a coûté",
  },
  texts: {
    quoted:
      "Les phrases qui partagent des mots avec ce qui a été envoyé sont soulignées. Sélectionnez-en une pour voir les passages.",
    moved: "Combien la même réponse devient moins probable quand une partie du prompt est omise.",
    ledger:
      "Combien de fois chaque fichier et souvenir a été envoyé, et dans combien de réponses on sait qu’il a compté.",
  },
  limits: {
    moved:
      "Une partie qui a influencé la réponse ne l’a pas forcément améliorée. Deux parties qui disent la même chose peuvent chacune sembler sans influence.",
    ledger:
      "Seules les réponses mesurées comptent comme échantillonnées. Rien n’est jamais retiré tout seul.",
  },
  loading: "Comparaison de la réponse avec ce qui a été envoyé",
  failed: "Impossible de comparer la réponse",
  answer: "Phrases de la réponse",
  passages: "Passages",
  none: "Rien de ce qui a été envoyé n’en est proche",
  noneText:
    "Aucun texte envoyé ne partage avec elle six mots de suite, un nom rare ou un nombre rare. Elle peut quand même en venir, en d’autres mots, ou de ce que le modèle a appris auparavant.",
  pick: "Aucune phrase sélectionnée",
  pickText: "Sélectionnez une phrase de la réponse pour voir ce qu’elle partage avec ce qui a été envoyé.",
  kinds: {
    run: "mêmes mots",
    name: "nom rare",
    number: "nombre rare",
    words: "mots semblables",
  },
  open: (file, line) => (line === null ? `Ouvrir ${file}` : `Ouvrir ${file} à la ligne ${line}`),
  line: (line) => `ligne ${line}`,
  moved: "n’est plus dans le fichier",
  sources: {
    soul: "Âme",
    core: "Fichier de base",
    files: "Fichier",
    system: "Prompt système",
    tools: "Outils",
    memory: "Mémoire",
    history: "Message précédent",
    message: "Votre message",
    overhead: "Format",
  },
  compared: (segments, words) =>
    `Comparé sur cet ordinateur avec ${segments} parties du prompt, ${words} mots. Des mots communs ne prouvent pas que la réponse en avait besoin.`,
  upTo: (chars) => `La réponse est très longue : seuls ses ${chars} premiers caractères ont été comparés.`,
  quotedIn: (count) => `cité dans ${sentences(count)}`,
  lastQuotes: (count) => `La dernière réponse cite ceci dans ${sentences(count)}.`,
};
