import { LinkButton } from "../ui/link-button.tsx";
import { t } from "../ui/messages/index.ts";
import { NoteLine } from "../ui/note-line.tsx";

type Props = { provider: string; onDecide: (allowed: boolean) => void };

/** Asked once per remote provider: may it also be asked for summaries and notes. */
export const BackgroundQuestion = ({ provider, onDecide }: Props) => {
  const words = t.chat.background;
  return (
    <NoteLine inset role="group" aria-label={words.label}>
      <span>{words.question(provider)}</span>
      <LinkButton onClick={() => onDecide(true)}>{words.allow}</LinkButton>
      <LinkButton onClick={() => onDecide(false)}>{words.deny}</LinkButton>
    </NoteLine>
  );
};
