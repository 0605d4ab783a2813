/**
 * Where a worker's code is. From source (tests, bench) it is the `.ts` beside the caller, which Node runs
 * as it is; in a build every worker is an entry of its own at the top of `out/main`.
 */
export const workerUrl = (name: string, importMetaUrl: string): URL => {
  if (importMetaUrl.endsWith(".ts")) return new URL(`./${name}.ts`, importMetaUrl);
  const inChunk = importMetaUrl.includes("/chunks/");
  return new URL(`${inChunk ? "../" : "./"}${name}.js`, importMetaUrl);
};
