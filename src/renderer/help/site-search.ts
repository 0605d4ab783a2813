import type { GuideSection } from "./guide-sections.ts";
import { searchGuide } from "./search-guide.ts";

/** The search of the guide as a site (scripts/site): the same as in the app. */
type Entry = GuideSection & { readonly pageTitle: string };

const query = document.querySelector<HTMLInputElement>("#query");
const results = document.querySelector<HTMLElement>("#results");
const pages = document.querySelector<HTMLElement>("#pages");
const top = new URL("./", import.meta.url);

let loaded: Promise<readonly Entry[]> | null = null;
const sections = (): Promise<readonly Entry[]> => {
  loaded ??= fetch(new URL("search.json", top)).then((answer) => answer.json() as Promise<readonly Entry[]>);
  return loaded;
};

const show = async () => {
  if (!query || !results || !pages) return;
  const words = query.value;
  pages.hidden = words.trim() !== "";
  results.replaceChildren();
  if (words.trim() === "") return;
  const hits = searchGuide(await sections(), words);
  // A later key may have been first.
  if (query.value !== words) return;
  results.textContent = hits.length === 0 ? "Nothing was found." : "";
  for (const { section, excerpt } of hits) {
    const { page, id, title, pageTitle } = section as Entry;
    const link = document.createElement("a");
    link.href = new URL(`${page}.html${id === "" ? "" : `#${id}`}`, top).href;
    link.textContent = id === "" ? title : `${pageTitle}: ${title}`;
    const text = document.createElement("small");
    text.textContent = excerpt;
    link.append(text);
    results.append(link);
  }
};

query?.addEventListener("input", () => void show());
