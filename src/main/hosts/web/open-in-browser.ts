import { spawn } from "node:child_process";

/** Asks the system to open a page's file. If that fails, the user can open the printed address. */
export const openInBrowser = (file: string): void => {
  const [program, ...args] = opener(process.platform);
  const child = spawn(program, [...args, file], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
};

const opener = (platform: NodeJS.Platform): readonly [string, ...string[]] => {
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return ["xdg-open"];
};
