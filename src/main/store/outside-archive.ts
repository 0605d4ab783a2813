/**
 * The path at which code that does not know the packed app's archive can open one of its files. Electron lets
 * Node read inside `app.asar`; SQLite opens extensions itself, so they are in `app.asar.unpacked` beside it.
 */
export const outsideArchive = (path: string): string =>
  path.replace(/(?<=[\\/])app\.asar(?=[\\/])/, "app.asar.unpacked");
