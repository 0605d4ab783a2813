import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useStore } from "zustand";
import { MAX_TEAM_TEXT_BYTES, type TeamMember } from "#shared/model/team.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { failureText } from "../ui/failure-text.ts";
import { Input, Select, TextArea } from "../ui/field.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { OriginChip } from "../ui/origin-chip.tsx";
import { Problem } from "../ui/problem.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { useAttempt } from "../ui/use-attempt.ts";
import type { Draft, Sharing, Space, TeamStore } from "./team-state.ts";
import { decides } from "./team-words.ts";
import ui from "../ui/basics.module.css";
import styles from "./share-dialog.module.css";

const words = t.team.share;

type Props = { store: TeamStore; onSettings: () => void };

/** Shows what would be shared, with whom and how it will be used, before anything goes. */
export const ShareDialog = ({ store, onSettings }: Props) => {
  const { sharing, spaces, chosen, begin } = useStore(store);
  if (!sharing) return null;
  const space = spaces.find((each) => each.space === chosen);
  const close = () => begin(null);
  if (!space)
    return (
      <Frame title={words.none} text={words.noneText} onClose={close}>
        <Dialog.Actions>
          <Button onClick={close}>{t.cancel}</Button>
          <Button
            kind="primary"
            onClick={() => {
              close();
              onSettings();
            }}
          >
            {words.toSettings}
          </Button>
        </Dialog.Actions>
      </Frame>
    );
  return <Drafted key={space.space} store={store} sharing={sharing} space={space} onClose={close} />;
};

type DraftedProps = { store: TeamStore; sharing: Sharing; space: Space; onClose: () => void };

/** The core says what it is and where it came from. */
const Drafted = ({ store, sharing, space, onClose }: DraftedProps) => {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const read = useCallback(() => {
    store
      .getState()
      .draftOf(space.space, sharing)
      .then(setDraft, (error: unknown) => setFailure(failureText(error)));
  }, [store, sharing, space.space]);
  useEffect(read, [read]);
  const readAgain = () => {
    setFailure(null);
    read();
  };
  if (draft) return <ShareForm store={store} draft={draft} space={space} onClose={onClose} />;
  return (
    <Frame title={words.title(space.name)} text={words.text} onClose={onClose}>
      {failure === null ? (
        <Skeleton label={words.reading} rows={4} />
      ) : (
        <FailedState title={words.cannot} failure={failure} onRetry={readAgain} />
      )}
      <Dialog.Actions>
        <Button onClick={onClose}>{t.cancel}</Button>
      </Dialog.Actions>
    </Frame>
  );
};

type FormProps = { store: TeamStore; draft: Draft; space: Space; onClose: () => void };

const ShareForm = ({ store, draft, space, onClose }: FormProps) => {
  const { spaces, membersOf, share } = store.getState();
  const [heading, setHeading] = useState(draft.heading);
  const [body, setBody] = useState(draft.body);
  const [forAll, setForAll] = useState(false);
  const members = useMembers(() => membersOf(space.space));
  const { working, failure, attempt } = useAttempt();
  const place = placeOf(draft);
  const role = members?.find(({ id }) => id === space.member)?.role ?? space.role;
  const isTooLarge = new TextEncoder().encode(body).length > MAX_TEAM_TEXT_BYTES;
  const cannot = working || isTooLarge || body.trim() === "" || role === "reader";
  const go = (accept: boolean) =>
    attempt(async () => {
      const arrival = await share(space.space, { ...draft, heading, body }, { forAll, accept, place });
      onClose();
      if (arrival === "waiting") notify(words.waits);
      else notify(accept ? words.shared(space.name) : words.sent(space.name));
    });
  return (
    <Frame title={words.title(space.name)} text={words.text} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!cannot) void go(false);
        }}
      >
        {spaces.length > 1 && (
          <label className={styles.field}>
            <span>{words.space}</span>
            <Select
              value={space.space}
              onChange={(event) => void store.getState().choose(event.currentTarget.value)}
            >
              {spaces.map((each) => (
                <option key={each.space} value={each.space}>
                  {each.name}
                </option>
              ))}
            </Select>
          </label>
        )}
        {draft.path === null && (
          <label className={styles.field}>
            <span>{words.heading}</span>
            <Input
              value={heading}
              maxLength={1_000}
              onChange={(event) => setHeading(event.currentTarget.value)}
            />
          </label>
        )}
        <label className={styles.field}>
          <span>{words.body}</span>
          <TextArea
            value={body}
            rows={Math.min(12, Math.max(3, body.split("\n").length))}
            spellCheck={false}
            onChange={(event) => setBody(event.currentTarget.value)}
          />
        </label>
        <dl className={styles.facts}>
          <Fact name={words.with}>{withWhom(members, space)}</Fact>
          <Fact name={words.server}>{space.address}</Fact>
          <Fact name={words.where}>{place}</Fact>
          <Fact name={words.origin}>
            <OriginChip origin={draft.origin} />
          </Fact>
        </dl>
        {draft.item !== null && draft.baseVersion !== null && (
          <p className={classes(ui.muted, ui.small)}>{words.change(draft.baseVersion)}</p>
        )}
        {draft.warnings.map((warning) => (
          <p key={warning} className={classes(ui.small, ui.warn)}>
            {warning}
          </p>
        ))}
        <label className={styles.check} title={words.forAllText}>
          <input
            type="checkbox"
            checked={forAll}
            onChange={(event) => setForAll(event.currentTarget.checked)}
          />
          {words.forAll}
        </label>
        <p className={classes(ui.muted, ui.small)}>
          {role === "reader" ? words.readerText : words.proposeText}
          {decides(role) && ` ${words.acceptText}`}
        </p>
        {isTooLarge && (
          <Problem topic="team" role="alert">
            {words.tooLarge}
          </Problem>
        )}
        {failure && (
          <Problem failure={failure} role="alert">
            {failure}
          </Problem>
        )}
        <Dialog.Actions>
          <Button onClick={onClose}>{t.cancel}</Button>
          {decides(role) && (
            <Button disabled={cannot} onClick={() => void go(true)}>
              {words.accept}
            </Button>
          )}
          <Button kind="primary" type="submit" disabled={cannot}>
            {words.propose}
          </Button>
        </Dialog.Actions>
      </form>
    </Frame>
  );
};

type FrameProps = { title: string; text: string; onClose: () => void; children: ReactNode };

const Frame = ({ title, text, onClose, children }: FrameProps) => (
  <Dialog.Root open onOpenChange={onClose}>
    <Dialog.Portal>
      <Dialog.Overlay />
      <Dialog.Content className={styles.dialog}>
        <Dialog.Title>{title}</Dialog.Title>
        <Dialog.Description>{text}</Dialog.Description>
        {children}
      </Dialog.Content>
    </Dialog.Portal>
  </Dialog.Root>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Null while they are not known. */
const useMembers = (read: () => Promise<readonly TeamMember[]>): readonly TeamMember[] | null => {
  const [members, setMembers] = useState<readonly TeamMember[] | null>(null);
  useEffect(() => {
    let left = false;
    read().then(
      (found) => left || setMembers(found.filter(({ leftAt }) => leftAt === null)),
      () => {},
    );
    return () => {
      left = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Another space is another form.
  }, []);
  return members;
};

const MAX_NAMES = 8;

const withWhom = (members: readonly TeamMember[] | null, { member }: Space): string => {
  if (members === null) return words.withUnknown;
  const others = members.filter(({ id }) => id !== member).map(({ name }) => name);
  if (others.length === 0) return words.withNobody;
  return words.withWhom(others.slice(0, MAX_NAMES), Math.max(0, others.length - MAX_NAMES));
};

const placeOf = ({ kind, path }: Draft): string => {
  if (kind === "file" || kind === "skill") return words.places[kind](path ?? "");
  return words.places[kind];
};
