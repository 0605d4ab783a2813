import { formatCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { formatWhen } from "../ui/when.ts";
import type { RequestLine } from "./providers-store.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import { folded } from "./folded-requests.ts";
import providersTableStyles from "./providers-table.module.css";
import styles from "./requests-table.module.css";

/** Number of lines shown; the log itself has all of them. */
const MAX_LINES = 200;

export const RequestsTable = ({ requests }: { requests: readonly RequestLine[] }) => {
  const words = t.providers;
  return (
    <section aria-label={words.log}>
      <h3>{words.log}</h3>
      <p className={classes(ui.muted, ui.small)}>{words.logText}</p>
      {requests.length === 0 ? (
        <p className={classes(ui.quiet, ui.small)}>{words.logNone}</p>
      ) : (
        <div className={styles.providersLog} tabIndex={0} role="group" aria-label={words.log}>
          <table className={classes(providersTableStyles.providersTable, ui.num)}>
            <thead>
              <tr>
                {Object.values(words.columns).map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {folded(requests)
                .slice(0, MAX_LINES)
                .map(({ times, ...request }, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- two lines of a log may be the same.
                  <tr key={index}>
                    <td>{formatWhen(request.at)}</td>
                    <td>{request.host}</td>
                    <td>
                      {words.purposes[request.purpose] ?? request.purpose}
                      {times > 1 && <span className={ui.quiet}> {words.times(times)}</span>}
                    </td>
                    <td>{words.bytes(formatCount(request.bytesSent))}</td>
                    <td>{words.bytes(formatCount(request.bytesReceived))}</td>
                    <td>{request.status ?? words.noAnswer}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
};
