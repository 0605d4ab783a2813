import { type RefObject, useEffect, useState } from "react";
import { t } from "../ui/messages/index.ts";
import { NavList, NavRow } from "../ui/nav-list.tsx";
import { Chip } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./sections.module.css";

export type SettingsSection = keyof typeof t.settings.sections;

const all = Object.keys(t.settings.sections) as readonly SettingsSection[];

/** Without a project only the user's own settings are shown. */
const ofProject: ReadonlySet<SettingsSection> = new Set([
  "project",
  "counts",
  "tools",
  "warnings",
  "backups",
]);

const idOf = (section: SettingsSection): string => `settings-${section}`;

export const SectionTitle = ({ section }: { section: SettingsSection }) => (
  <h2 id={idOf(section)}>{t.settings.sections[section]}</h2>
);

export const showSection = (section: SettingsSection): void =>
  document.getElementById(idOf(section))?.scrollIntoView({ block: "start" });

type Props = {
  /** The scrolling element that contains the sections. */
  page: RefObject<HTMLElement | null>;
  hasProject: boolean;
  /** The number of warnings. */
  warnings: number;
};

/** The current section of a long page, with links to the others. */
export const SectionList = ({ page, hasProject, warnings }: Props) => {
  const sections = all.filter((section) => hasProject || !ofProject.has(section));
  const [picked, setPicked] = useState<SettingsSection | null>(null);
  const { top, atEnd } = useTop(page);
  // The last sections cannot scroll to the top: there, the clicked one is current.
  const current = atEnd && picked ? picked : top;
  return (
    <nav className={styles.settingsSide} aria-label={t.settings.side}>
      <NavList>
        {sections.map((section) => (
          <li key={section}>
            <NavRow
              aria-current={section === current ? "true" : undefined}
              onClick={() => {
                setPicked(section);
                showSection(section);
              }}
            >
              <span className={classes(ui.grow, ui.ellipsis)}>{t.settings.sections[section]}</span>
              {section === "warnings" && warnings > 0 && (
                <Chip className={ui.num} kind="warn">
                  {warnings}
                </Chip>
              )}
            </NavRow>
          </li>
        ))}
      </NavList>
    </nav>
  );
};

/** The last section whose title is at the top of the page or above it. */
const useTop = (page: Props["page"]) => {
  const [place, setPlace] = useState<{ top: SettingsSection; atEnd: boolean }>({
    top: "appearance",
    atEnd: false,
  });
  useEffect(() => {
    const scrolled = page.current;
    if (!scrolled) return;
    const look = () => {
      const { scrollTop, clientHeight, scrollHeight } = scrolled;
      const line = scrolled.getBoundingClientRect().top + 48;
      const above = all.filter((section) => {
        const title = document.getElementById(idOf(section));
        return title !== null && title.getBoundingClientRect().top < line;
      });
      setPlace({ top: above.at(-1) ?? "appearance", atEnd: scrollTop + clientHeight >= scrollHeight - 2 });
    };
    look();
    scrolled.addEventListener("scroll", look, { passive: true });
    return () => scrolled.removeEventListener("scroll", look);
  }, [page]);
  return place;
};
