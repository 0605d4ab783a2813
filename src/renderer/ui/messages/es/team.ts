import type { Messages } from "../messages.ts";
import { counted, countedText } from "./plural.ts";

type Team = Messages["team"];

const changes = (count: number) => counted(count, "cambio", "cambios");
const tokens = (count: string) => countedText(count, "token", "tokens");

const members: Team["members"] = {
  title: (space) => `Miembros de ${space}`,
  show: "Miembros",
  hide: "Ocultar los miembros",
  you: "tú",
  role: (name) => `Rol de ${name}`,
  since: (when) => `desde ${when}`,
  gone: (when) => `salió ${when}`,
  remove: "Quitar",
  removeOf: (name) => `Quitar a ${name}`,
  removeTitle: (name) => `¿Quitar a ${name} del espacio?`,
  removeText:
    "Su acceso deja de funcionar al momento. Lo que compartió se queda. Lo que espera en su equipo ya no se envía.",
  removed: (name) => `Se ha quitado a ${name}`,
  roleIs: (name, role) => `El rol de ${name} es ahora ${role}`,
};

const invite: Team["invite"] = {
  open: "Invitar",
  title: (space) => `Invitar a alguien a ${space}`,
  text: "Crea una línea que deja entrar a una persona, una vez. Entrégala en privado: abre el camino al servidor.",
  role: "Rol",
  days: "Termina en días",
  make: "Crear la invitación",
  line: "Invitación",
  ends: (days) => `Sirve una vez, y durante ${counted(days, "día", "días")}. No se muestra de nuevo.`,
  copy: "Copiar",
  copied: "Copiado",
  notCopied: "No se pudo copiar el texto al portapapeles.",
};

const settings: Team["settings"] = {
  text: "Una memoria y archivos compartidos entre varias personas, en un servidor PostgreSQL suyo. Lo que guardas para ti se queda aquí; solo va allí lo que compartes.",
  empty: "No estás en ningún espacio de equipo",
  emptyText: "Únete a uno con una invitación, o crea uno si tu equipo tiene un servidor PostgreSQL.",
  join: "Unirse con invitación",
  make: "Crear un espacio",
  failed: "No se pudieron leer los espacios de equipo.",
  loading: "Leyendo los espacios de equipo",
  yourRole: (name, role) => `Eres ${name}, ${role}`,
  use: (space) => `Este proyecto usa ${space}`,
  projectText:
    "Sus prompts preguntan también al espacio, y la pregunta de cada mensaje va al servidor del equipo.",
  usedBy: (folders) => `Lo usa ${folders.join(", ")}`,
  usedByNone: "Ningún proyecto lo usa todavía.",
  open: "Abrir",
  leave: "Salir",
  leaveTitle: (space) => `¿Salir de ${space}?`,
  leaveText:
    "Dejas de ser miembro en el servidor, y este equipo olvida el camino hasta él. Lo que compartiste se queda.",
  leaveHere: "Solo olvidarlo aquí",
  leaveHereText:
    "Para cuando no se puede llegar al servidor: allí sigues siendo miembro, y lo que aún espera aquí se pierde.",
  left: (space) => `Saliste de ${space}`,
};

const join: Team["join"] = {
  title: "Unirse a un espacio de equipo",
  text: "Un propietario del espacio te da una invitación: una línea que empieza por satchel-team:",
  invitation: "Invitación",
  name: "Tu nombre",
  nameText: "Lo que ven los demás.",
  submit: "Unirse",
  working: "Uniéndote",
  joined: (space) => `Te uniste a ${space}`,
};

const make: Team["make"] = {
  title: "Crear un espacio de equipo",
  text: "Necesita PostgreSQL 15 o posterior con pgvector, y una conexión que pueda crear roles y extensiones. La conexión se usa una vez y no se guarda en ningún sitio.",
  url: "Conexión del propietario",
  example: "postgres://owner:password@host:5432/satchel",
  urlText: "Puede contener una contraseña. Se usa ahora y no se guarda.",
  team: "Equipo",
  space: "Espacio",
  name: "Tu nombre",
  submit: "Crear el espacio",
  working: "Creando el espacio",
  made: (space) => `${space} está listo`,
};

const inbox: Team["inbox"] = {
  loading: "Leyendo las propuestas",
  list: "Propuestas",
  empty: "Nada espera una decisión",
  emptyText:
    "Aquí aparece lo que proponen los miembros y sus agentes. No está en el prompt de nadie hasta que un revisor lo acepta.",
  by: (name, when) => `${name}, ${when}`,
  changes: (what, version) => `Cambia ${what}, versión ${version}`,
  changedSince: (version) => `Esto ha cambiado desde entonces: ahora está en la versión ${version}.`,
  placeNone: "Quien lo propone no dice dónde se insertaría.",
  forAll: "También para agentes con los que hablan otros",
  effectOf: (agent, layer, count) => `${agent}: ${count} en ${layer}.`,
  effectNone: (agent) => `${agent}: no en su próximo prompt.`,
  pushes: (agent) => `Desplazaría del prompt de ${agent}:`,
  lessOf: (source, count) => `${source} (${count} menos)`,
  pushesNothing: "No desplaza nada.",
  accept: "Aceptar",
  acceptEdited: "Aceptar el texto editado",
  edit: "Editar",
  text: "Texto",
  decline: "Rechazar",
  withdraw: "Retirar",
  declineTitle: "Rechazar esta propuesta",
  declineText: "Quien la propuso puede leer tu comentario. No se escribe nada.",
  declinedOwn: "Rechazada por un revisor",
  noWord: "Sin comentario.",
  said: (word) => `«${word}»`,
  word: "Un comentario para quien lo propuso (opcional)",
  compare: "Comparar los tres textos",
  showChange: "Mostrar qué cambia",
  hideChange: "Ocultar qué cambia",
  accepted: "Aceptada. Todo el espacio la tiene.",
  declined: "Rechazada",
  withdrawn: "Retirada",
  onlyReviewers: "Decide un revisor.",
  more: "Mostrarlo todo",
  less: "Mostrar menos",
};

const conflict: Team["conflict"] = {
  title: (what) => `${what} cambió mientras tanto`,
  text: "Izquierda: donde empezó el cambio, o el texto actual. Derecha: lo que se aceptaría; puedes editarlo.",
  sides: "Texto de la izquierda",
  base: "Donde empezó",
  present: "Actual",
  proposed: "Propuesto",
  merged: (marks) =>
    marks === 0
      ? "Ambos cambios están en el texto de la derecha."
      : "Donde ambos cambiaron las mismas líneas, elige: quita las marcas y lo que no quieras.",
  marks: (count) => counted(count, "lugar por decidir", "lugares por decidir"),
  merge: "Combinar ambos",
  take: "Aceptar el texto de la derecha",
  decline: "Conservar el texto actual",
  loading: "Leyendo los tres textos",
  gone: "Ya no hay ningún conflicto.",
};

const items: Team["items"] = {
  loading: "Leyendo lo compartido",
  list: "Elementos compartidos",
  empty: "Todavía no se comparte nada",
  emptyText:
    "Comparte un recuerdo desde la vista de memoria, o un archivo o una skill desde el árbol de archivos.",
  filter: "Tipo",
  all: "Todos",
  of: (name, version, when) => `${name}, versión ${version}, ${when}`,
  retired: "retirado",
  forAll: "para todos",
  pinned: (version) =>
    `Los prompts de aquí usan la versión ${version}, acepte lo que acepte el equipo después.`,
  newest: "Los prompts de aquí usan siempre la versión más nueva.",
  pin: (version) => `Usar la versión ${version}`,
  unpin: "Usar siempre la más nueva",
  hidden: (path) => `En su lugar se usa tu propio ${path}.`,
  cut: (size) => `Solo se muestra el principio, de ${size}.`,
  changedSince: (seen) => `ha cambiado desde que lo miraste (viste la versión ${seen})`,
  isNew: "nuevo",
  details: (what) => `Detalles de ${what}`,
  versions: "Versiones",
  version: (version, name, when) => `Versión ${version} de ${name}, ${when}`,
  compare: (version) => `Comparar la versión ${version} con la actual`,
  before: (version) => `Versión ${version}`,
  now: (version) => `Versión ${version}, actual`,
  retire: "Retirar",
  retireText: "Se puede seguir leyendo, y ya no está en ningún prompt.",
  retiredNow: "Retirado. Ya no está en ningún prompt.",
  change: "Proponer un cambio",
  forget: "Olvidar",
  forgetTitle: "¿Olvidar esto para todos?",
  forgetText:
    "Se elimina del espacio con sus versiones y propuestas, para todos. La lista de actividad conserva que ocurrió, sin ningún texto. No se puede deshacer.",
  forgetButton: "Olvidar para todos",
  forgotten: "Olvidado para todos",
};

const activity: Team["activity"] = {
  loading: "Leyendo la actividad",
  list: "Actividad",
  empty: "Todavía no ha pasado nada",
  someone: "Alguien que ya no está",
  said: (who, about) => ({
    "space.created": `${who} creó el espacio`,
    "member.invited": `${who} creó una invitación`,
    "member.joined": `${about} se unió`,
    "member.role": `${who} cambió el rol de ${about}`,
    "member.left": `${who} salió`,
    "member.removed": `${who} quitó a ${about}`,
    proposed: `${who} propuso`,
    accepted: `${who} aceptó`,
    declined: `${who} rechazó una propuesta`,
    withdrawn: `${who} retiró una propuesta`,
    retired: `${who} retiró`,
    forgotten: `${who} olvidó un elemento para todos`,
  }),
};

const share: Team["share"] = {
  menu: "Compartir con el equipo…",
  title: (space) => `Compartir con ${space}`,
  text: "Esto es lo que va al servidor del equipo. Léelo antes de que salga.",
  change: (version) => `Esto cambia lo que el espacio tiene en la versión ${version}.`,
  heading: "Título",
  body: "Lo que se comparte",
  with: "Con quién",
  withWhom: (names, more) => (more === 0 ? names.join(", ") : `${names.join(", ")} y ${more} más`),
  withNobody: "De momento eres el único miembro.",
  withUnknown: "Todos los del espacio. Sus nombres no se conocen mientras el servidor no responda.",
  server: "Servidor",
  where: "Dónde se usará",
  origin: "Origen",
  reading: "Leyendo lo que se compartiría",
  cannot: "Esto no se puede compartir.",
  gone: "Esto ya no está en el espacio de equipo.",
  forAll: "También para agentes con los que hablan otros",
  forAllText: "Los agentes con el ámbito «shared» pueden usarlo.",
  propose: "Proponer",
  proposeText: "Decide un revisor. Hasta entonces no está en el prompt de nadie.",
  accept: "Compartir ya",
  acceptText: "Eres revisor: puede llegar a todos al momento.",
  readerText: "Eres lector en este espacio. Los miembros pueden proponer.",
  space: "Espacio",
  sent: (space) => `Propuesto a ${space}`,
  shared: (space) => `Compartido con ${space}`,
  waits: "Guardado aquí. Va al servidor cuando responda.",
  none: "No estás en ningún espacio de equipo",
  noneText: "Únete a uno, o crea uno, en los ajustes.",
  toSettings: "Espacios de equipo en los ajustes",
  tooLarge: "Esto supera 1 MB, más de lo que admite un espacio.",
  places: {
    memory: "Entre los recuerdos recuperados de un prompt, cuando un mensaje trata de ello",
    note: "Entre los recuerdos recuperados de un prompt, cuando un mensaje trata de ello",
    file: (path) => `Como el archivo ${path}, por debajo del espacio de trabajo propio de cada uno`,
    skill: (path) =>
      `Como la skill de ${path}; sus primeras líneas se listan en los prompts, el resto se lee a petición`,
  },
};

const outbox: Team["outbox"] = {
  title: "Espera al servidor",
  refusedTitle: "Rechazado por el servidor",
  kinds: {
    propose: "Propuesta",
    accept: "Aceptación",
    decline: "Decisión contra una propuesta",
    retire: "Retirada",
    forget: "Olvido",
  },
  retry: "Reintentar",
  discard: "Descartar",
  discarded: "Descartado. No se envió.",
  maybeSent: "Descartado aquí. Puede que antes llegara al servidor, y allí no se deshace.",
  now: "Intentar ahora",
  sent: "Enviado",
  waits: "Espera de nuevo al servidor.",
};

export const team: Team = {
  title: "Equipo",
  part: "Parte del espacio de equipo",
  parts: { inbox: "Propuestas", items: "Compartido", activity: "Actividad" },
  space: "Espacio de equipo",
  noSpace: "No estás en ningún espacio de equipo",
  noSpaceText:
    "Un espacio de equipo es una memoria y archivos que comparten varias personas, en un servidor suyo.",
  openSettings: "Unirse a un espacio o crearlo",
  failed: "No se pudo leer el espacio.",
  roles: { reader: "lector", member: "miembro", reviewer: "revisor", owner: "propietario" },
  rolesText: {
    reader: "lee y busca",
    member: "además propone",
    reviewer: "además acepta, retira y olvida",
    owner: "además invita y quita a personas",
  },
  kinds: { memory: "Recuerdo", note: "Nota", file: "Archivo", skill: "Skill" },
  states: { unknown: "sin consultar todavía", here: "conectado", away: "ausente" },
  stateOf: (server, state) => `${server}: ${state}`,
  away: (space) =>
    `${space} no responde. Lo que ves es como estaba la última vez; lo que haces se guarda aquí y se envía después.`,
  waiting: (count) => `${changes(count)} en espera`,
  refused: (count) => counted(count, "cambio rechazado", "cambios rechazados"),
  catchingUp: (count) => `Enviando ${changes(count)}`,
  waitsNow: "Guardado aquí. Va al servidor cuando responda.",
  tokens,
  origins: {
    you: "escrito por su autor",
    agent: "sugerido por un agente",
    tool: "de una herramienta",
    outside: "de fuera",
  },
  whose: (space, author, version, pinned) =>
    `Del espacio de equipo ${space}, por ${author}${version === null ? "" : `, versión ${version}`}${pinned ? " (fijada)" : ""}`,
  whoseMore: (count) => `y ${count} más de un equipo`,
  found: (space) => `Del espacio de equipo ${space}`,
  foundNone: "Allí no se encontró nada de ello.",
  foundBy: (name, day) => `${name}, ${day}`,
  notAnswered: "El espacio no responde; se usó la respuesta local.",
  members,
  invite,
  settings,
  join,
  make,
  inbox,
  conflict,
  items,
  activity,
  share,
  outbox,
};
