import { ArrowLeft, ArrowRight, CircleQuestionMark, PanelLeft, PanelRight, Search } from "lucide-react";
import { useStore } from "zustand";
import { Icon } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { t } from "../ui/messages/index.ts";
import { SatchelMark } from "../ui/satchel-mark.tsx";
import { useMedia } from "../ui/use-media.ts";
import { shortcuts } from "./commands.ts";
import { overlayQuery } from "./files-part.ts";
import { ProjectMenu } from "./project-menu.tsx";
import { useCommands } from "./use-commands.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./title-bar.module.css";

const Steps = () => {
  const { places } = useWorkbench();
  const { canGoBack, canGoForward } = useStore(places.store);
  const words = t.app.commands;
  return (
    <div className={classes(ui.row, styles.steps)} role="group" aria-label={t.app.steps}>
      <IconButton
        icon={ArrowLeft}
        size={15}
        label={words.back}
        shortcut={shortcuts.back}
        aria-disabled={!canGoBack}
        onClick={places.back}
      />
      <IconButton
        icon={ArrowRight}
        size={15}
        label={words.forward}
        shortcut={shortcuts.forward}
        aria-disabled={!canGoForward}
        onClick={places.forward}
      />
    </div>
  );
};

export const TitleBar = () => {
  const { filesShown, filesOver, chatShown, show } = useApp((state) => state);
  const overlay = useMedia(overlayQuery);
  const shown = overlay ? filesOver : filesShown;
  return (
    <header className={styles.titleBar}>
      <div className={ui.row}>
        <span className={styles.titleMark}>
          <SatchelMark />
        </span>
        <ProjectMenu />
        <Steps />
      </div>
      <button type="button" className={styles.paletteButton} onClick={() => show("paletteOpen", true)}>
        <Icon of={Search} size={13} />
        <span className={classes(ui.grow, ui.ellipsis)}>{t.app.search}</span>
        <Kbd shortcut={shortcuts.palette} />
      </button>
      <div className={ui.row} style={{ justifyContent: "flex-end" }}>
        <HelpButton />
        <IconButton
          icon={PanelLeft}
          size={15}
          label={t.app.showFiles}
          shortcut={shortcuts.toggleFiles}
          aria-pressed={shown}
          onClick={() => show(overlay ? "filesOver" : "filesShown", !shown)}
        />
        <IconButton
          icon={PanelRight}
          size={15}
          label={t.app.showChat}
          shortcut={shortcuts.toggleChat}
          aria-pressed={chatShown}
          onClick={() => show("chatShown", !chatShown)}
        />
      </div>
    </header>
  );
};

/** Opens the guide at what is shown. */
const HelpButton = () => {
  const commands = useCommands();
  return (
    <IconButton
      icon={CircleQuestionMark}
      size={15}
      label={t.help.open}
      shortcut={shortcuts.help}
      onClick={() => commands.find(({ id }) => id === "help")?.run()}
    />
  );
};
