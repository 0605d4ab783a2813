import { useCallback, useEffect, useState } from "react";
import type { BackupFacts } from "#shared/contract/app.ts";
import type { Client } from "#shared/contract/index.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { dateText } from "../ui/dates.ts";
import { Dialog } from "../ui/dialog.tsx";
import { formatBytes } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { told } from "../ui/told.ts";
import { SectionTitle } from "./sections.tsx";
import ui from "../ui/basics.module.css";
import settingStyles from "./setting.module.css";
import styles from "./backups.module.css";

type Props = { client: Client };
type Plan = { readonly backup: BackupFacts; readonly added: readonly { table: string; rows: number }[] };

const words = t.settings.backups;

/** What the database alone knows, as it was on earlier days: what each holds, and a way back to it. */
export const Backups = ({ client }: Props) => {
  const [backups, setBackups] = useState<readonly BackupFacts[] | null>(null);
  const [plan, setPlan] = useState<Plan | null>(null);
  const load = useCallback(async () => (await client.call("app.backups", {})).details, [client]);
  useEffect(() => {
    told(load().then(setBackups));
  }, [load]);

  const look = async (backup: BackupFacts) => {
    const { restored } = await client.call("app.previewBackup", { backup: backup.name });
    setPlan({ backup, added: restored.filter(({ rows }) => rows > 0) });
  };
  const restore = async ({ backup }: Plan) => {
    setPlan(null);
    const { restored, undo } = await client.call("app.restoreBackup", { backup: backup.name });
    const rows = restored.reduce((sum, each) => sum + each.rows, 0);
    notify(
      words.restored(rows),
      undo === null ? {} : { action: { label: words.undo, run: () => told(undoRestore(undo)) } },
    );
    setBackups(await load());
  };
  const undoRestore = async (undo: string) => {
    const { removed, kept } = await client.call("app.undoRestore", { undo });
    notify(words.undone(removed, kept));
  };

  return (
    <>
      <SectionTitle section="backups" />
      <p className={classes(ui.muted, ui.small)}>{words.about}</p>
      {backups?.length === 0 && <p className={classes(ui.muted, ui.small)}>{words.none}</p>}
      <ul>
        {backups?.map((backup) => (
          <li key={backup.name ?? ""} className={settingStyles.setting}>
            <div className={ui.grow}>
              <div className={ui.strong}>{titleOf(backup)}</div>
              <div className={classes(ui.muted, ui.small)}>{describe(backup)}</div>
            </div>
            <Button
              size="small"
              aria-label={words.lookOf(titleOf(backup))}
              onClick={() => told(look(backup))}
            >
              {words.look}
            </Button>
          </li>
        ))}
      </ul>
      <Dialog.Root open={plan !== null} onOpenChange={(isOpen) => !isOpen && setPlan(null)}>
        <Dialog.Portal>
          <Dialog.Overlay />
          {plan && <PlanCard plan={plan} onRestore={() => told(restore(plan))} />}
        </Dialog.Portal>
      </Dialog.Root>
    </>
  );
};

const titleOf = ({ name, at }: BackupFacts): string =>
  words.title(name, dateText(at, { dateStyle: "medium", timeStyle: "short" }));

const PlanCard = ({ plan: { backup, added }, onRestore }: { plan: Plan; onRestore: () => void }) => (
  <Dialog.Content>
    <Dialog.Title>{words.dialogTitle(titleOf(backup))}</Dialog.Title>
    <Dialog.Description>{added.length === 0 ? words.nothing : words.explains}</Dialog.Description>
    {added.length > 0 && (
      <ul className={styles.added}>
        {added.map(({ table, rows }) => (
          <li key={table}>{words.adds(rows, nameOf(table))}</li>
        ))}
      </ul>
    )}
    <Dialog.Actions>
      <Dialog.Close asChild>
        <Button>{added.length === 0 ? words.close : words.cancel}</Button>
      </Dialog.Close>
      {added.length > 0 && (
        <Button kind="primary" onClick={onRestore}>
          {words.restore}
        </Button>
      )}
    </Dialog.Actions>
  </Dialog.Content>
);

/** `412 KB · 120 prompts, 8 workflows, and 3 more kinds` */
const describe = ({ bytes, tables }: BackupFacts): string => {
  const largest = tables.toSorted((a, b) => b.rows - a.rows).slice(0, MAX_NAMED);
  const named = largest.map(({ table, rows }) => words.holds(rows, nameOf(table)));
  const more = tables.length - largest.length;
  return `${formatBytes(bytes)} · ${named.join(", ")}${more > 0 ? words.more(more) : ""}`;
};

const MAX_NAMED = 3;

/** A table that has no name on the screen is shown as it is called. */
const nameOf = (table: string): string =>
  new Map<string, string>(Object.entries(words.tables)).get(table) ?? table;
