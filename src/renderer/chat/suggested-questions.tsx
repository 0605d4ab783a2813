import { ArrowUpLeft } from "lucide-react";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import styles from "./suggested-questions.module.css";

/** More would push what is sent out of sight. */
const MAX_SHOWN = 4;

type Props = { questions: readonly string[]; onChoose: (question: string) => void };

/** What an agent's file proposes to begin with. A click writes it into the composer; the user sends it. */
export const SuggestedQuestions = ({ questions, onChoose }: Props) =>
  questions.length === 0 ? null : (
    <ul className={styles.questions} aria-label={t.chat.suggested}>
      {questions.slice(0, MAX_SHOWN).map((question) => (
        <li key={question}>
          <button type="button" title={question} onClick={() => onChoose(question)}>
            <span>{question}</span>
            <Icon of={ArrowUpLeft} size={13} />
          </button>
        </li>
      ))}
    </ul>
  );
