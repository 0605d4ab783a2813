import { decimalText, numberText } from "#shared/model/number-text.ts";
import type { Messages } from "../messages.ts";
import { counted } from "./plural.ts";

export const settings: Messages["settings"] = {
  title: "Ajustes",
  side: "Secciones de los ajustes",
  sections: {
    appearance: "Apariencia",
    you: "Tú",
    project: "Este proyecto",
    models: "Modelos",
    servers: "Servidores de herramientas",
    team: "Espacios de equipo",
    network: "Red",
    conversations: "Conversaciones",
    trust: "Carpetas de confianza",
    counts: "Recuento de tokens por modelo",
    tools: "Permisos de herramientas",
    warnings: "Avisos",
    backups: "Copias de seguridad",
    privacy: "Lo que sale de este equipo",
    keys: "Atajos de teclado",
    about: "Acerca de",
  },
  theme: "Tema",
  themeText: "Sistema sigue lo que tiene configurado tu equipo.",
  themes: { light: "Claro", dark: "Oscuro", system: "Sistema" },
  language: "Idioma",
  languageText:
    "De esta ventana. Lo que escribes, tus archivos y lo que responde un modelo se quedan como están.",
  languageOfSystem: "Como en este equipo",
  autosave: "Guardar automáticamente",
  autosaveText:
    "Escribe un archivo un segundo después de la última tecla. Cada escritura se puede deshacer en Cambios.",
  spelling: "Revisar la ortografía",
  spellingText:
    "Marca palabras inglesas mal escritas en los campos de texto, con el diccionario que trae Satchel.",
  spellingTextMac: "Marca palabras mal escritas en los campos de texto, en los idiomas de tu Mac.",
  zoom: "Tamaño",
  zoomText: "De todo lo que hay en esta ventana.",
  smaller: "Más pequeño",
  larger: "Más grande",
  percent: (value) => `${Math.round(value * 100)} %`,
  userName: "Tu nombre",
  userNameText: "Solo se usa en los prompts que lo piden.",
  projectName: "Nombre",
  projectNameText: "Se muestra arriba y se da a los prompts. Vacío: el de la carpeta.",
  defaultModel: "Modelo",
  defaultModelText:
    "Para agentes que no nombran ninguno. Después de un cambio, puede que todos los archivos se cuenten de nuevo.",
  noModel: "ninguno todavía",
  tokenizer: "Su tokenizador",
  tokenizerText:
    "El tokenizer.json del propio modelo, con su ruta completa. Entonces sus recuentos son exactos; sin él se estiman cuando no conocemos el modelo.",
  noTokenizer: "ninguno",
  timeZone: "Zona horaria",
  timeZoneText: "Lo que significa «hoy» en prompts y notas. Vacío: la de este equipo.",
  overlay: "Carpeta de tus propios archivos",
  overlayText:
    "Sus archivos se leen en lugar de los del espacio de trabajo, y los cambios van allí. Solo tú la ves; no es parte del proyecto.",
  noOverlay: "ninguna",
  kept: {
    days: "Conservar los cambios, en días",
    daysText: "Todo cambio más reciente se puede deshacer.",
    count: "Conservar al menos este número de cambios",
    countText: "Los más nuevos se conservan aunque superen ese plazo.",
    size: "Espacio para los cambios, en MB",
    sizeText: "Los más antiguos se eliminan cuando sus textos ocupan más. Historial muestra cuánto se usa.",
    trashDays: "Conservar los archivos eliminados, en días",
    trashDaysText: "Los más antiguos salen de la papelera del proyecto al abrirlo.",
    trashSize: "Espacio para la papelera, en MB",
    trashSizeText: "Los más antiguos se eliminan cuando contiene más.",
    wrong: "Hace falta un número entero mayor que 0. Vacío: el valor por defecto.",
  },
  noCalibrations:
    "Nada que comparar todavía. Después de un turno, lo que contó el servidor del modelo se compara con el recuento de Satchel.",
  calibration: (ratio, samples) =>
    `Su servidor cuenta ${decimalText(ratio, 2)} tokens donde Satchel cuenta 1. Visto en ${counted(samples, "turno", "turnos")}.`,
  reset: "Restablecer",
  resetOf: (model) => `Restablecer los recuentos de ${model}`,
  noApprovals:
    "Ninguno todavía. Una herramienta que escribe pregunta cada vez, hasta que digas siempre o nunca.",
  approval: (agent, verdict, folder) => {
    if (verdict === "deny") return `${agent} nunca puede usarla`;
    if (folder === null) return `${agent} puede usarla sin preguntar`;
    return `${agent} puede usarla sin preguntar para documentos directamente en ${folder === "." ? "la carpeta superior del proyecto" : `${folder}/`}`;
  },
  revoke: "Preguntar de nuevo",
  revokeOf: (tool) => `Preguntar de nuevo sobre ${tool}`,
  revoked: (tool) => `Se te preguntará de nuevo sobre ${tool}`,
  trust: {
    none: "Nada todavía. Se te pregunta cuando abres una carpeta que tiene archivos para agentes.",
    trusted:
      "De confianza: sus archivos cuentan como tuyos, y se pueden usar sus skills y las herramientas que escriben",
    restricted: "Restringida: sus archivos cuentan como de fuera, y no se ejecuta ni se aprende nada de ella",
    forget: "Preguntar de nuevo",
    forgetOf: (folder) => `Preguntar de nuevo sobre ${folder}`,
  },
  backups: {
    about:
      "Tus archivos son archivos. De lo que solo conoce la base de datos (prompts enviados, el grafo, procedimientos, elementos fijados) se hace copia: los últimos 7 días, 4 semanas y antes de cada actualización.",
    none: "Ninguna copia todavía. La primera se escribe cuando se cierra este proyecto, o después de media hora.",
    title: (name, when) =>
      name === null
        ? `La más nueva, ${when}`
        : name.startsWith("before-")
          ? `Antes de una actualización, ${when}`
          : `Como estaba antes de ${name}`,
    holds: (rows, name) => `${numberText(rows)} ${name}`,
    more: (kinds) => `, y ${counted(kinds, "tipo", "tipos")} más`,
    look: "Restaurar…",
    lookOf: (title) => `Restaurar desde: ${title}`,
    dialogTitle: (title) => `Restaurar: ${title}`,
    nothing: "Todo lo de esta copia está en la base de datos. No hay nada que restaurar.",
    explains: "Faltan estas entradas y se añadirían. Lo que hay ahora se queda como está.",
    adds: (rows, name) => `${numberText(rows)} ${name}`,
    restore: "Restaurar",
    cancel: "Cancelar",
    close: "Cerrar",
    restored: (rows) => counted(rows, "entrada restaurada", "entradas restauradas"),
    undo: "Deshacer",
    undone: (removed, kept) =>
      kept === 0
        ? "El estado anterior está de vuelta"
        : `${counted(removed, "entrada se quitó de nuevo", "entradas se quitaron de nuevo")}; ${counted(kept, "cambió desde entonces y se queda", "cambiaron desde entonces y se quedan")}`,
    tables: {
      runs: "prompts",
      run_texts: "textos de prompts",
      run_text_uses: "lugares de textos",
      recall_events: "recuperaciones",
      dream_promotions: "datos soñados",
      memory_pins: "fijados",
      memory_profiles: "documentos del usuario",
      graph_entities: "nombres del grafo",
      graph_relations: "relaciones del grafo",
      procedures: "procedimientos",
      learned: "lecturas",
      offered_messages: "mensajes leídos",
      token_calibrations: "calibraciones",
      prefill_speeds: "velocidades de modelos",
    },
  },
  noWarnings: "Sin avisos. Todos los archivos y ajustes de este proyecto son válidos.",
  place: (path, line) => `${path}, línea ${line}`,
  proxy: "Proxy",
  proxyText: "Para servidores remotos; a los de este equipo siempre se llega directamente.",
  noProxy: "ninguno",
  certificates: "Certificados adicionales",
  certificatesText: "Un archivo PEM con certificados en los que confiar, como los de tu empresa.",
  noCertificates: "ninguno",
  patience: "Minutos de espera a un servidor callado",
  patienceText:
    "Un modelo de este equipo puede leer un prompt largo durante muchos minutos antes de su primera palabra.",
  wrongMinutes: (most) => `Escribe minutos enteros, de 1 a ${most}.`,
  wrongTimeZone: (typed) => `«${typed}» no es una zona horaria. Ejemplo: Europe/London`,
  wrongScheme: "La dirección debe empezar por http:// o https://.",
  wrongAddress: "No es una dirección válida. Ejemplo: http://127.0.0.1:8080",
  wrongPath: "Escribe la ruta completa, como /home/tu/… o C:\\….",
  redact: "Quitar los secretos antes de escribirlos",
  redactText:
    "Las claves, los tokens y el nombre de tu carpeta personal se convierten en [REDACTED] en lo que se guarda en disco.",
  privacyTexts: [
    "Nada, hasta que elijas un modelo de un servidor remoto. No hay cuenta ni telemetría. La app instalada pregunta una vez si puede buscar versiones nuevas.",
    "Con un modelo así, a la dirección que escribiste: el prompt de cada respuesta y de cada pregunta de una prueba que inicies y, cuando lo permitas, la propia conversación para los resúmenes y las notas que guardar. MEMORY.md y las notas diarias, cuando haces que las notas pasen a él. Lo mismo vale para lo que un servidor de herramientas quiere que responda un modelo, cada vez que lo permitas, y para el prompt de una respuesta que pidas de nuevo sin una parte. Cada una de estas llamadas aparece en Presupuesto, «Enviado», con lo que se envió y lo que costó; las de una prueba están en su resultado. Sin ninguna palabra tuya, a la dirección se le piden sus modelos y sus ventanas, y si responde.",
    "Las claves se quedan en tu propia carpeta de datos o en el llavero del sistema, cada una unida a la dirección para la que se escribió. Un proyecto no puede leerlas ni desviarlas.",
    "A los servidores que añadas o elijas para ello: lo que se pregunta a un servidor de herramientas; los textos que un modelo remoto hace buscables por significado y lo que se busca con él, incluido un mensaje que estás escribiendo; y, donde actives los recuentos exactos, el prompt que estás escribiendo, para contarlo allí antes de enviarlo. Una imagen de una respuesta se descarga cuando pulsas Cargar.",
    "Al servidor de un espacio de equipo al que te uniste: lo que compartes, propones o decides allí y, en los proyectos que lo usan, la pregunta de cada mensaje con su vector, para buscar en el espacio, incluido un mensaje que estás escribiendo.",
    "Todo lo demás, como contar, buscar por palabras y la memoria, funciona en este equipo.",
  ],
  updates: "Buscar versiones nuevas",
  updatesText:
    "Una vez al día, en la dirección con la que se hizo esta compilación; una que no la tiene no busca nunca. Una versión nueva se instala al salir, después de que digas que sí.",
  version: (version, host) => `Satchel ${version} en ${host}`,
  hosts: { electron: "su propia ventana", web: "una pestaña del navegador", cli: "un terminal" },
  saved: "Se guarda para ti en este equipo, nunca en un proyecto.",
  notSaved: "Aquí no se pueden guardar los ajustes. Solo valen en este navegador.",
};
