import { parentPort } from "node:worker_threads";
import { answerRequests } from "../base/answer-requests.ts";
import { connect } from "./connection.ts";
import { findDamage } from "./find-damage.ts";
import { isCorruption } from "./store-failure.ts";

/** What is wrong with the database; null when nothing is. No answer means that it could not be checked. */
export type DamageReply = { readonly damage: string | null };

const look = (file: string): DamageReply => {
  try {
    const db = connect(file, { readonly: true });
    try {
      return { damage: findDamage(db) };
    } finally {
      db.close();
    }
  } catch (error) {
    if (isCorruption(error)) return { damage: String(error) };
    throw error;
  }
};

answerRequests(parentPort, look);
