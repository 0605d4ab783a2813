import { useEffect, useState } from "react";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { SectionTitle } from "./sections.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import settingStyles from "./setting.module.css";

export type KnownFolder = { readonly folder: string; readonly trust: "trusted" | "restricted" };

type Props = {
  load: () => Promise<readonly KnownFolder[]>;
  /** Nothing is known about the folder afterwards. */
  onForget: (folder: string) => Promise<unknown>;
};

const words = t.settings.trust;

/** The folders about which the user was asked, and a button that has it asked again. */
export const TrustedFolders = (props: Props) => (
  <>
    <SectionTitle section="trust" />
    <KnownFolders {...props} />
  </>
);

const KnownFolders = ({ load, onForget }: Props) => {
  const [folders, setFolders] = useState<readonly KnownFolder[] | null>(null);
  useEffect(() => {
    load().then(setFolders, () => setFolders([]));
  }, [load]);
  if (folders === null) return null;
  if (folders.length === 0) return <p className={classes(ui.muted, ui.small)}>{words.none}</p>;
  const forget = async (folder: string) => {
    await onForget(folder);
    setFolders(await load());
  };
  return (
    <ul>
      {folders.map(({ folder, trust }) => (
        <li key={folder} className={settingStyles.setting}>
          <div className={ui.grow}>
            <div className={classes(ui.strong, ui.ellipsis)} title={folder}>
              {folder}
            </div>
            <div className={classes(ui.muted, ui.small)}>{words[trust]}</div>
          </div>
          <Button size="small" aria-label={words.forgetOf(folder)} onClick={() => void forget(folder)}>
            {words.forget}
          </Button>
        </li>
      ))}
    </ul>
  );
};
