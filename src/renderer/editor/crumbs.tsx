import { Fragment, useMemo } from "react";
import { t } from "../ui/messages/index.ts";
import { Segmented } from "../ui/segmented.tsx";
import { parseFrontMatter } from "#shared/model/front-matter.ts";
import type { Tab } from "./tab.ts";

type Mode = "write" | "read";
type Props = {
  tab: Tab;
  /** At least the first lines of the file. */
  head: string;
  /** Share of the file the next prompt leaves out, 0 to 1; null when it is sent whole. */
  removed: number | null;
  mode: Mode;
  onMode: (mode: Mode) => void;
  onCut: () => void;
};

const modes = [
  { value: "write", label: t.editor.write },
  { value: "read", label: t.editor.read },
] as const;

/** Where the file is, what its front matter says, and how it is shown. */
export const Crumbs = ({ tab, head, removed, mode, onMode, onCut }: Props) => {
  const folders = tab.path.split("/").slice(0, -1);
  const { priority, tags } = useMemo(() => parseFrontMatter(head), [head]);
  const markdown = tab.name.endsWith(".md");
  return (
    <div className="crumbs">
      {folders.map((folder, index) => (
        <Fragment key={folders.slice(0, index + 1).join("/")}>
          <span>{folder}</span>
          <span aria-hidden="true">/</span>
        </Fragment>
      ))}
      <span className="crumb-name ell">{tab.name}</span>
      <span className="grow" />
      {tab.readOnly && <span className="chip">{t.editor.readOnly}</span>}
      {removed !== null && (
        <button type="button" className="chip" data-kind="warn" title={t.editor.goToCut} onClick={onCut}>
          {t.editor.cutBy(Math.round(removed * 100))}
        </button>
      )}
      {markdown && priority !== null && (
        <span className="chip" data-kind="outline">
          {t.editor.priority(priority)}
        </span>
      )}
      {markdown && tags.length > 0 && (
        <span className="chip" data-kind="outline">
          {t.editor.tags(tags.join(", "))}
        </span>
      )}
      {markdown && tab.state !== "failed" && !tab.conflict && (
        <Segmented label={t.editor.mode} value={mode} options={modes} onChange={onMode} />
      )}
    </div>
  );
};
