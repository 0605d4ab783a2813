import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";

const at = (path: string) => resolve(import.meta.dirname, path);

export default defineConfig({
  main: {
    build: {
      target: "node22",
      rollupOptions: {
        input: {
          electron: at("src/main/hosts/electron/main.ts"),
          cli: at("src/main/hosts/cli/main.ts"),
          "documents.worker": at("src/main/workspace/documents/documents.worker.ts"),
          "engine.process": at("src/main/providers/local/engine.process.ts"),
          "embeddings.process": at("src/main/embeddings/embeddings.process.ts"),
          "history.worker": at("src/main/history/history.worker.ts"),
          "importers.worker": at("src/main/importers/importers.worker.ts"),
          "memory.worker": at("src/main/memory/recall/memory.worker.ts"),
          "quoted.worker": at("src/main/influence/quoted/quoted.worker.ts"),
          "store.worker": at("src/main/store/store.worker.ts"),
          "tokens.worker": at("src/main/tokens/tokens.worker.ts"),
          "trials.worker": at("src/main/trials/trials.worker.ts"),
          "watch.worker": at("src/main/workspace/watch.worker.ts"),
        },
        output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
      },
    },
  },
  preload: {
    build: {
      target: "node22",
      externalizeDeps: false,
      rollupOptions: {
        input: { bridge: at("src/preload/bridge.ts") },
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  renderer: {
    root: at("src/renderer"),
    base: "./",
    // For `npm run dev` only: on loopback, like everything else.
    server: {
      host: "127.0.0.1",
      // The frame that draws diagrams has no origin.
      cors: { origin: /^(?:null|http:\/\/127\.0\.0\.1(?::\d+)?)$/ },
    },
    plugins: [react()],
    build: {
      target: "chrome118",
      minify: true,
      rollupOptions: {
        input: { index: at("src/renderer/index.html"), diagram: at("src/renderer/diagram.html") },
      },
    },
  },
});
