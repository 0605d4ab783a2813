import { Columns2, ListTree, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { Icon } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import { RoleIcon } from "../ui/role-icon.tsx";
import type { Tab } from "./tab.ts";
import styles from "./tabs.module.css";

type Props = {
  tabs: readonly Tab[];
  active: string | null;
  isSplit: boolean;
  aside: boolean;
  onShow: (path: string) => void;
  onKeep: (path: string) => void;
  onClose: (path: string) => void;
  onSplit: () => void;
  onAside: () => void;
};

export const Tabs = ({ tabs, active, isSplit, aside, onShow, onKeep, onClose, onSplit, onAside }: Props) => {
  const list = useRef<HTMLDivElement>(null);
  const position = tabs.findIndex(({ path }) => path === active);
  useEffect(() => {
    const at = tabs.findIndex(({ path }) => path === active);
    const shown = list.current?.querySelectorAll("[role=tab]").item(at);
    // The whole tab, its cross too.
    shown?.parentElement?.scrollIntoView({ inline: "nearest", block: "nearest" });
  }, [tabs, active]);

  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step && tabs[(position + step + tabs.length) % tabs.length];
    if (event.key === "Delete" && active) onClose(active);
    if (!next) return;
    event.preventDefault();
    onShow(next.path);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>("[aria-selected=true]")?.focus());
  };

  return (
    <div className={styles.strip}>
      <div className={styles.tabs} ref={list}>
        <div className={styles.tabList} role="tablist" aria-label={t.editor.tabs} onKeyDown={onKey}>
          {tabs.map((tab) => (
            <TabButton
              key={tab.path}
              tab={tab}
              selected={tab.path === active}
              onShow={onShow}
              onKeep={onKeep}
              onClose={onClose}
            />
          ))}
        </div>
      </div>
      <div className={styles.actions}>
        <IconButton
          icon={Columns2}
          label={isSplit ? t.editor.unsplit : t.editor.split}
          aria-pressed={isSplit}
          onClick={onSplit}
        />
        <IconButton icon={ListTree} label={t.editor.aside.title} aria-pressed={aside} onClick={onAside} />
      </div>
    </div>
  );
};

type TabProps = {
  tab: Tab;
  selected: boolean;
  onShow: (path: string) => void;
  onKeep: (path: string) => void;
  onClose: (path: string) => void;
};

const TabButton = ({ tab, selected, onShow, onKeep, onClose }: TabProps) => (
  <div
    className={styles.tab}
    role="presentation"
    data-selected={selected || undefined}
    data-dirty={tab.dirty || undefined}
  >
    <button
      type="button"
      role="tab"
      className={styles.tabName}
      aria-selected={selected}
      aria-label={tab.dirty ? `${tab.name}, ${t.editor.unsaved}` : tab.name}
      title={tab.preview ? t.editor.previewTab(tab.path) : tab.path}
      aria-keyshortcuts="Delete"
      tabIndex={selected ? 0 : -1}
      data-removed={tab.state === "removed" || undefined}
      data-preview={tab.preview || undefined}
      onClick={() => onShow(tab.path)}
      onDoubleClick={() => onKeep(tab.path)}
      onAuxClick={(event) => {
        if (event.button === 1) onClose(tab.path);
      }}
    >
      <RoleIcon role={tab.role} />
      {tab.name}
    </button>
    <button
      type="button"
      className={styles.tabClose}
      tabIndex={-1}
      title={t.editor.closeTab(tab.name)}
      // For the pointer only: a tab list may contain only tabs, and the keyboard closes with Delete.
      aria-hidden="true"
      onClick={() => onClose(tab.path)}
    >
      <Icon of={X} size={12} />
    </button>
  </div>
);
