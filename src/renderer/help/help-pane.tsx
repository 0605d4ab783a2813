import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { help, showPlace } from "../ui/help.ts";
import type { GuidePage as PageName, GuidePlace } from "../ui/help-topics.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { t } from "../ui/messages/index.ts";
import { NavList, NavRow, NavText, NavTitle } from "../ui/nav-list.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import { guide, guideSections } from "./guide.ts";
import { GuidePage, headingElementId } from "./guide-page.tsx";
import { searchGuide } from "./search-guide.ts";
import styles from "./help-pane.module.css";

/** The pages of the guide, a search over all of them, and one page. */
const HelpPane = () => {
  const wanted = useStore(help, (state) => state.wanted);
  const [query, setQuery] = useState("");
  const [page] = split(wanted.place);
  const shown = guide.find((each) => each.page === page);
  const main = useShownPlace(wanted);
  return (
    <div className={styles.help}>
      <div className={styles.side}>
        <SearchField
          className={styles.search}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          placeholder={t.help.search}
          aria-label={t.help.search}
          type="search"
        />
        {query.trim() === "" ? <Pages page={page} /> : <Results query={query} />}
      </div>
      <div className={styles.main} ref={main} tabIndex={-1}>
        {shown && <GuidePage page={shown.page} text={shown.text} />}
        {shown && <Steps page={shown.page} />}
      </div>
    </div>
  );
};

export default HelpPane;

const split = (place: GuidePlace): readonly [PageName, string] => {
  const [page = "", id = ""] = place.split("#");
  return [page as PageName, id];
};

/** Scrolls to the section, and moves the focus there, so that a screen reader reads on from it. */
const useShownPlace = (wanted: { readonly place: GuidePlace }) => {
  const main = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const page = main.current;
    if (!page) return;
    const [, id] = split(wanted.place);
    const heading = id === "" ? null : document.getElementById(headingElementId(id));
    const show = () => (heading ? heading.scrollIntoView({ block: "start" }) : page.scrollTo({ top: 0 }));
    show();
    (heading ?? page).focus({ preventScroll: true });
    // Pictures above it move it down when they are there, unless the user has moved on.
    const moved = new AbortController();
    for (const kind of ["wheel", "keydown", "pointerdown"])
      page.addEventListener(kind, () => moved.abort(), { signal: moved.signal });
    const pictures = [...page.querySelectorAll("img")].map((picture) => picture.decode().catch(() => {}));
    void Promise.all(pictures).then(() => moved.signal.aborted || show());
    return () => moved.abort();
  }, [wanted]);
  return main;
};

const Pages = ({ page }: { page: PageName }) => (
  <nav className={styles.pages} aria-label={t.help.pages}>
    <NavList>
      {guide.map((each) => (
        <li key={each.page}>
          <NavRow aria-current={each.page === page ? "page" : undefined} onClick={() => showPlace(each.page)}>
            {each.title}
          </NavRow>
        </li>
      ))}
    </NavList>
  </nav>
);

const Results = ({ query }: { query: string }) => {
  const hits = useMemo(() => searchGuide(guideSections, query), [query]);
  const titles = useMemo(() => new Map(guide.map(({ page, title }) => [page as string, title])), []);
  return (
    <div className={styles.pages}>
      <p className={classes(ui.quiet, ui.small, styles.count)} role="status">
        {hits.length === 0 ? t.help.nothing(query.trim()) : t.help.found(hits.length)}
      </p>
      {hits.length > 0 && (
        <NavList aria-label={t.help.results}>
          {hits.map(({ section: { page, id, title }, excerpt }) => (
            <li key={`${page}#${id}`}>
              <NavRow onClick={() => showPlace(id === "" ? (page as PageName) : `${page as PageName}#${id}`)}>
                <span>
                  <NavTitle>{id === "" ? title : `${titles.get(page) ?? ""}: ${title}`}</NavTitle>
                  <NavText>{excerpt}</NavText>
                </span>
              </NavRow>
            </li>
          ))}
        </NavList>
      )}
    </div>
  );
};

/** The pages before and after, for reading from the first to the last. */
const Steps = ({ page }: { page: PageName }) => {
  const index = guide.findIndex((each) => each.page === page);
  const [before, after] = [guide[index - 1], guide[index + 1]];
  return (
    <p className={styles.steps}>
      {before && (
        <LinkButton onClick={() => showPlace(before.page)}>{t.help.previous(before.title)}</LinkButton>
      )}
      <span className={ui.grow} />
      {after && <LinkButton onClick={() => showPlace(after.page)}>{t.help.next(after.title)}</LinkButton>}
    </p>
  );
};
