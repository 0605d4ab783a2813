/**
 * Where a file of a packed app can be opened by code that does not know the app's archive. Electron makes Node
 * see into `app.asar`; SQLite opens extensions itself, so they lie beside it in `app.asar.unpacked`.
 */
export const outsideArchive = (path: string): string =>
  path.replace(/(?<=[\\/])app\.asar(?=[\\/])/, "app.asar.unpacked");
