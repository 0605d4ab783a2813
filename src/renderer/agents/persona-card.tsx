import { useEffect, useState } from "react";
import type { Identity } from "#shared/contract/agents.ts";
import { t } from "../ui/messages/index.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import { Card } from "../ui/card.tsx";
import styles from "./persona-card.module.css";

type Props = { agent: string; read: (agent: string) => Promise<Identity> };

/** The agent's identity, from IDENTITY.md. A picture that is named there is shown as text, never fetched. */
export const PersonaCard = ({ agent, read }: Props) => {
  const [identity, setIdentity] = useState<Identity | null>(null);
  useEffect(() => {
    let wanted = true;
    // Without an identity the card is omitted; the form below still works.
    read(agent).then(
      (found) => wanted && setIdentity(found),
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [agent, read]);

  if (!identity || Object.values(identity).every((value) => value === null)) return null;
  const { name, creature, vibe, emoji, avatar } = identity;
  return (
    <Card className={styles.persona} aria-label={t.agents.persona.label}>
      <span className={styles.personaFace} aria-hidden="true">
        {emoji ?? (name ?? agent).slice(0, 1)}
      </span>
      <div className={ui.grow}>
        {name && <div className={ui.strong}>{name}</div>}
        {creature && <div>{creature}</div>}
        {vibe && <div className={ui.muted}>{vibe}</div>}
        {avatar && <div className={ui.quiet}>{t.agents.persona.avatar(avatar)}</div>}
      </div>
      <span className={classes(ui.quiet, ui.small)}>{t.agents.persona.source}</span>
    </Card>
  );
};
