import { shareText } from "#shared/model/number-text.ts";
import { Fragment, useMemo } from "react";
import { t } from "../ui/messages/index.ts";
import { Segmented } from "../ui/segmented.tsx";
import { parseFrontMatter } from "#shared/model/front-matter.ts";
import type { Tab } from "./tab.ts";
import { Chip } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./crumbs.module.css";

type Mode = "write" | "read";
type Props = {
  tab: Tab;
  /** At least the first lines of the file. */
  head: string;
  /** Share of the file that the next prompt leaves out, 0 to 1; null when it is sent whole. */
  removed: number | null;
  mode: Mode;
  onMode: (mode: Mode) => void;
  onCut: () => void;
};

const modes = () =>
  [
    { value: "write", label: t.editor.write },
    { value: "read", label: t.editor.read },
  ] as const;

/** The file's path, its front matter, and how it is shown. */
export const Crumbs = ({ tab, head, removed, mode, onMode, onCut }: Props) => {
  const folders = tab.path.split("/").slice(0, -1);
  const { priority, tags } = useMemo(() => parseFrontMatter(head), [head]);
  const markdown = tab.name.endsWith(".md");
  return (
    <div className={styles.crumbs}>
      {folders.map((folder, index) => (
        <Fragment key={folders.slice(0, index + 1).join("/")}>
          <span className={classes(styles.crumbFolder, ui.ellipsis)}>{folder}</span>
          <span className={styles.crumbFolder} aria-hidden="true">
            /
          </span>
        </Fragment>
      ))}
      <span className={classes(styles.crumbName, ui.ellipsis)}>{tab.name}</span>
      <span className={ui.grow} />
      {tab.readOnly && <Chip>{t.editor.readOnly}</Chip>}
      {removed !== null && (
        <Chip as="button" type="button" kind="warn" title={t.editor.goToCut} onClick={onCut}>
          {t.editor.cutBy(shareText(removed))}
        </Chip>
      )}
      {markdown && priority !== null && <Chip kind="outline">{t.editor.priority(priority)}</Chip>}
      {markdown && tags.length > 0 && <Chip kind="outline">{t.editor.tags(tags.join(", "))}</Chip>}
      {markdown && tab.state !== "failed" && !tab.conflict && (
        <Segmented label={t.editor.mode} value={mode} options={modes()} onChange={onMode} />
      )}
    </div>
  );
};
