import * as monaco from "monaco-editor/editor";
import "monaco-editor/features/register.all";
import "monaco-editor/languages/definitions/cpp/register";
import "monaco-editor/languages/definitions/csharp/register";
import "monaco-editor/languages/definitions/css/register";
import "monaco-editor/languages/definitions/dockerfile/register";
import "monaco-editor/languages/definitions/go/register";
import "monaco-editor/languages/definitions/html/register";
import "monaco-editor/languages/definitions/ini/register";
import "monaco-editor/languages/definitions/java/register";
import "monaco-editor/languages/definitions/javascript/register";
import "monaco-editor/languages/definitions/php/register";
import "monaco-editor/languages/definitions/python/register";
import "monaco-editor/languages/definitions/ruby/register";
import "monaco-editor/languages/definitions/rust/register";
import "monaco-editor/languages/definitions/shell/register";
import "monaco-editor/languages/definitions/sql/register";
import "monaco-editor/languages/definitions/typescript/register";
import "monaco-editor/languages/definitions/xml/register";
import "monaco-editor/languages/definitions/yaml/register";
import { markdownConfiguration, markdownTokens } from "./markdown-language.ts";
import { offerFrontMatter } from "./front-matter-language.ts";
import { offerNotes } from "./note-completion.ts";
import { defineThemes } from "./monaco-theme.ts";

// The worker is a separate file of the app, as the policy `worker-src 'self'` requires.
self.MonacoEnvironment = {
  getWorker: () => new Worker(new URL("./editor.worker.ts", import.meta.url), { type: "module" }),
};

monaco.languages.register({ id: "markdown", extensions: [".md", ".markdown"] });
monaco.languages.setMonarchTokensProvider("markdown", markdownTokens);
monaco.languages.setLanguageConfiguration("markdown", markdownConfiguration);
offerFrontMatter(monaco);
offerNotes(monaco);
defineThemes(monaco);

export { monaco };
