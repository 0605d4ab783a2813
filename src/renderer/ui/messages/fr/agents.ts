import { DEFAULT_COMPACT_AT } from "#shared/model/profile.ts";
import type { Messages } from "../messages.ts";
import { counted } from "./plural.ts";

export const agents: Messages["agents"] = {
  title: "Agents",
  text: "Vos agents et ce que chacun peut utiliser. Les formulaires écrivent agents.yaml et gardent ses commentaires.",
  side: "Agents, sous-agents et profils",
  loading: "Lecture des agents",
  failed: "Impossible de lire les agents.",
  openFile: "Ouvrir agents.yaml",
  add: "Nouvel agent",
  addButton: "Ajouter l’agent",
  templates: {
    label: "Caractère",
    plain: { title: "Sans caractère", text: "Suit les fichiers de l’espace de travail, rien de plus." },
    writer: { title: "Rédacteur", text: "Simple et chaleureux ; garde votre ton et propose une version." },
    researcher: {
      title: "Chercheur",
      text: "Rigoureux ; cite le passage de chaque affirmation et ce qui reste ouvert.",
    },
    reviewer: {
      title: "Relecteur",
      text: "Un critique bienveillant ; le plus gros problème d’abord, ne change rien lui-même.",
    },
    organiser: {
      title: "Organisateur",
      text: "Calme et pratique ; transforme les paroles en étapes avec un nom et une date.",
    },
  },
  added: (name) => `${name} est dans agents.yaml`,
  saved: (name) => `${name} est enregistré`,
  removed: (name) => `${name} est retiré`,
  remove: "Retirer",
  save: "Enregistrer",
  discard: "Annuler",
  changed: (count) => counted(count, "modification non enregistrée", "modifications non enregistrées"),
  unchanged: "Rien à enregistrer",
  line: (line) => `Ligne ${line} :`,
  persona: {
    label: "Personnage",
    avatar: (picture) => `Image : ${picture}`,
    source: "d’IDENTITY.md",
  },
  summary: (profile, scope) => `${profile}, ${scope === "shared" ? "partagé avec d’autres" : "privé"}`,
  empty: "Ce champ ne peut pas être vide.",
  notCount: "Saisissez un nombre entier.",
  tooSmall: (least) => `Saisissez ${least} ou plus.`,
  notShare: `Saisissez une part entre 0 et 1, par exemple ${DEFAULT_COMPACT_AT}.`,
  notNumber: "Saisissez un nombre, par exemple 0.7.",
  ofTheModel: "selon le modèle",
  ofTheServer: "selon le serveur",
  anySeed: "une autre à chaque fois",
  efforts: { low: "peu", medium: "moyen", high: "beaucoup" },
  ofTheProject: "celui du projet",
  anyProvider: "celui qui propose le modèle",
  id: "Identifiant",
  idHint: "Minuscules, chiffres et traits d’union. Il nomme le dossier des conversations de l’agent.",
  badId: "Seuls les minuscules, les chiffres et les traits d’union sont permis.",
  takenId: "Un autre agent a déjà cet identifiant.",
  scopes: { main: "Privé : peut tout utiliser", shared: "Partagé avec d’autres : rien de privé" },
  tools: {
    which: "Quels outils",
    every: "Tous les outils",
    some: "Seulement ceux-ci",
    asks: "demande d’abord",
    together: (count, tokens) =>
      `${counted(count, "outil prend", "outils prennent")} ${tokens} tokens de chaque prompt`,
    others: (entries) => `Aussi autorisés, mais inconnus ici : ${entries.join(", ")}.`,
  },
  subagents: {
    title: "Sous-agents",
    add: "Nouveau sous-agent",
    none: "Aucun pour l’instant. Un sous-agent fait un seul type de travail pour vos agents.",
    about: (names) =>
      names.length === 0
        ? "Un fichier de l’espace de travail : à quoi il sert, ce qu’il peut utiliser, et son prompt."
        : names.length === 1
          ? `${names[0]} peut lui confier du travail.`
          : `${names.join(", ")} peuvent lui confier du travail.`,
    unasked:
      "Aucun agent ne peut encore lui confier de travail. Autorisez-le dans le formulaire d’un agent, sous « Peut solliciter ».",
    openFile: "Ouvrir le fichier",
    budget: "Son prompt",
    ofWindow: (max) => `sur ${max}, avant toute demande`,
    modes: { isolated: "Un dossier à lui", shared: "L’espace de travail de l’appelant" },
    fields: {
      id: { label: "Nom", hint: "Minuscules, chiffres et traits d’union ; c’est aussi le nom du fichier." },
      description: {
        label: "À quoi il sert",
        hint: "Un agent lit ceci quand il décide à qui s’adresser.",
      },
      workspace: {
        label: "Travaille dans",
        hint: "Dans un dossier à lui, il ne voit ni les fichiers ni la mémoire de l’espace de travail.",
      },
      prompt: { label: "Prompt", hint: "Ce qui lui est dit avant sa tâche." },
      model: { label: "Modèle", hint: "Vide : le modèle de l’agent qui demande." },
      steps: {
        label: "Étapes",
        hint: "Combien de fois il peut utiliser des outils avant de devoir répondre, 50 au plus.",
      },
      temperature: { label: "Température", hint: "De 0 à 2. Vide : selon le serveur." },
      tools: { label: "Outils", hint: "Jamais plus que ceux de l’agent qui demande." },
    },
  },
  delegates: {
    none: "Il n’y a pas encore d’autre agent. Un fichier comme subagents/reviewer.md dans l’espace de travail en crée un.",
    nowhere: "introuvable",
    prompt: "Tokens de son prompt avant toute demande",
  },
  sections: {
    who: "Qui il est",
    model: "Modèle",
    prompt: "Prompt",
    files: "Fichiers",
    memory: "Mémoire",
    tools: "Outils",
  },
  fields: {
    displayName: { label: "Nom", hint: "Son nom dans l’application et dans son prompt." },
    domain: { label: "Sujet", hint: "Ce qu’il sait bien faire, en quelques mots." },
    scope: {
      label: "Confidentialité",
      hint: "Un agent auquel d’autres parlent ne reçoit jamais USER, MEMORY, notes ni connaissances.",
    },
    suggestedQuestions: {
      label: "Questions pour commencer",
      hint: "Une par ligne. Une conversation vide les propose.",
    },
    provider: { label: "Serveur de modèles", hint: "À configurer dans Paramètres, Modèles." },
    model: { label: "Modèle", hint: "Vide : celui du projet." },
    maxContextTokens: {
      label: "Fenêtre",
      hint: "Tokens qu’il peut utiliser au plus, même si le modèle en accepte davantage.",
    },
    maxOutputTokens: {
      label: "Gardé pour la réponse",
      hint: "Tokens de la fenêtre que rien d’autre ne peut utiliser.",
    },
    "sampling.temperature": {
      label: "Température",
      hint: "De 0 à 2 : liberté dans le choix des mots. Envoyée seulement si le serveur l’accepte, comme les quatre suivants.",
    },
    "sampling.topP": {
      label: "Top-p",
      hint: "Plus de 0, au plus 1 : seulement les mots les plus probables.",
    },
    "sampling.effort": { label: "Réflexion", hint: "Combien il réfléchit avant de répondre." },
    "sampling.seed": {
      label: "Graine",
      hint: "Le même nombre et le même prompt donnent la même réponse, si le serveur le permet.",
    },
    "sampling.stop": {
      label: "S’arrête à",
      hint: "Jusqu’à quatre textes, un par ligne. La réponse s’arrête avant eux.",
    },
    profile: { label: "Profil", hint: "Comment le prompt est composé." },
    systemPromptTemplate: {
      label: "Prompt système",
      hint: "{{agent.displayName}}, {{domain}}, {{date}}, {{workspace.name}}, {{user.name}}, {{memory}} et {{#if …}} sont remplacés.",
    },
    workspace: {
      label: "Espace de travail",
      hint: "Un dossier du projet. Des agents peuvent en partager un.",
    },
    "workspaceFiles.includeTags": {
      label: "Seulement ces tags",
      hint: "Séparés par des virgules. Vide : fichiers avec n’importe quel tag.",
    },
    "workspaceFiles.exclude": { label: "Jamais ces fichiers", hint: "Un par ligne." },
    additionalContextFiles: { label: "Aussi ces fichiers", hint: "Un par ligne, dans cet ordre." },
    "workspaceGit.enabled": {
      label: "Garder un historique",
      hint: "De chaque état de son espace de travail.",
    },
    transcriptsDir: {
      label: "Transcriptions",
      hint: "Un dossier du projet. Vide : dans l’espace de travail.",
    },
    "memory.enabled": {
      label: "Se souvient",
      hint: "Désactivé : rien n’est rappelé pour lui et rien n’est écrit.",
    },
    "memory.extract": {
      label: "Apprend des tours",
      hint: "Désactivé : les tours ne sont pas lus en arrière-plan. Un agent partagé n’apprend rien de toute façon.",
    },
    allowedTools: { label: "Peut utiliser", hint: "Chaque outil coûte sa description dans chaque prompt." },
    allowedDelegates: {
      label: "Peut solliciter",
      hint: "Agents d’agents.yaml et fichiers de subagents/ dans son espace de travail. À côté : ce que prend leur propre prompt.",
    },
  },
  profiles: {
    title: "Profils",
    shipped: {
      layered: "vos fichiers par priorité",
      harness: "un seul bloc, pour agents qui travaillent",
      persona: "un personnage qui parle",
      snapshot: "le code actuel du projet",
    },
    from: (id) => `issu de ${id}`,
    about: {
      layered:
        "Pour un agent qui connaît vos fichiers : son caractère, vos fichiers de travail par priorité, ce dont il se souvient, puis la conversation.",
      harness:
        "Pour les agents qui travaillent : AGENTS.md, MEMORY.md et la liste des fichiers de connaissances dans un seul bloc balisé.",
      persona:
        "Pour un personnage qui parle : identité, âme, ce qu’il sait de vous, et les notes de deux jours.",
      snapshot:
        "Pour le code : les fichiers du projet tels qu’ils sont, et des réponses qui peuvent les modifier.",
    },
    shippedText:
      "Ce profil est fourni avec Satchel et ne peut pas être modifié. Dupliquez-le pour modifier la copie.",
    duplicate: "Dupliquer",
    duplicated: (title) => `${title} peut maintenant être modifié`,
    copyOf: (title) => `${title}, le mien`,
    general: "Ce qui entre",
    noLimit: "sans limite",
    layers: "Ordre des couches",
    roles: {
      user: "Envoyé dans un message de vous",
      assistant: "Envoyé dans un message de l’agent",
    },
    units: {
      tokens: "Tokens.",
      chars: "Caractères.",
      "quarter-chars": "Unités de quatre caractères, environ un token chacune.",
    },
    up: (id) => `Monter ${id}`,
    down: (id) => `Descendre ${id}`,
    fields: {
      title: "Nom",
      perFile: "Un fichier",
      total: "Tous les fichiers ensemble",
      memoryTokens: "Mémoire",
      memoryHits: "Souvenirs au plus",
      fileHeader: "Ligne au-dessus d’un fichier",
      marker: "Marque à la coupure d’un fichier",
      compactAt: "Résumer à",
      reservedOutput: "Gardé pour la réponse",
      pin: "Toujours envoyés",
      exclude: "Jamais envoyés",
      history: "Conversation",
      soft: "Avertir au-delà de",
      injection: "Ce qui précède un tour",
      maxContextTokens: "Tokens pour cela",
      maxMessages: "Messages au plus",
      maxChars: "Caractères au plus",
      maxTokens: "Tokens au plus",
      maxFiles: "Fichiers au plus",
      spine: "Fichiers placés en premier",
      soul: "Âme",
      system: "Prompt système",
    },
    hints: {
      compactAt: `Part de la place du prompt (la fenêtre sans ce qui est gardé pour la réponse) à laquelle les anciens tours sont résumés, ${DEFAULT_COMPACT_AT} pour ${100 * DEFAULT_COMPACT_AT} %.`,
      memoryTokens: "Tokens.",
      reservedOutput: "Tokens.",
      spine: "Un fichier par ligne, dans cet ordre. Vide : les fichiers habituels de ce type de projet.",
      pin: "Un fichier par ligne. Ils sont envoyés avant tous les autres.",
      exclude: "Un fichier par ligne.",
      fileHeader: "{name} est le nom du fichier.",
      marker: "{limit} est la limite à laquelle il a été coupé.",
    },
  },
};
