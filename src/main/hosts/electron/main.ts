import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { app } from "electron";
import { repairStandardStreams } from "./standard-streams.ts";
import { startApp } from "./start-app.ts";

repairStandardStreams();

/** Seen from `out/main`, where the build puts this file. */
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const resources = app.isPackaged ? join(process.resourcesPath, "satchel") : at("../../resources");

// Not awaited: Electron becomes ready only after this module is done.
void startApp(
  {
    renderer: at("../renderer"),
    preload: at("../preload/bridge.cjs"),
    icon: join(resources, "icons", "icon.png"),
    resources,
    // Not packaged, only a test names one.
    updateConfig: app.isPackaged
      ? join(process.resourcesPath, "app-update.yml")
      : (process.env.SATCHEL_UPDATE_CONFIG ?? null),
  },
  process.argv,
  process.cwd(),
  process.env,
);
