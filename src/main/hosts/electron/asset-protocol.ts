import { readFile, realpath } from "node:fs/promises";
import { join, relative, isAbsolute, sep } from "node:path";
import { protocol } from "electron";
import { contentTypeOf } from "../content-types.ts";
import {
  contentSecurityPolicy,
  DIAGRAM_PAGE,
  diagramPolicy,
  isFrameScript,
  pageHeaders,
} from "../page-policy.ts";
import { isOurPage, pageScheme } from "./page-address.ts";

/** Must run before the app is ready. */
export const registerPageScheme = (): void => {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: pageScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true, codeCache: true },
    },
  ]);
};

/**
 * Serves the built page, and nothing outside its folder, under `satchel://app/`; in development, Vite's page.
 */
export const servePage = (folder: string, pageServer: string | null): void => {
  protocol.handle(pageScheme, (request) =>
    pageServer === null ? answerAsset(folder, request) : answerFromServer(pageServer, request),
  );
};

/**
 * Only an unpackaged app gets here, see `start-app.ts`. The page keeps its origin, so all other guards still
 * apply; it has no policy, because hot reload needs an inline script.
 */
const answerFromServer = async (pageServer: string, request: Request): Promise<Response> => {
  if (!isOurPage(request.url)) return refusal(404);
  const { pathname, search } = new URL(request.url);
  return fetch(new URL(pathname + search, pageServer), { headers: request.headers });
};

export const answerAsset = async (folder: string, request: Request): Promise<Response> => {
  if (request.method !== "GET") return refusal(405);
  if (!isOurPage(request.url)) return refusal(404);
  const file = await locate(folder, new URL(request.url).pathname);
  if (file === null) return refusal(404);
  const type = contentTypeOf(file);
  const bytes = type === null ? null : await readFile(file).catch(() => null);
  if (type === null || bytes === null) return refusal(404);
  const { pathname } = new URL(request.url);
  return new Response(bytes, {
    headers: {
      ...guards,
      "content-type": type,
      ...(pathname === DIAGRAM_PAGE && { "content-security-policy": diagramPolicy }),
      ...(isFrameScript(pathname, request.headers.get("origin")) && {
        "access-control-allow-origin": "null",
      }),
    },
  });
};

const guards = {
  ...pageHeaders,
  "content-security-policy": contentSecurityPolicy(),
  "cache-control": "no-cache",
};

const refusal = (status: number) => new Response(null, { status, headers: guards });

/** Null for anything that is not a file below the folder, after following links. */
const locate = async (folder: string, pathname: string): Promise<string | null> => {
  const path = decode(pathname);
  if (path === null || path.includes("\0") || path.includes("\\")) return null;
  const root = await realpath(folder);
  const found = await realpath(join(root, path === "/" ? "index.html" : path)).catch(() => null);
  if (found === null) return null;
  const inside = relative(root, found);
  return inside === "" || inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)
    ? null
    : found;
};

const decode = (pathname: string): string | null => {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
};
