/** The files that explain a project best, by ecosystem. A spine is used when one of its `marks` exists. */
type Spine = { readonly marks: readonly string[]; readonly files: readonly string[] };

/**
 * Paths of the spine in order; the project has at least some of them. A configured list is used unchanged.
 * Without one, the lists of all ecosystems are used whose marks the project has.
 */
export const spineOf = (
  configured: readonly string[] | undefined,
  exists: (path: string) => boolean,
): readonly string[] => {
  const lists = configured
    ? [configured]
    : SPINES.filter(({ marks }) => marks.some((mark) => exists(mark))).map(({ files }) => files);
  return [...new Set(lists.flat())].filter((path) => exists(path));
};

const WEB = [
  "package.json",
  "vite.config.ts",
  "tsconfig.json",
  "index.html",
  "src/main.tsx",
  "src/App.tsx",
] as const;

const SPINES: readonly Spine[] = [
  { marks: WEB, files: WEB },
  {
    marks: ["package.json"],
    files: ["vite.config.js", "next.config.js", "src/main.ts", "src/index.ts", "src/index.js", "index.js"],
  },
  {
    marks: ["pyproject.toml", "setup.py", "requirements.txt", "manage.py"],
    files: [
      "pyproject.toml",
      "setup.py",
      "requirements.txt",
      "manage.py",
      "main.py",
      "app.py",
      "src/main.py",
    ],
  },
  { marks: ["Cargo.toml"], files: ["Cargo.toml", "build.rs", "src/main.rs", "src/lib.rs"] },
  { marks: ["go.mod"], files: ["go.mod", "main.go", "cmd/main.go"] },
  {
    marks: ["pom.xml", "build.gradle", "build.gradle.kts"],
    files: ["pom.xml", "settings.gradle", "settings.gradle.kts", "build.gradle", "build.gradle.kts"],
  },
  { marks: ["Program.cs"], files: ["Program.cs", "Startup.cs", "appsettings.json"] },
  { marks: ["Package.swift"], files: ["Package.swift", "Sources/main.swift"] },
  { marks: ["Gemfile"], files: ["Gemfile", "config/application.rb", "config/routes.rb"] },
  { marks: ["composer.json"], files: ["composer.json", "index.php", "public/index.php", "routes/web.php"] },
  { marks: ["mix.exs"], files: ["mix.exs", "config/config.exs"] },
  { marks: ["pubspec.yaml"], files: ["pubspec.yaml", "lib/main.dart"] },
  {
    marks: ["CMakeLists.txt", "Makefile"],
    files: ["CMakeLists.txt", "Makefile", "src/main.cpp", "src/main.c", "main.cpp", "main.c"],
  },
];
