import type { Sql, TransactionSql } from "postgres";

/**
 * A transaction that leaves a lost connection alone. After a failure the driver takes the transaction back; on a
 * connection that is closed already, that is an error which nobody can catch. So the failure is kept until the
 * driver says itself that the connection is gone.
 */
export const transaction = <T>(sql: Sql, work: (sql: TransactionSql) => Promise<T>): Promise<T> =>
  sql
    .begin(async (transactionSql) => {
      try {
        return { result: await work(transactionSql) };
      } catch (error) {
        if (isLost(error)) await new Promise<never>(() => {});
        throw error;
      }
    })
    .then(({ result }) => result as T);

/** What the driver or the system says; an answer of the server has a severity. */
const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  !("severity" in error) &&
  "code" in error &&
  /^(CONNECTION_|ECONN|EPIPE|ETIMEDOUT|EHOST|ENET)/.test(String(error.code));
