import { decimalText, numberText } from "#shared/model/number-text.ts";
import type { Messages } from "../messages.ts";
import { counted } from "./plural.ts";

export const settings: Messages["settings"] = {
  title: "Paramètres",
  side: "Sections des paramètres",
  sections: {
    appearance: "Apparence",
    you: "Vous",
    project: "Ce projet",
    models: "Modèles",
    servers: "Serveurs d’outils",
    team: "Espaces d’équipe",
    network: "Réseau",
    conversations: "Conversations",
    trust: "Dossiers approuvés",
    counts: "Comptage par modèle",
    tools: "Autorisations d’outils",
    warnings: "Avertissements",
    backups: "Sauvegardes",
    privacy: "Ce qui quitte cette machine",
    keys: "Raccourcis clavier",
    about: "À propos",
  },
  theme: "Thème",
  themeText: "Système suit le réglage de votre ordinateur.",
  themes: { light: "Clair", dark: "Sombre", system: "Système" },
  language: "Langue",
  languageText:
    "De cette fenêtre. Ce que vous écrivez, vos fichiers et ce que répond un modèle restent tels quels.",
  languageOfSystem: "Comme sur cet ordinateur",
  autosave: "Enregistrer automatiquement",
  autosaveText:
    "Écrit un fichier une seconde après la dernière touche. Chaque écriture peut être annulée dans Modifications.",
  spelling: "Vérifier l’orthographe",
  spellingText:
    "Marque les mots anglais mal écrits dans les champs de texte, avec le dictionnaire fourni avec Satchel.",
  spellingTextMac: "Marque les mots mal écrits dans les champs de texte, dans les langues de votre Mac.",
  zoom: "Taille",
  zoomText: "De tout ce qui est dans cette fenêtre.",
  smaller: "Réduire",
  larger: "Agrandir",
  percent: (value) => `${Math.round(value * 100)} %`,
  userName: "Votre nom",
  userNameText: "Utilisé seulement dans les prompts qui le demandent.",
  projectName: "Nom",
  projectNameText: "Affiché en haut, et donné aux prompts. Vide : celui du dossier.",
  defaultModel: "Modèle",
  defaultModelText:
    "Pour les agents qui n’en nomment pas. Après un changement, tous les fichiers peuvent être recomptés.",
  noModel: "aucun pour l’instant",
  tokenizer: "Son tokenizer",
  tokenizerText:
    "Le tokenizer.json du modèle lui-même, par son chemin complet. Ses comptes sont alors exacts ; sans lui, ils sont estimés quand le modèle nous est inconnu.",
  noTokenizer: "aucun",
  timeZone: "Fuseau horaire",
  timeZoneText: "Ce que signifie « aujourd’hui » dans les prompts et notes. Vide : celui de cet ordinateur.",
  overlay: "Dossier de vos propres fichiers",
  overlayText:
    "Ses fichiers sont lus à la place de ceux de l’espace de travail, et les modifications y vont. Vous seul le voyez ; il ne fait pas partie du projet.",
  noOverlay: "aucun",
  kept: {
    days: "Garder les modifications, en jours",
    daysText: "Toute modification plus récente peut être annulée.",
    count: "Garder au moins ce nombre de modifications",
    countText: "Les plus récentes sont gardées même quand elles sont plus anciennes.",
    size: "Espace pour les modifications, en MB",
    sizeText:
      "Les plus anciennes sont retirées quand leurs textes en prennent plus. L’historique montre combien est utilisé.",
    trashDays: "Garder les fichiers supprimés, en jours",
    trashDaysText: "Les plus anciens quittent la corbeille du projet à son ouverture.",
    trashSize: "Espace pour la corbeille, en MB",
    trashSizeText: "Les plus anciens sont retirés quand elle en contient plus.",
    wrong: "Il faut un nombre entier supérieur à 0. Vide : la valeur par défaut.",
  },
  noCalibrations:
    "Rien à comparer pour l’instant. Après un tour, le compte du serveur du modèle est comparé à celui de Satchel.",
  calibration: (ratio, samples) =>
    `Son serveur compte ${decimalText(ratio, 2)} tokens là où Satchel en compte 1. Observé sur ${counted(samples, "tour", "tours")}.`,
  reset: "Réinitialiser",
  resetOf: (model) => `Réinitialiser les comptes de ${model}`,
  noApprovals:
    "Aucune pour l’instant. Un outil qui écrit demande à chaque fois, jusqu’à ce que vous disiez toujours ou jamais.",
  approval: (agent, verdict, folder) => {
    if (verdict === "deny") return `${agent} ne peut jamais l’utiliser`;
    if (folder === null) return `${agent} peut l’utiliser sans demander`;
    return `${agent} peut l’utiliser sans demander pour les documents directement dans ${folder === "." ? "le dossier principal du projet" : `${folder}/`}`;
  },
  revoke: "Redemander",
  revokeOf: (tool) => `Redemander pour ${tool}`,
  revoked: (tool) => `La question sera de nouveau posée pour ${tool}`,
  trust: {
    none: "Rien pour l’instant. La question est posée quand vous ouvrez un dossier qui a des fichiers pour agents.",
    trusted:
      "Approuvé : ses fichiers comptent comme les vôtres, ses compétences et les outils qui écrivent sont utilisables",
    restricted: "Restreint : ses fichiers comptent comme extérieurs, rien n’y est exécuté ni appris",
    forget: "Redemander",
    forgetOf: (folder) => `Redemander pour ${folder}`,
  },
  backups: {
    about:
      "Vos fichiers sont des fichiers. Ce que seule la base de données connaît (prompts envoyés, graphe, procédures, épingles) est sauvegardé : les 7 derniers jours, 4 semaines, et avant chaque mise à jour.",
    none: "Pas encore de sauvegarde. La première est écrite à la fermeture de ce projet, ou après une demi-heure.",
    title: (name, when) =>
      name === null
        ? `La plus récente, ${when}`
        : name.startsWith("before-")
          ? `Avant une mise à jour, ${when}`
          : `Comme avant ${name}`,
    holds: (rows, name) => `${name} : ${numberText(rows)}`,
    more: (kinds) => ` et ${counted(kinds, "autre type", "autres types")}`,
    look: "Restaurer…",
    lookOf: (title) => `Restaurer depuis : ${title}`,
    dialogTitle: (title) => `Restaurer : ${title}`,
    nothing: "Tout ce que contient cette sauvegarde est dans la base de données. Il n’y a rien à restaurer.",
    explains: "Ces entrées manquent et seraient ajoutées. Ce qui est là maintenant reste tel quel.",
    adds: (rows, name) => `${name} : ${numberText(rows)}`,
    restore: "Restaurer",
    cancel: "Annuler",
    close: "Fermer",
    restored: (rows) => counted(rows, "entrée restaurée", "entrées restaurées"),
    undo: "Annuler",
    undone: (removed, kept) =>
      kept === 0
        ? "L’état d’avant est rétabli"
        : `${counted(removed, "entrée retirée", "entrées retirées")} ; ${counted(kept, "autre a changé depuis et reste", "autres ont changé depuis et restent")}`,
    tables: {
      runs: "prompts",
      run_texts: "textes de prompts",
      run_text_uses: "emplacements de textes",
      recall_events: "rappels",
      dream_promotions: "faits rêvés",
      memory_pins: "épingles",
      memory_profiles: "documents d’utilisateur",
      graph_entities: "noms du graphe",
      graph_relations: "relations du graphe",
      procedures: "procédures",
      learned: "lectures",
      offered_messages: "messages lus",
      token_calibrations: "calibrages",
      prefill_speeds: "vitesses de modèles",
    },
  },
  noWarnings: "Aucun avertissement. Chaque fichier et paramètre de ce projet est valide.",
  place: (path, line) => `${path}, ligne ${line}`,
  proxy: "Proxy",
  proxyText: "Pour les serveurs distants ; ceux de cette machine sont toujours joints directement.",
  noProxy: "aucun",
  certificates: "Certificats supplémentaires",
  certificatesText: "Un fichier PEM avec des certificats de confiance, par exemple ceux de votre entreprise.",
  noCertificates: "aucun",
  patience: "Minutes d’attente pour un serveur silencieux",
  patienceText:
    "Un modèle sur cette machine peut lire un long prompt pendant de nombreuses minutes avant son premier mot.",
  wrongMinutes: (most) => `Saisissez des minutes entières, de 1 à ${most}.`,
  wrongTimeZone: (typed) => `« ${typed} » n’est pas un fuseau horaire. Exemple : Europe/Paris`,
  wrongScheme: "L’adresse doit commencer par http:// ou https://.",
  wrongAddress: "Adresse non valide. Exemple : http://127.0.0.1:8080",
  wrongPath: "Saisissez le chemin complet, par exemple /home/vous/… ou C:\\….",
  redact: "Retirer les secrets avant l’écriture",
  redactText:
    "Clés, jetons et nom de votre dossier personnel deviennent [REDACTED] dans ce qui est gardé sur le disque.",
  privacyTexts: [
    "Rien, tant que vous ne choisissez pas un modèle sur un serveur distant. Il n’y a ni compte ni télémétrie. L’application installée demande une fois si elle peut chercher de nouvelles versions.",
    "Avec un tel modèle, à l’adresse que vous avez saisie : le prompt de chaque réponse, et de chaque question d’un essai que vous lancez, et, une fois que vous l’avez autorisé, la conversation elle-même pour des résumés et des notes à garder. MEMORY.md et les notes du jour, quand vous y faites reprendre les notes. De même pour ce qu’un serveur d’outils veut faire répondre par un modèle, chaque fois que vous l’autorisez, et pour le prompt d’une réponse que vous redemandez sans une partie. Chacun de ces appels est listé dans Budget, « Tel qu’envoyé », avec ce qui a été envoyé et ce qu’il a coûté ; ceux d’un essai sont dans son résultat. Sans aucun de vos mots, l’adresse est interrogée sur ses modèles et leurs fenêtres, et pour savoir si elle répond.",
    "Les clés restent dans votre propre dossier de données ou dans le trousseau du système, chacune liée à l’adresse pour laquelle elle a été saisie. Un projet ne peut ni les lire ni les rediriger.",
    "Aux serveurs que vous ajoutez ou choisissez pour cela : ce qui est demandé à un serveur d’outils, les textes qu’un modèle distant rend trouvables par le sens et ce qui est cherché avec lui, y compris un message en cours de saisie, et, si vous activez le comptage exact, le prompt que vous écrivez, pour y être compté avant l’envoi. Une image dans une réponse est chargée quand vous appuyez sur Charger.",
    "Au serveur d’un espace d’équipe que vous avez rejoint : ce que vous y partagez, proposez ou décidez, et, dans les projets qui l’utilisent, la question de chaque message avec son vecteur, pour chercher dans l’espace, y compris un message en cours de saisie.",
    "Tout le reste, comme le comptage, la recherche par mots et la mémoire, se fait sur cette machine.",
  ],
  updates: "Chercher de nouvelles versions",
  updatesText:
    "Une fois par jour, à l’adresse prévue dans cette version ; sans adresse, jamais. Une nouvelle version est installée quand vous quittez, après votre accord.",
  version: (version, host) => `Satchel ${version} dans ${host}`,
  hosts: { electron: "sa propre fenêtre", web: "un onglet de navigateur", cli: "un terminal" },
  saved: "Gardé pour vous sur cette machine, jamais dans un projet.",
  notSaved: "Les paramètres ne peuvent pas être stockés ici. Ils ne valent que dans ce navigateur.",
};
