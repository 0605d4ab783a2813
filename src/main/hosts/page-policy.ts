/**
 * What the page may load, in every host: only what ships with the app. Inline styles stay allowed because the
 * editor, the diagrams and the positioning of menus set them; inline scripts are never allowed. `blob:`
 * workers are needed by the editor.
 */
export const contentSecurityPolicy = (connect: readonly string[] = []): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...connect].join(" "),
    "worker-src 'self' blob:",
    "object-src 'none'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** The frame that draws diagrams: no origin of its own, no network, only the app's scripts. */
export const DIAGRAM_PAGE = "/diagram.html";

export const diagramPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-scripts",
].join("; ");

/**
 * That frame asks for its scripts as the origin `null`. They ship with the app and say nothing about the user, so
 * they are given to it; nothing else is.
 */
export const isFrameScript = (path: string, origin: string | null | undefined): boolean =>
  origin === "null" && /^\/assets\/[\w.-]+\.js$/.test(path);

/** Headers of every response to the page. */
export const pageHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
} as const;
