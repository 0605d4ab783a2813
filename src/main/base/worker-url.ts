/**
 * The URL of a worker's code. When run from source (tests, bench) it is the `.ts` file beside the caller,
 * which Node runs directly; in a build every worker is a separate entry at the top of `out/main`.
 */
export const workerUrl = (name: string, importMetaUrl: string): URL => {
  if (importMetaUrl.endsWith(".ts")) return new URL(`./${name}.ts`, importMetaUrl);
  const inChunk = importMetaUrl.includes("/chunks/");
  return new URL(`${inChunk ? "../" : "./"}${name}.js`, importMetaUrl);
};
