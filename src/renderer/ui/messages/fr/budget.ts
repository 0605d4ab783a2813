import { SHORT_DESCRIPTION_CHARS } from "#shared/model/short-description.ts";
import { decimalText, numberText as n } from "#shared/model/number-text.ts";
import type { Messages } from "../messages.ts";
import { counted, countedText, form, LAYER_NAMES } from "./plural.ts";

const memoryLimits = (tokens: number | null, hits: number | null): string => {
  if (tokens === null) return "La part des souvenirs est pleine.";
  const lines = hits === null ? "" : ` et ${counted(hits, "ligne", "lignes")}`;
  return `Les souvenirs peuvent utiliser ${counted(tokens, "token", "tokens")}${lines}.`;
};

const list = (names: readonly string[], most = 3) =>
  names.length <= most
    ? names.join(", ")
    : `${names.slice(0, most).join(", ")} et ${counted(names.length - most, "autre", "autres")}`;

/** One thing, unless its name is a number of things: "14 souvenirs". */
const isOne = ([first = "", ...others]: readonly string[]) =>
  others.length === 0 && !/^\d[\d\s]* (outils|souvenirs|messages)$/.test(first);

const chars = (limit: number, unit: "tokens" | "chars") =>
  unit === "chars" ? counted(limit, "caractère", "caractères") : counted(limit, "token", "tokens");

export const budget: Messages["budget"] = {
  meter: "Fenêtre utilisée",
  usedOf: (used, max) => `${used} sur ${max} tokens`,
  status: {
    in: "envoyé",
    cut: "coupé",
    out: "omis",
    ask: "à la demande",
  },
  reasons: {
    "per-file-limit": "La limite par fichier coupe le reste.",
    "total-limit": "Tous les fichiers ensemble ont atteint leur limite.",
    "tag-filter": "Ses tags ne sont pas parmi ceux que prend cet agent.",
    "explicit-exclude": "Les paramètres de cet agent l’omettent.",
    scope: "Une session partagée ne le reçoit pas.",
    "memory-budget": "Le budget de la mémoire est épuisé.",
    "file-limit": "Le nombre de fichiers est limité.",
    "char-limit": "La limite de caractères coupe le reste.",
    window: "La fenêtre est pleine.",
    empty: "C’est vide.",
    traversal: "Il se trouve hors de l’espace de travail.",
    shelf: "Il est en réserve : l’agent le trouve quand il en a besoin.",
    passages: "Seuls les passages de ses documents qui répondent à la question sont envoyés.",
    pictures: "Ses images ne sont pas envoyées.",
  },
  title: "Budget",
  tabs: {
    next: "Prochain tour",
    timeline: "Chronologie",
    sent: "Tel qu’envoyé",
    compare: "Comparer",
    watch: "Observer",
  },
  tabsLabel: "Parties du budget",
  previewNote: "Aperçu du prochain tour, rien n’a été envoyé",
  tryingNote: "Essayé sur le prochain tour, rien n’est enregistré",
  tour: "Visite guidée",
  waiting: "Comptage du prochain prompt",
  failed: "Impossible de composer le prompt.",
  tooSmall: "Cette fenêtre est trop petite pour ce qui ne peut jamais être omis.",
  tooSmallText: (needed, usable) =>
    `L’âme, le prompt de l’agent et votre message demandent ${needed} tokens, et il n’y en a que ${usable} pour eux. Rien ne serait envoyé.`,
  backToSaved: "Revenir à ce qui est enregistré",
  layers: LAYER_NAMES,
  segmentNames: {
    "system:prompt": LAYER_NAMES.system,
    "system:skills": "Liste des compétences",
    "message:new": LAYER_NAMES.message,
    "overhead:messages": LAYER_NAMES.overhead,
    "overhead:headers": "En-têtes et marques des fichiers",
  },
  headers: "En-têtes et marques des fichiers",
  groups: (layer, count, id) => {
    if (id === "tools/shelf") return `${counted(count, "outil", "outils")} en réserve`;
    if (layer === "tools") return counted(count, "outil", "outils");
    if (layer === "memory") return counted(count, "souvenir", "souvenirs");
    return counted(count, "message", "messages");
  },
  ofWindow: (max, percent) => `d’une fenêtre de ${n(max)} tokens, ${Math.round(percent)} %`,
  againstSaved: "par rapport à ce qui est enregistré",
  baseline: {
    set: "Prendre comme référence",
    drop: "Abandonner la référence",
    against: "par rapport à la référence",
  },
  mapSize: {
    label: "Taille",
    names: {
      disk: "texte entier",
      sent: "envoyé",
      billed: "facturé après cache",
      moved: "a influencé la dernière réponse",
    },
  },
  searched: (files, tokens) =>
    `Des passages adaptés à la question sont ajoutés depuis ${files}, jusqu’à ${tokens} tokens. Écrivez une question dans la conversation pour les voir ici.`,
  free: "Libre",
  kept: "Gardé pour la réponse",
  leftOut: "Omis",
  windowBar: {
    readsWell: (tokens) => `Mesuré : jusqu’à ${tokens} tokens sont bien lus`,
    label: "La fenêtre du modèle, à l’échelle",
    text: (parts) => parts.join(", "),
    freeSpace: (count) => `libre ${count}`,
    answer: (count) => `réponse ${n(count)}`,
    saved: "Enregistré",
    overflow: (count) => `${n(count)} de trop`,
    prefix: "Préfixe en cache",
    prefixText: "lu une fois, puis réutilisé jusqu’à ce qu’un de ces fichiers change",
    expectedText: "sera lu une fois, puis réutilisé jusqu’à ce qu’un de ces fichiers change",
    brokenBy: (what) => `relu à partir de ${what}, qui a changé depuis le dernier tour`,
    compact: (percent) => `l’historique est résumé à ${percent} %`,
    compactShort: (percent) => `résumé à ${percent} %`,
    limits: {
      files: "Limite des fichiers",
      memory: "Limite de la mémoire",
      history: "Limite de l’historique",
      reserved: "Gardé pour la réponse",
    },
    limitValue: (value, effect) =>
      effect === "" ? counted(value, "token", "tokens") : `${counted(value, "token", "tokens")}, ${effect}`,
    comesIn: (names) => `${list(names, 2)} ${isOne(names) ? "entre" : "entrent"}`,
    fallsOut: (names) => `${list(names, 2)} ${isOne(names) ? "sort" : "sortent"}`,
    shortened: (names) => `${list(names, 2)} ${isOne(names) ? "raccourcit" : "raccourcissent"}`,
    unchanged: "ne change rien",
  },
  map: {
    title: "Ce qui y est, ce qui manque",
    label: "Chaque partie du prompt selon sa taille",
    sent: "envoyé",
    cut: "coupé",
    out: "omis",
    columns: { ...LAYER_NAMES, steady: "À chaque tour" },
    part: (sent, raw) => `${sent} sur ${raw}`,
    notSent: "Non envoyé",
    fromLine: (missing, line) => `${countedText(missing, "token", "tokens")} dès la ligne ${line}`,
    missing: (missing) => countedText(missing, "token", "tokens"),
    comesIn: (tokens) => `+${tokens} entrent`,
    others: (count) => counted(count, "petite partie", "petites parties"),
    sentOf: (sent, raw) => `${sent} sur ${raw} tokens envoyés`,
    together: "Trop petites pour être dessinées une par une ; le tableau ci-dessous les montre toutes.",
    tile: (title, status, sent, raw) => `${title}, ${status}, ${sent} sur ${raw} tokens`,
  },
  table: {
    title: "Parties du prompt",
    count: (count) => n(count),
    sorted: (column) => `trié par ${column}`,
    fate: "État",
    filter: "Filtrer",
    filterLabel: "Filtrer les parties",
    nothing: (filter) => `Rien ne s’appelle « ${filter} ».`,
    columns: {
      title: "Nom",
      layer: "Couche",
      origin: "Origine",
      raw: "Sur disque",
      sent: "Envoyé",
      removed: "Retiré",
      priority: "Priorité",
      why: "Pourquoi",
    },
    sortNames: {
      title: "nom",
      layer: "couche",
      origin: "origine",
      raw: "taille sur disque",
      sent: "ce qui est envoyé",
      removed: "ce qui manque",
      priority: "priorité",
      prompt: "place dans le prompt",
    },
    pin: (title) => `Toujours envoyer ${title}`,
    unpin: (title) => `Ne plus toujours envoyer ${title}`,
    exclude: (title) => `Omettre ${title}`,
    include: (title) => `Remettre ${title}`,
    priority: (title) => `Priorité de ${title}`,
    notPriority: (text) => `« ${text} » n’est pas une priorité. Saisissez un nombre entier à partir de 0.`,
    whole: "Envoyé en entier",
    fits: "Tient maintenant",
  },
  why: {
    "per-file-limit": (limit, unit) => `Dépasse les ${chars(limit, unit)} permis par fichier`,
    "total-limit": "La part des fichiers est pleine",
    "tag-filter": "N’a aucun des tags de l’agent",
    "explicit-exclude": "Sur la liste des fichiers à omettre",
    scope: "Pas pour une conversation partagée",
    "memory-budget": "La part des souvenirs est pleine",
    "file-limit": "La limite du nombre de fichiers",
    "char-limit": "La part de caractères est pleine",
    window: "La fenêtre est pleine",
    empty: "Il n’y a rien dedans",
    traversal: "Hors de l’espace de travail",
    shelf: "En réserve, trouvé au besoin",
    passages: "Passages d’un document",
    pictures: "Sans ses images",
    summarised: "Résumé pour gagner de la place",
  },
  inspector: "Détails",
  pick: "Choisissez une partie du prompt",
  pickText:
    "Choisissez une tuile, une ligne ou une couleur de la barre pour voir pourquoi elle est là ou non, et que faire.",
  openFile: "Ouvrir",
  chips: {
    in: "envoyé en entier",
    cut: (share) => `coupé de ${share}`,
    out: "omis",
    estimated: "estimé",
    exact: "exact",
  },
  sentences: {
    whole: (agent, tokens) => `${agent} voit tout, ${tokens} tokens.`,
    steady: (tokens) => `Envoyé à chaque tour, cela prend ${tokens} tokens.`,
    near: (share) => `Il est à ${share} de ce qu’un fichier peut utiliser : un peu plus et il sera coupé.`,
    headers:
      "La ligne avec son nom au-dessus de chaque fichier, la ligne vide qui la précède, et la marque là où un fichier est coupé.",
    framing: (tokens, isCut) =>
      isCut
        ? `Son en-tête et la marque de coupure en prennent ${tokens} de plus.`
        : `Son en-tête en prend ${tokens} de plus.`,
    stops: (line, heading) =>
      heading === null
        ? `Il s’arrête à la ligne ${line}.`
        : `Il s’arrête à la ligne ${line}, dans « ${heading} ».`,
    because: {
      perFile: (agent, kept, raw, limit, unit) =>
        `${agent} voit ${kept} sur ${raw} tokens, car aucun fichier ne peut dépasser ${chars(limit, unit)}.`,
      total: (agent, { limit, core, files, own }) =>
        `${agent} ne le voit pas : fichiers de base et fichiers de travail peuvent utiliser ensemble ${n(limit)} tokens. Les fichiers de base en prennent ${core} et les fichiers de travail envoyés ${files}, donc ses ${own} ne tiennent pas.`,
      totalBehind: (agent, limit, first) =>
        `${agent} ne le voit pas : fichiers de base et fichiers de travail peuvent utiliser ensemble ${n(limit)} tokens. ${first} passe avant et ne tient pas, et aucun fichier suivant ne prend sa place.`,
      totalUsedUp: (agent, isCut) =>
        `${agent} ${isCut ? "n’en voit que le début" : "ne le voit pas"} : les fichiers qui précèdent épuisent ce que tous les fichiers peuvent utiliser ensemble.`,
      window: (agent, { max, reserved, used, own }) =>
        `${agent} ne le voit pas : la fenêtre contient ${n(max)} tokens. ${n(reserved)} sont gardés pour la réponse et ${used} sont utilisés, donc ses ${own} ne tiennent pas.`,
      windowBehind: (agent, max, first) =>
        `${agent} ne le voit pas : ${first} passe avant et ne tient pas dans la fenêtre de ${n(max)} tokens, et aucun fichier suivant ne prend sa place.`,
      windowCut: (agent, kept, raw, { max, reserved, used }) =>
        `${agent} voit ${kept} sur ${raw} tokens : la fenêtre en contient ${n(max)}, ${n(reserved)} sont gardés pour la réponse et ${used} sont utilisés.`,
      gaveWay: (agent, max) =>
        `${agent} ne le voit pas : la fenêtre contient ${n(max)} tokens, et ceci cède la place avant ce qui est envoyé.`,
      memoriesGaveWay: (count, max) =>
        `La fenêtre contient ${n(max)} tokens, et les souvenirs cèdent la place les premiers, donc ${counted(count, "souvenir reste dehors", "souvenirs restent dehors")}.`,
      skills: (kept, raw, limit) =>
        `La liste des compétences peut utiliser ${n(limit)} tokens, un vingtième de ce que le prompt peut utiliser. ${kept} sur ${raw} sont envoyés ; les descriptions sont raccourcies.`,
      toolsShortened: (max) =>
        `La fenêtre de ${n(max)} tokens est pleine, donc les descriptions des outils sont coupées à ${SHORT_DESCRIPTION_CHARS} caractères pour ce tour.`,
      toolsOut: (count, max) =>
        `La fenêtre de ${n(max)} tokens est pleine, donc ${counted(count, "outil est omis", "outils sont omis")} pour ce tour.`,
      toolsShelf: (count, limit, freed) =>
        `Les descriptions d’outils peuvent utiliser ${n(limit)} tokens d’un prompt, et toutes ensemble en demandent plus. ${counted(count, "outil attend donc", "outils attendent donc")} en réserve : le prompt contient les noms, et l’agent trouve ce qu’il lui faut. Cela économise ${freed} tokens. Paramètres, Serveurs d’outils permet de garder un outil dans chaque prompt.`,
      memories: (count, tokens, hits) =>
        `${memoryLimits(tokens, hits)} Les meilleurs passent d’abord, donc ${counted(count, "souvenir reste dehors", "souvenirs restent dehors")}.`,
      memoryFile: (agent, kept, raw, limit) =>
        `${agent} voit ${kept} sur ${raw} tokens : il reçoit ce que les autres fichiers laissent${limit === null ? "" : ` de ${n(4 * limit)} caractères`}.`,
      files: (agent, max) =>
        `${agent} reçoit au plus ${counted(max, "fichier", "fichiers")} à la fois, et autant passent avant celui-ci.`,
      chars: (agent, max, used, own) =>
        `${agent} reçoit au plus ${n(max)} caractères de fichiers à la fois. ${n(used)} sont utilisés, donc ses ${n(own)} ne tiennent pas.`,
      charsBehind: (agent, max) =>
        `${agent} reçoit au plus ${n(max)} caractères de fichiers à la fois, et un fichier avant celui-ci ne tient pas.`,
      passages: (file, count, places, kept, all) =>
        `De ${file}, ${counted(count, "passage qui répond à la question est envoyé", "passages qui répondent à la question sont envoyés")}${
          places.length === 0 ? "" : ` (${list(places, 8)})`
        } : ${n(kept)} sur ${n(all)} caractères.`,
      noPassage: (file) => `Aucun passage de ${file} ne répond à la question, donc rien n’en est envoyé.`,
      unseen: (file) => `${file} n’est pas envoyé : on ne sait pas si ce modèle voit les images.`,
      pictureGone: (file) => `${file} n’est pas envoyé : son fichier n’est plus là.`,
      turns: (count) =>
        counted(
          count,
          "ancien message ne tient plus et est omis.",
          "anciens messages ne tiennent plus et sont omis.",
        ),
    },
    "tag-filter": (agent, tags) =>
      `${agent} ne prend que les fichiers avec le tag ${tags}. Celui-ci n’en a aucun.`,
    "explicit-exclude": (agent) => `Il est sur la liste des fichiers que ${agent} ne reçoit jamais.`,
    scope: (agent) => `${agent} parle ici avec d’autres, et ceci est privé, donc cela reste dehors.`,
    empty: "Il n’y a rien dedans, donc rien à envoyer.",
    traversal: "Il se trouve hors de l’espace de travail, où un agent ne peut pas regarder.",
    summarised: "Ils ont été résumés pour gagner de la place. Le résumé est envoyé à leur place.",
    tools: (count) =>
      `Ce que ${form(count, "peut faire", "peuvent faire")} ${counted(count, "outil", "outils")} doit être expliqué au modèle à chaque tour.`,
    memories: (count) =>
      counted(
        count,
        "souvenir a été trouvé pour ce message et l’accompagne.",
        "souvenirs ont été trouvés pour ce message et l’accompagnent.",
      ),
    turns: (count) =>
      counted(
        count,
        "message de cette conversation accompagne chaque tour.",
        "messages de cette conversation accompagnent chaque tour.",
      ),
    message: "Ce que vous êtes en train d’écrire.",
    picture: (file, size, tokens) =>
      `${file} (${size} pixels) prend environ ${tokens} tokens d’après sa taille ; seul le serveur le sait exactement.`,
    overhead: "Rôles et séparateurs exigés par le format du modèle.",
    prompt: (agent) => `Qui est ${agent} et comment répondre, d’après agents.yaml.`,
    skills: "Noms et descriptions des compétences. Leurs textes ne sont chargés qu’au besoin.",
    soul: (agent) =>
      `Ce que ${agent} ne fait jamais et fait toujours. Elle est envoyée en entier, quoi qu’il arrive.`,
  },
  fix: {
    title: "Ce que vous pouvez faire",
    button: {
      raise: "Appliquer",
      window: "Appliquer",
      unexclude: "Remettre",
      tag: "Taguer",
      priority: "Déplacer",
      pin: "Épingler",
      exclude: "Omettre",
    },
    raise: {
      perFile: (to) => `Envoyer le fichier entier, jusqu’à ${n(to)} tokens`,
      total: (to) => `Donner plus de place aux fichiers : ${n(to)}`,
      other: (field, to) => `Relever ${field} à ${n(to)}`,
    },
    window: (to) => `Utiliser une fenêtre de ${n(to)}`,
    unexclude: "Le retirer de la liste",
    tag: (tag) => `Lui donner le tag « ${tag} »`,
    priority: (to) => `L’envoyer d’abord, garder la limite : priorité ${n(to)}`,
    pin: "Toujours l’envoyer",
    exclude: "L’omettre",
    trying: "À l’essai",
    uses: (tokens) => `Ajoute ${tokens} tokens au prompt`,
    frees: (tokens) => `Libère ${tokens}`,
    reallyFrees: (tokens, names) =>
      `Libère en fait ${tokens}, car ${list(names, 3)} ${isOne(names) ? "prendrait" : "prendraient"} la place`,
    freesNothing: (names) =>
      `Ne libère rien, car ${list(names, 3)} ${isOne(names) ? "prendrait" : "prendraient"} la place`,
    same: "Ne prend pas plus de place",
    nothing: "Ne change rien maintenant, mais le garde quand la place manque",
    onlyPart: (kept, raw) => `Envoie ${kept} de ses ${raw} tokens`,
    notEnough: "Ne suffit pas à le remettre",
    pushesNothing: "Ne pousse rien dehors",
    pushes: (names) => (names.length === 1 ? "Pousse dehors" : `Pousse dehors ${n(names.length)} éléments`),
    shortens: (names) => `Raccourcit ${list(names)}`,
    summarises: "Les anciens tours sont résumés",
    brings: (names) => `Fait entrer ${list(names)}`,
    refused: "Ne tiendrait pas du tout",
  },
  copyNote: (profile, agent) =>
    `« ${profile} » est fourni avec Satchel et reste tel quel. Une modification crée une copie pour ${agent} et l’utilise.`,
  written: {
    profile: (name) => `Enregistré dans le profil ${name}`,
    copy: (name) => `Enregistré dans une copie à lui, ${name}`,
    agents: (name) => `Enregistré dans ${name}`,
    file: (name) => `Enregistré en haut de ${name}`,
  },
  edited: {
    limit: (to) => `La limite est maintenant de ${n(to)} tokens`,
    limits: (count) => counted(count, "limite modifiée", "limites modifiées"),
    pin: (file, isOn) => (isOn ? `${file} est désormais toujours envoyé` : `${file} n’est plus épinglé`),
    exclude: (file, isOn) => (isOn ? `${file} est désormais omis` : `${file} peut de nouveau être envoyé`),
    priority: (file, to) => `${file} a la priorité ${n(to)}`,
    tag: (file, tag) => `${file} a le tag ${tag}`,
    window: (to) => `La fenêtre est maintenant de ${n(to)} tokens`,
    model: (name) => `Le modèle est maintenant ${name}`,
    profileOf: (name) => `Le profil est maintenant ${name}`,
    tools: (count) =>
      count === null
        ? "Tous les outils peuvent être utilisés"
        : `Il reste ${counted(count, "outil", "outils")}`,
    dateLast: "La date est maintenant à la fin du prompt",
    several: (count) => counted(count, "élément modifié", "éléments modifiés"),
  },
  notWritten: (why) => `Rien n’a été modifié. ${why}`,
  whatIf: {
    title: "Et si",
    compare: "Comparer côte à côte",
    agent: "Agent",
    model: "Modèle",
    window: "Fenêtre",
    profile: "Profil",
    asSet: "Comme réglé",
    noModel: "aucun, réponses intégrées",
    from: (name) => `de ${name}`,
    nothingLost: (agent) => `${agent} verrait tout ce qu’il voit maintenant.`,
    lost: (agent, names) => `${agent} ne verrait plus ${list(names, 8)}.`,
    shorter: (agent, names) => `${agent} verrait moins de ${list(names, 8)}.`,
    gained: (agent, names) => `${agent} verrait aussi ${list(names, 8)}.`,
    missing: (tokens) => `${tokens} tokens seraient omis en tout.`,
    use: "Utiliser désormais ceci",
    trial: "Tester dans un essai",
    unsaved: "Le prompt contient des textes pas encore enregistrés.",
    trialName: (changes) => `Avec ${list(changes, 3)}`,
    trialWindow: (tokens) => `${tokens} tokens`,
    trialTexts: "textes non enregistrés",
    reset: "Revenir à ce qui est enregistré",
  },
  numbers: {
    title: "Chiffres",
    counted: "Compté avec",
    exact: "exact",
    against: (encoding) => `exact selon ${encoding}`,
    estimated: "estimé",
    countedBy: (provider) => `Compté par ${provider}`,
    partsEstimated: "Le prompt entier est exact. Ses parties sont des estimations.",
    notCounted: (problem) => `Le serveur n’a pas compté ce prompt, c’est donc une estimation : ${problem}`,
    read: (model) => `${model} a lu au dernier tour`,
    off: (read, percent) => `${n(read)}, écart de ${percent} %`,
    noTurn: "pas encore de tour",
    reading: "Temps de lecture",
    seconds: (all, cached) => `environ ${all} s, en cache ${cached} s`,
    notTimed: "inconnu avant un premier tour",
    timed: (turns) =>
      `Estimé d’après ${counted(turns, "tour chronométré", "tours chronométrés")} sur cette machine`,
    costs: "Coût",
    local: "rien, il tourne ici",
    price: (all, cached) => `${all}, en cache ${cached}`,
    priceDate: (date) => `Prix du ${date}`,
    noPrice: "pas de prix dans le catalogue",
    noModel: "aucun modèle choisi",
    alarm: (read, sent) =>
      `Le serveur a lu ${read} des ${sent} tokens envoyés. Sa fenêtre est plus petite que prévu.`,
  },
  advice: {
    title: "Conseils",
    none: "Rien à économiser pour le moment.",
    saves: (tokens) => `−${tokens}`,
    savesLabel: (tokens) => `économise ${countedText(tokens, "token", "tokens")}`,
    show: (name) => `Montrer ${name}`,
    act: {
      date: () => "La mettre à la fin",
      "broken-cache": (_, file) => `Envoyer ${file} en dernier`,
      "shared-lines": (_, file) => `Omettre ${file}`,
      duplicate: (_, file) => `Omettre ${file}`,
      "near-limit": () => "Relever la limite",
      "unused-tools": (agent) => `Les désactiver pour ${agent}`,
    },
  },
  export: {
    button: "Exporter",
    titles: {
      bar: "Le prochain prompt dans la fenêtre du modèle",
      map: "Ce qui est dans le prompt, ce qui manque",
      timeline: "Tokens de chaque tour par couche",
    },
    bar: "La barre en SVG",
    map: "La carte en SVG",
    timeline: "La chronologie en SVG",
    manifest: "Le décompte en JSON",
    sentJson: "Les messages en JSON",
    sentMarkdown: "Les messages en Markdown",
  },
  timeline: {
    conversation: "Conversation",
    turns: (count) => counted(count, "tour", "tours"),
    all: "Tous les tours",
    untitled: "Conversation sans titre",
    empty: "Aucun tour n’a encore été envoyé",
    emptyText: "Après la première réponse, chaque tour est dessiné ici, et deux tours peuvent être comparés.",
    chart: "Tokens de chaque tour par couche",
    table: "Tokens de chaque tour par couche, en tableau",
    tableTurn: "Tour",
    tableSum: "Toutes les couches",
    summarised: (freed) => `Résumé −${freed}`,
    keptFor: "gardé pour la réponse",
    compactAt: (percent) => `résumer à ${percent} %`,
    turn: ({ turn, call }) => (call === 1 ? `tour ${n(turn)}` : `tour ${n(turn)}, appel ${n(call)}`),
    pick: "Choisissez deux tours",
    pickText: "Cliquez sur un tour pour A et un autre pour B, ou utilisez les flèches et les touches A et B.",
    from: (a, b) => `De A, ${a}, à B, ${b}`,
    same: "Les deux ont été envoyés à l’identique.",
    sizes: (before, after) => `${before} à ${after},`,
    unchanged: "Inchangé",
    columns: {
      kind: "Type de changement",
      segment: "Partie",
      a: "A",
      b: "B",
      change: "Changement",
      why: "Pourquoi",
    },
    changeNames: { added: "ajouté", removed: "retiré", changed: "modifié", same: "inchangé" },
    why: {
      message: "Une autre question",
      memory: (before, after) =>
        before === after
          ? `Une autre question en rappelle ${n(after)} autres`
          : `Une autre question en rappelle ${n(after)}, pas ${n(before)}`,
      said: (count) => `${counted(count, "message ajouté", "messages ajoutés")} depuis`,
      summarised: (count) => counted(count, "message résumé", "messages résumés"),
      dropped: (count) => counted(count, "message ne tient plus", "messages ne tiennent plus"),
      otherHistory: "Une autre partie de la conversation",
      tools: (more) =>
        more > 0
          ? `${counted(more, "outil", "outils")} de plus`
          : `${counted(-more, "outil", "outils")} de moins`,
      shortTools: "Leurs descriptions ont été raccourcies pour tenir",
      otherTools: "Leurs descriptions ont changé",
      overhead: "Découle des autres changements",
      added: "N’était pas là en A",
      removed: "N’est plus là",
      text: "Son texte a été modifié",
      limit: "Sa limite a été modifiée",
      shorter: "Plus court maintenant, donc envoyé en entier",
      moreRoom: "Il y a maintenant de la place pour tout",
      becameCut: (why) => (why === "" ? "Coupé maintenant" : `Coupé : ${why}`),
      becameOut: (why) => (why === "" ? "Omis maintenant" : `Omis : ${why}`),
      becameIn: (why) => (why === "" ? "Envoyé maintenant" : `Envoyé maintenant ; avant : ${why}`),
      reasons: {
        "per-file-limit": "plus long qu’un fichier ne peut l’être",
        "total-limit": "la part des fichiers est pleine",
        "tag-filter": "n’a aucun des tags de l’agent",
        "explicit-exclude": "sur la liste des fichiers à omettre",
        scope: "pas pour une conversation partagée",
        "memory-budget": "la part des souvenirs est pleine",
        "file-limit": "le nombre de fichiers est limité",
        "char-limit": "la part de caractères est pleine",
        window: "la fenêtre est pleine",
        empty: "il n’y a rien dedans",
        traversal: "hors de l’espace de travail",
        shelf: "en réserve",
        passages: "passages d’un document",
        pictures: "sans ses images",
      },
    },
    read: (turns) =>
      turns.length === 1
        ? `Le préfixe en cache a été relu au tour ${list(turns.map(String), 6)}.`
        : `Le préfixe en cache a été relu aux tours ${list(turns.map(String), 6)}.`,
    label: (turn, used, time) => `${turn.replace("tour", "Tour")}, ${used} tokens, ${time}`,
    tick: ({ turn, call }) => (call === 1 ? n(turn) : `${n(turn)}·${n(call)}`),
    a: "A",
    b: "B",
  },
  sent: {
    title: "Tel qu’envoyé",
    next: "Le prochain tour",
    nextTitle: "Tel qu’il serait envoyé",
    of: (turn) => `Tel qu’envoyé, ${turn}`,
    earlier: "un autre tour",
    size: (tokens, messages) => `${tokens} tokens, ${counted(messages, "message", "messages")}`,
    search: "Chercher dans les messages",
    placeholder: "Chercher",
    found: (at, of) => `${n(at)} sur ${n(of)}`,
    notFound: "introuvable",
    previous: "Résultat précédent",
    nextMatch: "Résultat suivant",
    copy: "Tout copier",
    copied: "Copié",
    notCopied: "Impossible de mettre le texte dans le presse-papiers.",
    message: (index) => `message ${n(index)}`,
    roles: { system: "système", user: "utilisateur", assistant: "assistant", tool: "outil" },
    tokens: (tokens) => countedText(tokens, "token", "tokens"),
    part: (sent, raw) => `${sent} sur ${raw} tokens`,
    which: "Quel tour",
    text: "Texte",
    loading: "Lecture des messages",
  },
  calls: {
    title: "Aussi demandé",
    text: "Ce qui a été demandé à un modèle en dehors des réponses : résumés et notes à garder de cette conversation, et travail sur la mémoire de ce projet.",
    reply: "réponse",
    local: "tourne ici",
    noPrice: "prix inconnu",
    cost: (dollars) => `${decimalText(dollars, dollars < 0.01 ? 4 : 2)} $`,
    outcome: (code) => (code === "stopped" ? "arrêté" : `échec (${code})`),
  },
  compare: {
    kinds: { models: "Modèles", profiles: "Profils", agents: "Agents", turns: "Tours" },
    kind: "Que comparer",
    a: "A",
    b: "B",
    model: (side) => `Modèle de ${side}`,
    profile: (side) => `Profil de ${side}`,
    agent: (side) => `Agent de ${side}`,
    turn: (side) => `Tour de ${side}`,
    window: (side) => `Fenêtre de ${side}`,
    differ: (count, of) => `de A à B, ${n(count)} sur ${n(of)} ${form(count, "diffère", "diffèrent")}`,
    swap: "Échanger",
    same: "identique",
    sameText: "même texte",
    neither: "dans aucun",
    leftOut: "omis",
    free: (count) => `libre ${count}`,
    keep: "Garder A",
    use: "Utiliser désormais B",
    without: (names) => `B répondrait sans ${list(names)}`,
    cuts: (names) => `B ne verrait qu’une partie de ${list(names)}`,
    nothingLost: "B voit tout ce que voit A",
    gains: (names) => `Il verrait aussi ${list(names)}.`,
    absent: "absent",
    shortened: "descriptions raccourcies",
    counted: (count) => `puis ${n(count)}`,
    loading: "Comptage des deux",
    none: "Il n’y a pas encore deux tours à comparer.",
  },
  guide: {
    label: "Visite du budget",
    step: (at, of) => `${at} sur ${of}`,
    next: "Suivant",
    back: "Retour",
    done: "Terminer",
    skip: "Passer la visite",
    steps: [
      {
        title: "Couches",
        text: "La barre est tout ce que le modèle peut contenir. Chaque couleur est une couche : qui est l’agent, vos fichiers, ce dont il se souvient, la conversation. Les points à la fin sont gardés pour la réponse.",
      },
      {
        title: "Limites",
        text: "Faites glisser un séparateur, ou utilisez les flèches sur lui. Le vrai prompt est compté pendant le mouvement : les fichiers qui ne tiennent plus deviennent des contours. Rien n’est écrit avant que vous relâchiez, et vous pouvez annuler.",
      },
      {
        title: "Priorité",
        text: "Les fichiers entrent selon leur numéro, le plus petit d’abord, jusqu’à ce que leur part soit pleine. Changez le numéro dans le tableau et voyez qui sort à la place.",
      },
      {
        title: "Cache",
        text: "Le crochet marque ce que le modèle lit une fois puis réutilise. Si vous changez quelque chose au début, tout ce qui suit est relu, ce qui coûte du temps ou de l’argent.",
      },
      {
        title: "Réparer une coupure",
        text: "Les hachures sont du texte que l’agent ne voit jamais. Choisissez-les : à droite, une phrase dit pourquoi, ce qui le remettrait, et ce que cela pousse dehors. Un clic suffit.",
      },
    ],
  },
};
