import { useEffect, useRef } from "react";
import { X } from "lucide-react";
import type { XrayCell, XrayFile } from "#shared/contract/readers.ts";
import { reasonText } from "#shared/model/read-reason-text.ts";
import type { ReaderProfile } from "#shared/model/reader.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import ui from "../ui/basics.module.css";
import { stateOf } from "./cell-state.ts";
import { ReadGlyph } from "./read-glyph.tsx";
import type { CellText } from "./readers-store.ts";
import styles from "./cell-details.module.css";

type Props = {
  file: XrayFile;
  profile: ReaderProfile;
  cell: XrayCell | undefined;
  details: CellText | null;
  onFix: (id: string) => void;
  onOpen: (line: number) => void;
  onClose: () => void;
};

/** One file in one program: what is read, by which rule, what to do, and the text with the cut. */
export const CellDetails = ({ file, profile, cell, details, onFix, onOpen, onClose }: Props) => {
  const state = stateOf(cell);
  const reason = reasonText(cell ?? { reason: "not-its-file" });
  const rule = cell?.rule ?? "names";
  return (
    <aside className={styles.details} aria-label={t.readers.details(file.path, profile.name)}>
      <header className={styles.head}>
        <div className={ui.grow}>
          <h2 className={ui.ellipsis} title={file.path}>
            {file.path}
          </h2>
          <p className={classes(ui.muted, ui.small)}>{t.readers.inTool(profile.name)}</p>
        </div>
        <IconButton icon={X} label={t.close} onClick={onClose} />
      </header>
      <div className={styles.body}>
        <p className={styles.state} data-state={state}>
          <ReadGlyph state={state} />
          <span>
            <strong>{t.readers.states[state]}</strong>
            {cell?.cut ? t.readers.cutAt(cell.cut, file.lines) : `: ${reason}`}
          </span>
        </p>
        {cell?.met !== undefined && <p className={ui.small}>{cell.met ? t.readers.met : t.readers.notMet}</p>}
        <Rule profile={profile} rule={rule} />
        <Fixes details={details} canWrite={!file.outside} onFix={onFix} />
        <TextWithCut details={details} onOpen={file.outside ? null : onOpen} />
      </div>
    </aside>
  );
};

const Rule = ({ profile, rule }: { profile: ReaderProfile; rule: string }) => (
  <section className={styles.rule} aria-label={t.readers.rule}>
    <p>{Object.hasOwn(profile.rules, rule) ? profile.rules[rule] : profile.rules["names"]}</p>
    <div className={styles.source}>
      <Chip
        kind={profile.confidence === "C" ? "warn" : "outline"}
        title={t.readers.confidence[profile.confidence]}
      >
        {profile.verified ? t.readers.confidenceShort[profile.confidence] : t.readers.notVerified}
      </Chip>
      <span className={classes(ui.quiet, ui.tiny)}>
        {t.readers.checked(profile.version, profile.checked)}
      </span>
      <span className={classes(ui.quiet, ui.tiny, styles.where)}>{profile.source}</span>
    </div>
  </section>
);

const Fixes = ({
  details,
  canWrite,
  onFix,
}: {
  details: CellText | null;
  canWrite: boolean;
  onFix: (id: string) => void;
}) => {
  if (!details || details.fixes.length === 0 || !canWrite) return null;
  return (
    <section aria-label={t.readers.fixes}>
      <h3 className={styles.title}>{t.readers.fixes}</h3>
      <ul className={styles.fixes}>
        {details.fixes.map(({ id, title, effect }) => (
          <li key={id}>
            <div className={ui.grow}>
              <div className={ui.strong}>{title}</div>
              <div className={classes(ui.muted, ui.small)}>{effect}</div>
            </div>
            <Button size="small" onClick={() => onFix(id)} aria-label={t.readers.apply(title)}>
              {t.readers.applyShort}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Lines around the cut that are in the page; a long text is not needed to see where it ends. */
const AROUND = 40;
const MAX_LINES = 400;

const TextWithCut = ({
  details,
  onOpen,
}: {
  details: CellText | null;
  onOpen: ((line: number) => void) | null;
}) => {
  const mark = useRef<HTMLDivElement>(null);
  const from = details?.cut?.from;
  useEffect(() => {
    const line = mark.current;
    const box = line?.closest<HTMLElement>("[data-text]");
    if (from !== undefined && line && box) box.scrollTop = line.offsetTop - box.clientHeight / 2;
  }, [from]);
  if (!details) return <Skeleton label={t.readers.loading} rows={6} />;
  const { text, cut, partial } = details;
  if (text === null) return <p className={ui.muted}>{t.readers.noText}</p>;
  const lines = text.split("\n");
  const cutLine = cut ? text.slice(0, cut.from).split("\n").length : null;
  const tailLine = cut && cut.to < text.length ? text.slice(0, cut.to).split("\n").length : null;
  const first = cutLine === null ? 0 : Math.max(0, cutLine - AROUND);
  const last = Math.min(lines.length, cutLine === null ? MAX_LINES : cutLine + AROUND);
  return (
    <div>
      <h3 className={styles.title}>
        <span className={ui.grow}>{t.readers.text}</span>
        {onOpen && (
          <Button kind="quiet" size="small" onClick={() => onOpen(cutLine ?? 1)}>
            {t.readers.open}
          </Button>
        )}
      </h3>
      <div className={styles.text} data-text="" tabIndex={0} role="region" aria-label={t.readers.text}>
        {first > 0 && <div className={styles.more}>{t.readers.linesAbove(first)}</div>}
        {lines.slice(first, last).map((line, index) => {
          const number = first + index + 1;
          const isLost = cutLine !== null && number > cutLine && (tailLine === null || number < tailLine);
          return (
            // Lines have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={number}>
              <div className={styles.line} data-lost={isLost || undefined}>
                <span className={classes(styles.number, ui.num)}>{number}</span>
                <span>{line.slice(0, 500)}</span>
              </div>
              {number === cutLine && (
                <div ref={mark} className={styles.cut} role="separator">
                  {t.readers.cutHere}
                </div>
              )}
            </div>
          );
        })}
        {(last < lines.length || partial) && (
          <div className={styles.more}>{t.readers.linesBelow(lines.length - last, partial)}</div>
        )}
      </div>
    </div>
  );
};
