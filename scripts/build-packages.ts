import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build, Platform } from "electron-builder";

const top = join(import.meta.dirname, "..");

/** Programs that electron-builder would download: where they are named, and what is left out without them. */
const tools = {
  deb: { variable: "CUSTOM_FPM_PATH", program: "fpm" },
  rpm: { variable: "CUSTOM_FPM_PATH", program: "fpm" },
  AppImage: { variable: "APPIMAGE_TOOLS_PATH", program: "the AppImage tools" },
  "tar.gz": { variable: "ELECTRON_BUILDER_7ZIP_PATH", program: "7za" },
} as const;
type Format = keyof typeof tools;

/** What can be made offline, and a sentence for each format that cannot. */
export const formatsHere = (
  environment: Readonly<Record<string, string | undefined>>,
): { readonly made: readonly Format[]; readonly leftOut: readonly string[] } => {
  const all = Object.keys(tools) as readonly Format[];
  const isThere = (format: Format) => existsSync(environment[tools[format].variable] ?? "");
  return {
    made: all.filter(isThere),
    leftOut: all
      .filter((format) => !isThere(format))
      .map((format) => `No ${format}: ${tools[format].variable} does not name ${tools[format].program}.`),
  };
};

/** Electron's own folder: beside the executable, or in `bin` where a script starts it. */
export const electronFolder = (executable: string): string | null =>
  [dirname(executable), join(dirname(executable), "bin")].find((folder) =>
    existsSync(join(folder, "resources.pak")),
  ) ?? null;

export type BuildOptions = {
  readonly electron: string;
  readonly output: string;
  readonly formats: readonly Format[];
  readonly version: string;
  /** A deb is compressed less: larger, in a fifth of the time. */
  readonly fast?: boolean;
};

/** Builds for Linux with the files of this Electron; `linux-unpacked` is always among the results. */
export const buildPackages = async (options: BuildOptions): Promise<void> => {
  const { electron, output, formats, version, fast = false } = options;
  await build({
    projectDir: top,
    targets: Platform.LINUX.createTarget(["dir", ...formats]),
    publish: "never",
    config: {
      extends: join(top, "electron-builder.yml"),
      electronDist: electron,
      ...versionOf(electron),
      extraMetadata: { version },
      directories: { output },
      ...(fast && { deb: { compression: "gz" as const } }),
    },
  });
};

/** The file `version` is part of Electron's own archive. */
const versionOf = (electron: string): { electronVersion?: string } => {
  const file = join(electron, "version");
  return existsSync(file) ? { electronVersion: readFileSync(file, "utf8").trim() } : {};
};
