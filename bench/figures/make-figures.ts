import { resolve } from "node:path";
import { makeFiguresPage } from "./figures-page.ts";

makeFiguresPage(resolve(import.meta.dirname, "../.."));
