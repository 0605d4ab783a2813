/**
 * Asks one question at a time. While one is out, only the newest of those that come meanwhile is kept, and
 * is asked as soon as the answer is there: a slider never queues, and its last position always counts.
 */
export const newestOnly = <Question, Answer>(
  ask: (question: Question) => Promise<Answer>,
  onAnswer: (answer: Answer, question: Question) => void,
) => {
  let waiting: { readonly question: Question } | null = null;
  let isOut = false;
  const run = async (question: Question) => {
    isOut = true;
    try {
      onAnswer(await ask(question), question);
    } finally {
      isOut = false;
      const next = waiting;
      waiting = null;
      if (next) void run(next.question);
    }
  };
  return (question: Question): void => {
    if (isOut) waiting = { question };
    else void run(question);
  };
};
