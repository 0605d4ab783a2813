import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Kbd } from "./kbd.tsx";
import { classes } from "./classes.ts";
import ui from "./basics.module.css";
import styles from "./tooltip-layer.module.css";

/** Milliseconds a pointer rests on a control before it is explained; the next one is explained at once. */
const patience = 500;
const soonAfter = 200;

/** The one tooltip of the window. It stands at the control by CSS, so zoom and scrolling need no arithmetic. */
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

/** Tells which control to explain: the one the pointer rests on, or the one that keys have come to. */
const followControls = (explain: (target: HTMLElement | null) => void): (() => void) => {
  let shown: HTMLElement | null = null;
  let waiting: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Who presses a control knows it; it is explained again when the pointer has been elsewhere. */
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
    showAfter(target, shown || performance.now() - hiddenAt < soonAfter ? 0 : patience);
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
