import {
  Bug,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CircleX,
  ClipboardList,
  Flame,
  Info,
  List,
  type LucideIcon,
  Pencil,
  Quote,
  SquareCheck,
} from "lucide-react";
import { Children, type ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";
import styles from "./callout.module.css";

type Look = { readonly icon: LucideIcon; readonly tone: "plain" | "accent" | "ok" | "warn" | "bad" };

/** The kinds that other editors know, each with the names people write for it. */
const looks: readonly (readonly [names: readonly string[], look: Look])[] = [
  [["note"], { icon: Pencil, tone: "plain" }],
  [["abstract", "summary", "tldr"], { icon: ClipboardList, tone: "plain" }],
  [["info"], { icon: Info, tone: "accent" }],
  [["todo"], { icon: SquareCheck, tone: "accent" }],
  [["tip", "hint", "important"], { icon: Flame, tone: "ok" }],
  [["success", "check", "done"], { icon: CircleCheck, tone: "ok" }],
  [["question", "help", "faq"], { icon: CircleHelp, tone: "warn" }],
  [["warning", "caution", "attention"], { icon: CircleAlert, tone: "warn" }],
  [["failure", "fail", "missing"], { icon: CircleX, tone: "bad" }],
  [["danger", "error"], { icon: CircleX, tone: "bad" }],
  [["bug"], { icon: Bug, tone: "bad" }],
  [["example"], { icon: List, tone: "plain" }],
  [["quote", "cite"], { icon: Quote, tone: "plain" }],
];
const byName: ReadonlyMap<string, Look> = new Map(
  looks.flatMap(([names, look]) => names.map((name) => [name, look] as const)),
);

type Props = { "data-kind"?: string; "data-fold"?: string; children?: ReactNode };

/** `> [!note] Title`: a box with a title; with `+` or `-` it can be folded. */
export const Callout = ({ "data-kind": kind = "note", "data-fold": fold = "", children }: Props) => {
  const { icon, tone } = byName.get(kind) ?? { icon: Pencil, tone: "plain" };
  const [title, ...body] = Children.toArray(children);
  const head = (
    <>
      <Icon of={icon} size={15} />
      <span className={styles.title}>
        {title}
        <span className={styles.kind}>{kind.slice(0, 1).toUpperCase() + kind.slice(1)}</span>
      </span>
    </>
  );
  if (fold === "") {
    return (
      <div className={styles.callout} data-tone={tone} role="note">
        <div className={styles.head}>{head}</div>
        {body.length > 0 && <div className={styles.body}>{body}</div>}
      </div>
    );
  }
  return (
    <details className={styles.callout} data-tone={tone} open={fold === "+"}>
      <summary className={styles.head}>
        {head}
        <span className={styles.chevron}>
          <Icon of={ChevronRight} size={13} />
        </span>
      </summary>
      <div className={styles.body}>{body}</div>
    </details>
  );
};
