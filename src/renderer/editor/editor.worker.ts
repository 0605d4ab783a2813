/** Monaco's own worker: differences, links and word lists off the page's thread. */
import "monaco-editor/editor/editor.worker";
