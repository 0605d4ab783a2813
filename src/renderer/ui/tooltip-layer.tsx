import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Kbd } from "./kbd.tsx";
import { classes } from "./classes.ts";
import ui from "./basics.module.css";
import styles from "./tooltip-layer.module.css";

/** How long a pointer rests on a control before its tooltip is shown; the next one is shown at once. */
const SHOW_DELAY_MS = 500;
const REPEAT_WITHIN_MS = 200;

/**
 * The only tooltip of the window. CSS positions it at the control, so zoom and scrolling need no arithmetic.
 */
export const TooltipLayer = () => {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  useEffect(() => followControls(setTarget), []);
  useEffect(() => {
    if (!target) return;
    target.style.setProperty("anchor-name", "--tip");
    return () => void target.style.removeProperty("anchor-name");
  }, [target]);
  if (!target) return null;
  const { tip, tipKeys, tipSide } = target.dataset;
  return createPortal(
    <div className={classes(ui.pop, styles.tip)} role="tooltip" data-state="open" data-side={tipSide}>
      {tip}
      {tipKeys && <Kbd shortcut={tipKeys} />}
    </div>,
    document.body,
  );
};

/** Finds the control to explain: the one under the pointer, or the one that got the focus by keyboard. */
const followControls = (explain: (target: HTMLElement | null) => void): (() => void) => {
  let shown: HTMLElement | null = null;
  let waiting: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** A pressed control needs no tooltip; it gets one again when the pointer has been elsewhere. */
  let pressed: HTMLElement | null = null;
  let hiddenAt = 0;
  const hide = () => {
    clearTimeout(timer);
    waiting = null;
    if (!shown) return;
    shown = null;
    hiddenAt = performance.now();
    explain(null);
  };
  const showAfter = (target: HTMLElement, delay: number) => {
    if (target === shown || target === waiting) return;
    hide();
    waiting = target;
    timer = setTimeout(() => {
      waiting = null;
      shown = target;
      explain(target);
    }, delay);
  };
  const over = (event: PointerEvent) => {
    const target = controlAt(event.target);
    if (target && target === pressed) return;
    pressed = null;
    if (!target || event.pointerType === "touch") return hide();
    showAfter(target, shown || performance.now() - hiddenAt < REPEAT_WITHIN_MS ? 0 : SHOW_DELAY_MS);
  };
  const focused = (event: FocusEvent) => {
    const target = controlAt(event.target);
    if (target?.matches(":focus-visible")) showAfter(target, 0);
    else hide();
  };
  const down = (event: PointerEvent) => {
    hide();
    pressed = controlAt(event.target);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== "Tab") hide();
  };
  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  document.addEventListener("pointerover", over, options);
  document.documentElement.addEventListener("pointerleave", hide, { signal: listening.signal });
  document.addEventListener("focusin", focused, options);
  document.addEventListener("focusout", hide, options);
  document.addEventListener("pointerdown", down, options);
  document.addEventListener("wheel", hide, options);
  document.addEventListener("keydown", key, options);
  return () => {
    listening.abort();
    hide();
  };
};

const controlAt = (place: EventTarget | null): HTMLElement | null =>
  place instanceof Element ? place.closest<HTMLElement>("[data-tip]") : null;
