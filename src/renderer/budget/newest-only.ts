/**
 * Sends one request at a time. Of the requests that come before its answer, only the newest is kept, and it is sent
 * when the answer arrives. So a slider builds no queue, and its last position always counts.
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
