import { useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import partCardStyles from "./map/part-card.module.css";
import styles from "./tour.module.css";

type Props = { step: number; onStep: (step: number | null) => void };

/** The element of each step, by its mark. */
const targets = ["bar", "bar", "table", "prefix", "fixes"] as const;

/** Five short steps, each beside the element it explains. The view stays usable meanwhile. */
export const Tour = ({ step, onStep }: Props) => {
  const card = useRef<HTMLElement>(null);
  const [box, setBox] = useState<DOMRect | null>(null);
  const name = targets[step] ?? "bar";
  useEffect(() => card.current?.focus(), []);
  useEffect(() => {
    const place = () =>
      setBox(document.querySelector(`[data-tour="${name}"]`)?.getBoundingClientRect() ?? null);
    place();
    addEventListener("resize", place);
    return () => removeEventListener("resize", place);
  }, [name]);
  const words = t.budget.guide;
  const { title, text } = words.steps[step] ?? words.steps[0] ?? { title: "", text: "" };
  const isLast = step === words.steps.length - 1;
  return (
    <>
      {box && (
        <div
          className={styles.tourRing}
          aria-hidden="true"
          style={{ left: box.left - 6, top: box.top - 4, width: box.width + 12, height: box.height + 8 }}
        />
      )}
      <section
        ref={card}
        className={classes(ui.pop, styles.tour)}
        role="dialog"
        aria-label={words.label}
        tabIndex={-1}
        style={cardPlace(box)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onStep(null);
        }}
      >
        <div className={ui.row}>
          <h2 className={classes(ui.grow, partCardStyles.cardTitle)}>{title}</h2>
          <span className={classes(ui.quiet, ui.small, ui.num)}>
            {words.step(step + 1, words.steps.length)}
          </span>
        </div>
        <p className={ui.muted}>{text}</p>
        <div className={classes(ui.row, styles.tourButtons)}>
          <Button kind="quiet" size="small" onClick={() => onStep(null)}>
            {words.skip}
          </Button>
          <span className={ui.grow} />
          {step > 0 && (
            <Button size="small" onClick={() => onStep(step - 1)}>
              {words.back}
            </Button>
          )}
          <Button size="small" kind="primary" onClick={() => onStep(isLast ? null : step + 1)}>
            {isLast ? words.done : words.next}
          </Button>
        </div>
      </section>
    </>
  );
};

const WIDTH = 320;
const HEIGHT = 190;

/** Below its element when there is room, otherwise above; always on the screen. */
const cardPlace = (box: DOMRect | null): React.CSSProperties => {
  if (!box) return { right: 24, bottom: 48 };
  const isLeftOf = box.left > innerWidth / 2;
  const left = isLeftOf ? box.left - WIDTH - 20 : Math.min(box.left + 40, innerWidth - WIDTH - 24);
  const below = box.bottom + 14;
  const top = isLeftOf ? box.top : below + HEIGHT < innerHeight ? below : box.top - HEIGHT - 14;
  return { left: Math.max(72, left), top: Math.max(52, Math.min(top, innerHeight - HEIGHT - 40)) };
};
