import { type ReactNode, type SubmitEvent, useState } from "react";
import { mcpServerId, type McpServer, type McpServerDraft } from "#shared/contract/mcp.ts";
import { Button } from "../ui/button.tsx";
import { CardForm } from "../ui/card.tsx";
import { classes } from "../ui/classes.ts";
import { Input, Select, TextArea } from "../ui/field.tsx";
import { t } from "../ui/messages/index.ts";
import { Problem } from "../ui/problem.tsx";
import { useAttempt } from "../ui/use-attempt.ts";
import ui from "../ui/basics.module.css";
import { checkAddress } from "./checks.ts";
import { commandLine, typedValues } from "./mcp-values.ts";
import styles from "./mcp-section.module.css";

type Props = {
  /** Null: a new one. */
  server: McpServer | null;
  taken: readonly string[];
  onTest: (draft: McpServerDraft) => Promise<readonly string[]>;
  onSave: (draft: McpServerDraft) => Promise<void>;
  onClose: () => void;
};

const words = t.mcp;

type Typed = {
  readonly id: string;
  readonly kind: "command" | "address";
  readonly command: string;
  readonly args: string;
  readonly url: string;
  readonly values: string;
};

/** A server's command or address. Values are typed once and never shown again. */
export const McpForm = ({ server, taken, onTest, onSave, onClose }: Props) => {
  const [typed, setTyped] = useState<Typed>(() => typedOf(server));
  const [works, setWorks] = useState<string | null>(null);
  const [doing, setDoing] = useState<"test" | "save" | null>(null);
  const { failure, attempt } = useAttempt();
  const change = (part: Partial<Typed>) => {
    setWorks(null);
    setTyped({ ...typed, ...part });
  };
  const { draft, wrong } = draftOf(typed, server, taken);
  const run = async (what: "test" | "save") => {
    if (!draft) return;
    setDoing(what);
    setWorks(null);
    await attempt(async () => {
      if (what === "save") return onSave(draft);
      setWorks(words.testOk((await onTest(draft)).length));
    });
    setDoing(null);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run("save");
  };
  const isCommand = typed.kind === "command";
  const kept = server?.secrets.length ? words.valuesKept(server.secrets.join(", ")) : undefined;
  return (
    <CardForm className={styles.form} aria-label={server?.id ?? words.add} noValidate onSubmit={submit}>
      <Line label={words.name} note={wrong.id ?? words.nameText} isWrong={wrong.id !== null}>
        <Input
          value={typed.id}
          disabled={server !== null}
          spellCheck={false}
          onChange={(event) => change({ id: event.currentTarget.value })}
        />
      </Line>
      <Line label={words.kind}>
        <Select
          value={typed.kind}
          onChange={(event) => change({ kind: event.currentTarget.value as Typed["kind"] })}
        >
          <option value="command">{words.kinds.command}</option>
          <option value="address">{words.kinds.address}</option>
        </Select>
      </Line>
      {isCommand ? (
        <>
          <Line label={words.command} note={wrong.place} isWrong>
            <Input
              value={typed.command}
              spellCheck={false}
              placeholder={words.commandExample}
              onChange={(event) => change({ command: event.currentTarget.value })}
            />
          </Line>
          <Line label={words.args} note={words.argsText}>
            <TextArea
              rows={3}
              value={typed.args}
              spellCheck={false}
              onChange={(event) => change({ args: event.currentTarget.value })}
            />
          </Line>
        </>
      ) : (
        <Line label={words.address} note={wrong.place} isWrong>
          <Input
            type="url"
            value={typed.url}
            spellCheck={false}
            placeholder={words.addressExample}
            onChange={(event) => change({ url: event.currentTarget.value })}
          />
        </Line>
      )}
      <Line
        label={isCommand ? words.env : words.headers}
        note={wrong.values ?? words.valuesText[isCommand ? "env" : "headers"]}
        isWrong={wrong.values !== null}
      >
        <TextArea
          rows={2}
          value={typed.values}
          spellCheck={false}
          placeholder={kept}
          onChange={(event) => change({ values: event.currentTarget.value })}
        />
      </Line>
      {isCommand && draft?.command && (
        <p className={classes(ui.muted, ui.small, styles.command)}>
          {words.runs(commandLine(draft.command, draft.args))}
        </p>
      )}
      {works && (
        <p role="status" className={classes(ui.ok, ui.small)}>
          {works}
        </p>
      )}
      {failure && (
        <Problem failure={failure} role="alert">
          {failure}
        </Problem>
      )}
      <div className={classes(ui.row, styles.actions)}>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button disabled={!draft || doing !== null} onClick={() => void run("test")}>
          {doing === "test" ? words.testing : words.test}
        </Button>
        <Button type="submit" kind="primary" disabled={!draft || doing !== null}>
          {doing === "save" ? words.restarting : words.save}
        </Button>
      </div>
    </CardForm>
  );
};

const typedOf = (server: McpServer | null): Typed => ({
  id: server?.id ?? "",
  kind: server?.url ? "address" : "command",
  command: server?.command ?? "",
  args: server?.args.join("\n") ?? "",
  url: server?.url ?? "",
  values: "",
});

type Checked = {
  readonly draft: McpServerDraft | null;
  readonly wrong: {
    readonly id: string | null;
    readonly place: string | null;
    readonly values: string | null;
  };
};

/** An empty field is no error yet, but it cannot be saved. */
const draftOf = (typed: Typed, server: McpServer | null, taken: readonly string[]): Checked => {
  const id = typed.id.trim();
  const isCommand = typed.kind === "command";
  const { values, wrong } = typedValues(typed.values, isCommand ? "=" : ":");
  const checked = {
    id: id === "" || server !== null ? null : wrongName(id, taken),
    place: isCommand || typed.url === "" ? null : checkAddress(typed.url),
    values: wrong,
  };
  const place = (isCommand ? typed.command : typed.url).trim();
  if (id === "" || place === "" || Object.values(checked).some((one) => one !== null))
    return { draft: null, wrong: checked };
  // Without typed values, the stored ones stay.
  const given = typed.values.trim() === "" ? {} : { [isCommand ? "env" : "headers"]: values };
  const args = isCommand ? typed.args.split("\n").filter((line) => line !== "") : [];
  const at = isCommand ? { command: place, args } : { url: place, args };
  return { draft: { id, ...at, ...given, enabled: true }, wrong: checked };
};

const wrongName = (id: string, taken: readonly string[]): string | null => {
  if (!mcpServerId.safeParse(id).success) return words.nameWrong;
  return taken.includes(id) ? words.nameTaken : null;
};

type LineProps = { label: string; note?: string | null; isWrong?: boolean; children: ReactNode };

const Line = ({ label, note = null, isWrong = false, children }: LineProps) => (
  <>
    <label>
      <span>{label}</span>
      {children}
    </label>
    {note !== null && <p className={isWrong ? ui.wrong : classes(ui.quiet, ui.small)}>{note}</p>}
  </>
);
