import { useCallback, useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import type { Offers } from "#shared/contract/prompts.ts";

const NONE: Offers = { skills: [], tools: [], prompts: [], exact: true };

/** Skills, tools and saved prompts for the slash; read when it is about to be shown. */
export const useOffers = (client: Client, session: string | null, agent: string | undefined) => {
  const [offers, setOffers] = useState<Offers>(NONE);
  const read = useCallback(() => {
    const whose = session === null ? (agent === undefined ? {} : { agent }) : { session };
    client.call("prompts.offers", whose).then(setOffers, () => {});
  }, [client, session, agent]);
  return { offers, read };
};
