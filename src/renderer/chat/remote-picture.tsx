import { ImageOff } from "lucide-react";
import { useState } from "react";
import { classes } from "../ui/classes.ts";
import { failureText } from "../ui/failure-text.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import ui from "../ui/basics.module.css";
import { useChatActions } from "./chat-actions.ts";
import styles from "./remote-picture.module.css";

type Props = { address: string; alt: string };

/** A picture from elsewhere: who wrote the address would learn that it was looked at, so the user decides. */
export const RemotePicture = ({ address, alt }: Props) => {
  const { loadPicture } = useChatActions();
  const [state, setState] = useState<{ data?: string; failure?: string; isLoading?: boolean }>({});
  const words = t.chat.picture;
  if (state.data !== undefined) return <img src={state.data} alt={alt} title={address} />;
  const load = () => {
    setState({ isLoading: true });
    loadPicture(address).then(
      (data) => setState({ data }),
      (error: unknown) => setState({ failure: failureText(error) }),
    );
  };
  return (
    <span className={styles.remote} role="group" aria-label={words.label(alt)}>
      <Icon of={ImageOff} size={15} />
      <span className={styles.words}>
        {alt !== "" && <span className={ui.strong}>{alt}</span>}
        <span className={classes(ui.muted, ui.small, styles.address)}>{address}</span>
        {state.failure !== undefined && (
          <span className={classes(ui.small, ui.wrong)} role="alert">
            {state.failure}
          </span>
        )}
      </span>
      <button type="button" className={styles.load} disabled={state.isLoading === true} onClick={load}>
        {words.load}
      </button>
    </span>
  );
};
