import { useEffect, useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import type { Message } from "#shared/model/manifest.ts";
import type { ModelCall } from "#shared/model/model-call.ts";
import { failureText } from "../../ui/failure-text.ts";
import { formatCount } from "../../ui/format.ts";
import { t } from "../../ui/messages/index.ts";
import { classes } from "../../ui/classes.ts";
import { dateText } from "../../ui/dates.ts";
import ui from "../../ui/basics.module.css";
import styles from "./other-calls.module.css";

type Props = { client: Client; session: string | null; revision: string };

/**
 * Other calls of a model in this conversation, such as summaries and notes, and those that belong to none. Each
 * opens to its messages.
 */
export const OtherCalls = ({ client, session, revision }: Props) => {
  const calls = useCalls(client, session, revision);
  const words = t.budget.calls;
  if (calls.length === 0) return null;
  return (
    <section className={styles.calls} aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className={classes(ui.muted, ui.small)}>{words.text}</p>
      {calls.map((call) => (
        <Call key={call.id} client={client} call={call} />
      ))}
    </section>
  );
};

const Call = ({ client, call }: { client: Client; call: ModelCall }) => {
  const [said, setSaid] = useState<Said | string | null>(null);
  const open = () => {
    if (said !== null) return;
    client
      .call("context.call", { id: call.id })
      .then(setSaid, (error: unknown) => setSaid(failureText(error)));
  };
  return (
    <details className={styles.call} onToggle={open}>
      <summary className={classes(ui.row, ui.num)}>
        <span className={ui.strong}>{t.providers.purposes[call.purpose] ?? call.purpose}</span>
        <span className={classes(ui.grow, ui.muted, ui.ellipsis)}>{figures(call).join(" · ")}</span>
      </summary>
      {typeof said === "string" && <p className={ui.muted}>{said}</p>}
      {said !== null && typeof said !== "string" && <Texts said={said} />}
    </details>
  );
};

type Said = { readonly messages: readonly Message[]; readonly reply: string };

const Texts = ({ said: { messages, reply } }: { said: Said }) => (
  <>
    {messages.map(({ role, content }, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- messages have no other key than their index.
      <div key={index}>
        <b>{t.budget.sent.roles[role]}</b>
        <pre tabIndex={0}>{content}</pre>
      </div>
    ))}
    <b>{t.budget.calls.reply}</b>
    <pre tabIndex={0}>{reply}</pre>
  </>
);

const figures = ({ model, at, input, output, cost, local, outcome }: ModelCall): readonly string[] => {
  const words = t.budget.calls;
  const price = cost === null ? (local ? words.local : words.noPrice) : words.cost(cost);
  return [
    timeOf(at),
    model,
    ...(input === null ? [] : [t.chat.receipt.read(formatCount(input))]),
    ...(output === null ? [] : [t.chat.receipt.wrote(formatCount(output))]),
    price,
    ...(outcome === "finished" ? [] : [words.outcome(outcome)]),
  ];
};

const useCalls = (client: Client, session: string | null, revision: string): readonly ModelCall[] => {
  const [calls, setCalls] = useState<readonly ModelCall[]>([]);
  useEffect(() => {
    let isWanted = true;
    const read = async () => {
      const own = session === null ? [] : (await client.call("context.calls", { session })).calls;
      // Work on the project's memory belongs to no conversation.
      const { calls: all } = await client.call("context.calls", { limit: 500 });
      const others = all.filter((call) => session === null || call.session === null);
      return [...own, ...others]
        .filter(({ run }) => run === null)
        .toSorted((a, b) => b.at.localeCompare(a.at));
    };
    read().then(
      (found) => {
        if (isWanted) setCalls(found);
      },
      () => {},
    );
    return () => {
      isWanted = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- read again when the prompt changes.
  }, [client, session, revision]);
  return calls;
};

const timeOf = (at: string): string =>
  dateText(at, { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
